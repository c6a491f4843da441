/** Problems of a draft. The server finds them; this file describes them in words. */
import { z } from 'zod';

const FINDING_CODES = [
  'rule_never',
  'rule_over',
  'rule_shadowed',
  'rule_paused',
  'rule_unreadable',
  'rule_empty',
  'rule_unused',
  'allocation_never',
  'allocation_empty',
  'campaign_paused',
  'campaign_archived',
  'campaign_missing',
  'campaign_bad_target',
  'campaign_dead_link',
  'campaign_twice',
  'weight_zero',
  'fallback_missing',
  'fallback_site',
  'box_paused',
  'box_not_begun',
  'box_ended',
  'nowhere',
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

/** `error`: some visitors have nowhere to go. `warning`: something that was set up has no effect. `note`: good to know. */
const SEVERITIES = ['error', 'warning', 'note'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const findingSchema = z.object({
  code: z.enum(FINDING_CODES),
  severity: z.enum(SEVERITIES),
  /** The path in the form, such as `rules.1`, `allocation.0` or `conditions.items.2`; '' for the whole form. */
  field: z.string(),
  message: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

/** The finding before names are filled in. */
export interface FoundProblem {
  code: FindingCode;
  severity: Severity;
  field: string;
  /** The rule concerned, if any, and the rules before it. */
  rule?: string;
  before?: readonly string[];
  campaignId?: number;
  /** The box concerned, if the draft is a rule. */
  boxId?: number;
  /** Conditions in words that contradict each other. */
  words?: readonly string[];
  /** Geos and devices, in words. */
  places?: string;
}

const quoted = (names: readonly string[] = []): string => {
  const list = names.map((name) => `“${name}”`);
  if (list.length < 2) return list.join('');
  return `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`;
};

/** Describes a problem in a sentence. */
export function findingMessage(
  found: FoundProblem,
  nameOf: (entity: 'campaign' | 'campaignBox', id: number) => string,
): string {
  const rule = found.rule === undefined ? 'This rule' : `Rule “${found.rule}”`;
  const where = found.boxId === undefined ? '' : ` in box “${nameOf('campaignBox', found.boxId)}”`;
  const campaign = found.campaignId === undefined ? '' : `“${nameOf('campaign', found.campaignId)}”`;
  const words = (found.words ?? []).join(' · ');
  switch (found.code) {
    case 'rule_never':
      return `${rule} can never match${where}: no visit meets ${words || 'its conditions'}.`;
    case 'rule_over':
      return `${rule} can no longer match: its dates are in the past.`;
    case 'rule_shadowed':
      return `${rule} is never reached${where}: ${quoted(found.before)} ${
        (found.before ?? []).length > 1 ? 'take' : 'takes'
      } every visit that it could match.`;
    case 'rule_paused':
      return `${rule} is paused and is not used.`;
    case 'rule_unreadable':
      return `${rule} is not used: its conditions cannot be read.`;
    case 'rule_empty':
      return `${rule} has no effect: none of its campaigns can take a click, so the next rule is tried.`;
    case 'rule_unused':
      return 'No box uses this rule yet.';
    case 'allocation_never':
      return `The allocation is never used: ${quoted(found.before)} ${
        (found.before ?? []).length > 1 ? 'take' : 'takes'
      } every visit.`;
    case 'allocation_empty':
      return 'No campaign in the allocation can take a click: visitors that no rule matches go to the fallback link.';
    case 'campaign_paused':
      return `${campaign} is paused: its weight goes to the other campaigns.`;
    case 'campaign_archived':
      return `${campaign} is archived: its weight goes to the other campaigns.`;
    case 'campaign_missing':
      return 'This campaign does not exist: its weight goes to the other campaigns.';
    case 'campaign_bad_target':
      return `${campaign} has an invalid target URL: its weight goes to the other campaigns.`;
    case 'campaign_dead_link':
      return `${campaign} has left the rotation because its link is dead: its weight goes to the other campaigns.`;
    case 'campaign_twice':
      return `${campaign} is listed twice.`;
    case 'weight_zero':
      return `${campaign} has weight 0: no visitor will see it.`;
    case 'fallback_missing':
      return 'There is no fallback: neither the box nor its site has a valid fallback link.';
    case 'fallback_site':
      return 'The fallback link is invalid: the fallback link of the site is used instead.';
    case 'box_paused':
      return 'The box is paused: every visitor goes to the fallback link.';
    case 'box_not_begun':
      return 'The first day has not come yet: until then, every visitor goes to the fallback link.';
    case 'box_ended':
      return 'The last day is over: every visitor goes to the fallback link.';
    case 'nowhere':
      return `Judged by geo and device alone, visitors from ${found.places} match no rule or campaign and go to the fallback link.`;
  }
}
