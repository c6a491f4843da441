/** Decides clicks again, with the saved configuration and with a draft, and counts the results. Pure (docs/decisions/0024). */

import { readConditions } from '@signpost/contract/traffic/clicks/conditions.ts';
import type { Draft } from '@signpost/contract/traffic/clicks/draft.ts';
import type { TraceStep } from '@signpost/contract/traffic/clicks/trace.ts';
import { compileConditions, type Matcher } from '../conditions/condition-match.ts';
import { decide } from '../decide/decide.ts';
import { subjectOf, type Visit } from '../decide/visit.ts';
import type { Snapshot } from '../snapshot/compile.ts';
import { seedOf } from '../snapshot/rules.ts';
import type { ReplayedCaps } from './replayed-caps.ts';

/** A click as it was recorded. */
export interface PastClick {
  visit: Visit;
  geoId: number;
  campaignId: number;
  partnerId: number;
}

/** A configuration, and how full its deals are during the replay. */
export interface Side {
  snapshot: Snapshot;
  caps: ReplayedCaps;
}

/** The clicks that a deal got, and those that its cap kept away. */
export interface DealCounts {
  before: number;
  after: number;
  overBefore: number;
  overAfter: number;
}

export interface Counts {
  recorded: number;
  before: number;
  after: number;
}

/** The value of a click of a campaign in a geo; undefined if unknown. */
export type Worth = (campaignId: number, geoId: number) => number | undefined;

/** The sum of the known values, and the number of clicks with a known value. */
interface Expected {
  revenue: number;
  known: number;
}

export interface Tally {
  /** Clicks that could be decided. A click counts as `unjudged` if a rule needs its address. */
  decided: number;
  unjudged: number;
  moved: number;
  /** The clicks that the drafted rule matches, and the clicks that it decides. */
  matched: number;
  decides: number;
  campaigns: Map<number, Counts>;
  partners: Map<number, Counts>;
  deals: Map<number, DealCounts>;
  expected: { before: Expected; after: Expected };
}

export const emptyTally = (): Tally => ({
  decided: 0,
  unjudged: 0,
  moved: 0,
  matched: 0,
  decides: 0,
  campaigns: new Map(),
  partners: new Map(),
  deals: new Map(),
  expected: { before: { revenue: 0, known: 0 }, after: { revenue: 0, known: 0 } },
});

function count(counts: Map<number, Counts>, id: number, side: keyof Counts): void {
  const known = counts.get(id) ?? { recorded: 0, before: 0, after: 0 };
  known[side] += 1;
  counts.set(id, known);
}

const OVER = { before: 'overBefore', after: 'overAfter' } as const;

function countDeal(deals: Tally['deals'], id: number, side: keyof DealCounts): void {
  const known = deals.get(id) ?? { before: 0, after: 0, overBefore: 0, overAfter: 0 };
  known[side] += 1;
  deals.set(id, known);
}

/** Deals that lost clicks because of their cap. */
const overCap = (trace: readonly TraceStep[]): number[] =>
  trace
    .filter((step) => step.step === 'deal')
    .flatMap(({ skipped = [] }) => skipped)
    .filter(({ reason }) => reason === 'over_cap')
    .map(({ dealId }) => dealId);

/** Where a click ends: 0 stands for the fallback link. */
function endOf(snapshot: Snapshot, visit: Visit) {
  const { campaign, offer, place, rule, trace } = decide(snapshot, visit);
  // A campaign whose every deal was skipped does not get the click.
  const fellBack = trace.some(({ step }) => step === 'fallback');
  return {
    campaignId: fellBack ? 0 : (campaign?.id ?? 0),
    partnerId: offer.partnerId,
    dealId: offer.dealId,
    over: overCap(trace),
    place,
    rule,
  };
}

/** The rule of a draft, whether or not any box uses it. */
export interface DraftedRule {
  id: number;
  matches: Matcher;
}

/** The rule of a draft; null if the draft is a box, is paused, or has incomplete conditions. */
export function draftedRule({ kind, values }: Draft, id: number): DraftedRule | null {
  if (kind === 'campaignBox' || kind === 'seoCampaignBox' || values.status === 'paused') return null;
  const conditions = readConditions(values.conditions);
  return conditions && { id, matches: compileConditions(conditions, seedOf(id)) };
}

/** Adds one click to the tally. Clicks must come in the order of time. */
export function replayClick(
  tally: Tally,
  click: PastClick,
  sides: { before: Side; after: Side },
  { worth, rule = null }: { worth: Worth; rule?: DraftedRule | null },
): void {
  const { at } = click.visit;
  for (const { caps } of [sides.before, sides.after]) caps.advance(at);
  // Facts do not store the address, so a click cannot be judged if a rule needs it.
  let isAddressAsked = false;
  const visit: Visit = {
    ...click.visit,
    get address() {
      isAddressAsked = true;
      return '';
    },
  };
  const ends = { before: endOf(sides.before.snapshot, visit), after: endOf(sides.after.snapshot, visit) };
  const isMatched = rule?.matches(subjectOf(visit, ends.after.place));
  if (isAddressAsked) {
    tally.unjudged += 1;
    return;
  }
  tally.decided += 1;
  count(tally.campaigns, click.campaignId, 'recorded');
  count(tally.partners, click.partnerId, 'recorded');
  for (const side of ['before', 'after'] as const) {
    const { campaignId, partnerId, dealId, over } = ends[side];
    for (const id of over) countDeal(tally.deals, id, OVER[side]);
    count(tally.campaigns, campaignId, side);
    count(tally.partners, partnerId, side);
    if (dealId !== 0) {
      countDeal(tally.deals, dealId, side);
      sides[side].caps.sent(dealId, at);
    }
    // The fallback link earns nothing.
    const value = campaignId === 0 ? 0 : worth(campaignId, click.geoId);
    if (value === undefined) continue;
    tally.expected[side].revenue += value;
    tally.expected[side].known += 1;
  }
  const { before, after } = ends;
  if (isMatched) tally.matched += 1;
  if (rule !== null && after.rule?.id === rule.id) tally.decides += 1;
  if (before.campaignId !== after.campaignId || before.dealId !== after.dealId) tally.moved += 1;
}
