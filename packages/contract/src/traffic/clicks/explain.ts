/** The input and the answer of Explain: why a click goes where it goes. */
import { z } from 'zod';
import { isAddress } from '../../reading/address-range.ts';
import { APP_RESULTS } from './app-step.ts';

const text = z.string().trim().max(200).default('');

/** An imagined visit. Values that are left out are unknown. */
export const explainSchema = z.strictObject({
  geo: z
    .string()
    .trim()
    .regex(/^([A-Za-z]{2})?$/, { error: 'Two letters, such as DE.' })
    .default('')
    .transform((code) => code.toUpperCase()),
  language: text,
  device: text,
  os: text,
  browser: text,
  address: z
    .string()
    .trim()
    .refine((address) => address === '' || isAddress(address, 'ipv4') || isAddress(address, 'ipv6'), {
      error: 'One IP address, such as 203.0.113.7.',
    })
    .default(''),
  /** The name or id of a traffic source, as in a link. */
  source: text,
  referrer: text,
  /** The host of the link. */
  host: text,
  sub1: text,
  sub2: text,
  sub3: text,
  sub4: text,
  sub5: text,
  code: text,
  /** The current time if left out. */
  at: z.iso.datetime().nullish(),
  returning: z.boolean().default(false),
  /** The name in the visitor's cookie: the same visitor is always sent to the same campaign. */
  visitor: text,
});

export const DEAL_SKIP_REASONS = [
  'partner_paused',
  'not_yet_valid',
  'no_longer_valid',
  'over_cap',
  'waterfall_blocked',
  'weight_zero',
  'no_link',
  'dead_link',
] as const;
export type DealSkipReason = (typeof DEAL_SKIP_REASONS)[number];
const DEAL_ASKED = ['chosen', 'not_tried', ...DEAL_SKIP_REASONS] as const;

/** `empty`: it matched, but nothing in it can take the click. `idle`: paused, or its conditions cannot be read. */
const RULE_OUTCOMES = ['decided', 'empty', 'not_matched', 'not_tried', 'idle'] as const;

/** A condition or a group of conditions, and whether it matched. */
export type ExplainedNode =
  | { words: string; holds: boolean }
  | { match: 'all' | 'any'; holds: boolean; items: ExplainedNode[] };
const explainedNodeSchema: z.ZodType<ExplainedNode> = z.union([
  z.object({ words: z.string(), holds: z.boolean() }),
  z.object({
    match: z.enum(['all', 'any']),
    holds: z.boolean(),
    get items() {
      return z.array(explainedNodeSchema);
    },
  }),
]);

export const explainedRuleSchema = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(['global', 'banner', 'box']),
  outcome: z.enum(RULE_OUTCOMES),
  /** Whether all of its conditions or any of them must match. */
  match: z.enum(['all', 'any']),
  /** The conditions in their groups; empty if the rule was not tried. */
  conditions: z.array(explainedNodeSchema),
  words: z.string(),
});
export type ExplainedRule = z.infer<typeof explainedRuleSchema>;

/** The result of a deal: `chosen`, why it was skipped, or `not_tried` because an earlier deal took the click. */
export const explainedDealSchema = z.object({
  dealId: z.number(),
  partnerId: z.number(),
  partner: z.string(),
  dealType: z.string(),
  /** 0 if unknown. */
  offerId: z.number(),
  weight: z.number(),
  /** Percent of first choices. */
  share: z.number(),
  outcome: z.enum(DEAL_ASKED),
});
export type ExplainedDeal = z.infer<typeof explainedDealSchema>;

/** The deals a click was offered to, in the order in which they were tried. */
export const explainedDealsSchema = z.object({
  version: z.number(),
  deals: z.array(explainedDealSchema),
});
export type ExplainedDeals = z.infer<typeof explainedDealsSchema>;

/** The click-out from a prelander or lander to the offer, if it happened at the same moment. */
export const explainedOutSchema = explainedDealsSchema.extend({
  reason: z.string(),
  offerId: z.number().nullable(),
  targetUrl: z.string().nullable(),
  /** Null if the target has no app addresses. */
  app: z.enum(APP_RESULTS).nullable(),
});
export type ExplainedOut = z.infer<typeof explainedOutSchema>;

/** The labels of outcomes. */
export const DEAL_OUTCOMES: Readonly<Record<ExplainedDeal['outcome'], string>> = {
  chosen: 'Chosen',
  not_tried: 'Not tried',
  partner_paused: 'Partner paused',
  not_yet_valid: 'Not valid yet',
  no_longer_valid: 'No longer valid',
  over_cap: 'Lead cap reached',
  waterfall_blocked: 'Blocks the waterfall',
  weight_zero: 'Weight 0',
  no_link: 'No link to its offer',
  dead_link: 'Its link is dead',
};

/** Explanations of where a click went, by the reason of its fact. */
export const CLICK_REASONS: Readonly<Record<string, string>> = {
  rule: 'A rule decided.',
  allocation: 'No rule matched: the box’s own allocation decided.',
  no_campaign: 'No campaign can take the click: it goes to the fallback link.',
  no_deal: 'No deal can take the click: it goes to the fallback link.',
  no_link: 'The page’s offer has no link: the click goes to the fallback link.',
  dead_link: 'The link of the page’s offer is dead: the click goes to the fallback link.',
  out: 'The visitor continued to the offer.',
  out_again: 'The visitor continued to the offer again; the click-out was already counted.',
  bot: 'The user agent names a bot or is missing: the click was redirected and counts as a bot visit.',
  look_ahead: 'This was a prefetch or link preview: it was redirected and counts as a bot visit.',
  burst: 'Too many clicks came from one IP address at once: this one was redirected and counts as a bot visit.',
  test: 'This was a test click of the launch check: it counts nothing.',
  box_paused: 'The box is paused: every visitor goes to the fallback link.',
  box_not_begun: 'The first day of the box has not come yet: every visitor goes to the fallback link.',
  box_ended: 'The last day of the box is over: every visitor goes to the fallback link.',
  box_used_up: 'The box has had its most clicks: every visitor goes to the fallback link.',
  no_target: 'There is no destination.',
  page: 'A page or a button of ours was shown.',
  direct_link: 'A direct link leads to its target.',
  link_not_begun: 'The first day of the direct link has not come yet: the click goes to its fallback link.',
  link_ended: 'The last day of the direct link is over: the click goes to its fallback link.',
  link_used_up: 'The direct link has had its most clicks: the click goes to its fallback link.',
};

export const explanationSchema = z.object({
  at: z.string(),
  configuration: z.string(),
  /** All rules of the box in their order. */
  rules: z.array(explainedRuleSchema),
  /** The campaigns the choice was made from, with their shares in percent of those that can take the click. */
  allocation: z.array(
    z.object({
      campaignId: z.number(),
      weight: z.number(),
      share: z.number(),
      chosen: z.boolean(),
    }),
  ),
  skipped: z.array(
    z.object({
      campaignId: z.number(),
      reason: z.string(),
    }),
  ),
  /** For an offer lander, the deals for its product and geo; null if no deal is chosen. */
  deals: explainedDealsSchema.nullable(),
  /** Null if the click does not lead to a page with a click-out. */
  out: explainedOutSchema.nullable(),
  reason: z.string(),
  ruleId: z.number().nullable(),
  campaignId: z.number().nullable(),
  /** Null if there is no destination. */
  targetUrl: z.string().nullable(),
  /** Null if the target has no app addresses. */
  app: z.enum(APP_RESULTS).nullable(),
});
export type Explanation = z.infer<typeof explanationSchema>;
