/** The steps that decided a click, as stored in its fact and as shown to people. */
import { z } from 'zod';
import { DEAL_SKIP_REASONS, type ExplainedDeal } from './explain.ts';

/** The kinds of rules, in the order in which they are tried. */
export const RULE_KINDS = ['global', 'banner', 'box'] as const;
/** The reasons why a campaign of an allocation takes no clicks. */
export const CAMPAIGN_SKIP_REASONS = [
  'campaign_paused',
  'campaign_archived',
  'campaign_missing',
  'weight_zero',
  'bad_target',
] as const;

const id = z.number();
const listOf = <T extends z.ZodType>(item: T) => z.array(item).readonly().optional();

/** A step and its result. */
export const traceStepSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('box'), result: z.enum(['active', 'paused']) }),
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
  z.object({ step: z.literal('direct'), result: z.literal('active'), directLinkId: id }),
  z.object({ step: z.literal('fallback'), result: z.enum(['box', 'site', 'none']) }),
]);
export type TraceStep = z.infer<typeof traceStepSchema>;
export type StepOf<Name extends TraceStep['step']> = Extract<TraceStep, { step: Name }>;

/** The `trace` of a click's fact. `configuration` identifies the state of the configuration that decided. */
export const traceSchema = z.object({ configuration: z.string().regex(/^\d{1,15}$/), steps: z.array(traceStepSchema) });

/** A rule as it was at the decision. */
export interface TracedRule {
  id: number;
  name: string;
  kind: (typeof RULE_KINDS)[number];
  /** Its conditions at that time, in words; '' if they are no longer known. */
  words: string;
  outcome: 'decided' | 'empty';
}

/** A fact of a click: its visit, or a step from a page to the offer. */
export interface TracedFact {
  factId: string;
  kind: 'visit' | 'bot_visit' | 'clickout';
  at: string;
  /** The number of the configuration, and when it was saved; null if it was never changed. */
  configuration: string;
  configuredAt: string | null;
  boxId: number | null;
  box: string;
  allocationVersion: number;
  reason: string;
  rules: TracedRule[];
  campaign: { id: number; name: string; weight: number | null } | null;
  skippedCampaigns: { id: number; name: string; reason: (typeof CAMPAIGN_SKIP_REASONS)[number] }[];
  /** The deals in the order in which they were tried; null if none was. */
  deals: { version: number; dealVersion: number; asked: TracedDeal[] } | null;
  offer: { id: number; name: string } | null;
  partner: { id: number; name: string } | null;
  fallback: 'box' | 'site' | 'none' | null;
  targetUrl: string;
}

export interface TracedDeal extends Pick<ExplainedDeal, 'dealId' | 'partnerId' | 'partner' | 'dealType' | 'outcome'> {
  weight: number | null;
}

/** `GET clicks/{id}/trace`: why a real click went where it went. */
export interface ClickTrace {
  clickId: string;
  /** The visit comes first; facts without a readable trace are left out. */
  facts: TracedFact[];
}
