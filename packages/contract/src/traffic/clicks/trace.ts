/** The steps that decided a click, as stored in its fact and as shown to people. */

import { z } from 'zod';
import { APP_RESULTS } from './app-step.ts';
import { DEAL_SKIP_REASONS, explainedDealSchema } from './explain.ts';

/** The kinds of rules, in the order in which they are tried. */
export const RULE_KINDS = ['global', 'banner', 'box'] as const;
/** The reasons why a campaign of an allocation takes no clicks. */
export const CAMPAIGN_SKIP_REASONS = [
  'campaign_paused',
  'campaign_archived',
  'campaign_missing',
  'weight_zero',
  'bad_target',
  'dead_link',
] as const;

/** Whether a direct link or a box takes a click at a time, and the reason if it does not. */
const END_STATES = ['active', 'not_begun', 'ended', 'used_up'] as const;
export type EndState = (typeof END_STATES)[number];
/** Whether a box takes a click. */
export type BoxState = EndState | 'paused';
/** The record whose fallback the visitor is sent to. */
const FALLBACK_RESULTS = ['box', 'site', 'link', 'host', 'none'] as const;

const id = z.number();
const listOf = <T extends z.ZodType>(item: T) => z.array(item).readonly().optional();

/** A step and its result. */
export const traceStepSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('box'), result: z.enum([...END_STATES, 'paused']) }),
  // `empty`: the rule matched, but none of its campaigns can take the click, so the next rule is tried.
  z.object({
    step: z.literal('rule'),
    result: z.enum(['matched', 'empty']),
    kind: z.enum(RULE_KINDS),
    ruleId: id,
  }),
  z.object({
    step: z.literal('campaign'),
    result: z.enum(['chosen', 'none']),
    campaignId: id.optional(),
    weight: z.number().optional(),
    skipped: listOf(z.object({ campaignId: id, reason: z.enum(CAMPAIGN_SKIP_REASONS) })),
  }),
  z.object({ step: z.literal('offer'), result: z.literal('campaign'), offerId: id, partnerId: id }),
  // `version` identifies the deals and weights it was chosen from. Deals that block the waterfall come last in
  // `skipped`.
  z.object({
    step: z.literal('deal'),
    result: z.enum(['chosen', 'none']),
    version: z.number(),
    dealId: id.optional(),
    weight: z.number().optional(),
    offerId: id.optional(),
    partnerId: id.optional(),
    skipped: listOf(z.object({ dealId: id, reason: z.enum(DEAL_SKIP_REASONS) })),
  }),
  z.object({ step: z.literal('direct'), result: z.enum(END_STATES), directLinkId: id }),
  z.object({ step: z.literal('fallback'), result: z.enum(FALLBACK_RESULTS) }),
  // Only for a target that has app addresses.
  z.object({ step: z.literal('app'), result: z.enum(APP_RESULTS) }),
]);
export type TraceStep = z.infer<typeof traceStepSchema>;
export type StepOf<Name extends TraceStep['step']> = Extract<TraceStep, { step: Name }>;

/** The `trace` of a click's fact. `configuration` identifies the state of the configuration that decided. */
export const traceSchema = z.object({ configuration: z.string().regex(/^\d{1,15}$/), steps: z.array(traceStepSchema) });

/** A rule as it was at the decision. */
export const tracedRuleSchema = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(RULE_KINDS),
  /** Its conditions at that time, in words; '' if they are no longer known. */
  words: z.string(),
  outcome: z.enum(['decided', 'empty']),
});

/** A deal as it was asked for the click. */
export const tracedDealSchema = explainedDealSchema
  .pick({ dealId: true, partnerId: true, partner: true, dealType: true, outcome: true })
  .extend({
    weight: z.number().nullable(),
  });

/** A fact of a click: its visit, or a step from a page to the offer. */
export const tracedFactSchema = z.object({
  factId: z.string(),
  kind: z.enum(['visit', 'bot_visit', 'clickout']),
  at: z.string(),
  /** The number of the configuration, and when it was saved; null if it was never changed. */
  configuration: z.string(),
  configuredAt: z.string().nullable(),
  boxId: z.number().nullable(),
  box: z.string(),
  allocationVersion: z.number(),
  reason: z.string(),
  rules: z.array(tracedRuleSchema),
  campaign: z
    .object({
      id: z.number(),
      name: z.string(),
      weight: z.number().nullable(),
    })
    .nullable(),
  skippedCampaigns: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      reason: z.enum(CAMPAIGN_SKIP_REASONS),
    }),
  ),
  /** The deals in the order in which they were tried; null if none was. */
  deals: z
    .object({
      version: z.number(),
      dealVersion: z.number(),
      asked: z.array(tracedDealSchema),
    })
    .nullable(),
  offer: z
    .object({
      id: z.number(),
      name: z.string(),
    })
    .nullable(),
  partner: z
    .object({
      id: z.number(),
      name: z.string(),
    })
    .nullable(),
  fallback: z.enum(FALLBACK_RESULTS).nullable(),
  /** Null if the target has no app addresses. */
  app: z.enum(APP_RESULTS).nullable(),
  targetUrl: z.string(),
});
export type TracedFact = z.infer<typeof tracedFactSchema>;

/** `GET clicks/{id}/trace`: why a real click went where it went. */
export const clickTraceSchema = z.object({
  clickId: z.string(),
  /** The visit comes first; facts without a readable trace are left out. */
  facts: z.array(tracedFactSchema),
});
export type ClickTrace = z.infer<typeof clickTraceSchema>;
