/** Decides where a click goes, and why. Pure, so that routing, Explain and Replay run the same code (docs/product/clicks.md). */

import type { BoxState, TraceStep } from '@signpost/contract/traffic/clicks/trace.ts';
import type { Subject } from '../conditions/condition-match.ts';
import type { Allocation, Campaign, Candidate } from '../snapshot/allocation.ts';
import type { Box, Snapshot } from '../snapshot/compile.ts';
import type { Offered } from '../snapshot/deals.ts';
import { type Ends, endStateOf } from '../snapshot/ends.ts';
import type { PassOn } from '../snapshot/pass-on.ts';
import type { Rule } from '../snapshot/rules.ts';
import { BOX_STEPS, FALLBACKS } from '../snapshot/steps.ts';
import type { Target } from '../snapshot/target.ts';
import { choose } from './choose.ts';
import { chooseDeal, NO_OFFER, offerOf } from './deal.ts';
import { type Place, placeOf, subjectOf, type Visit } from './visit.ts';

/** Why the click went where it went. */
export type Reason =
  | 'allocation'
  | 'rule'
  | 'box_paused'
  /** The box takes no clicks at this time, or no more clicks. */
  | 'box_not_begun'
  | 'box_ended'
  | 'box_used_up'
  | 'no_campaign'
  | 'unknown_box'
  /** Every deal for its product and geo was skipped. */
  | 'no_deal'
  /** The step from a page to its offer. */
  | 'out'
  /** That page's offer has no link. */
  | 'no_link'
  /** That page's offer has a link, which is dead. */
  | 'dead_link'
  | 'no_target'
  | 'direct_link'
  /** The direct link takes no clicks at this time, or no more clicks. */
  | 'link_not_begun'
  | 'link_ended'
  | 'link_used_up'
  | 'unknown_link';

export interface Decision {
  readonly box: Box | null;
  readonly place: Place;
  /** The rule that decided; null if the box's own allocation did. */
  readonly rule: Rule | null;
  /** The version of the allocation that the campaign was chosen from. */
  readonly allocationVersion: number;
  readonly campaign: Campaign | null;
  /** The offer, its partner and its deal. */
  readonly offer: Offered;
  /** Null if the click has nowhere to go: the box is unknown, or neither it nor its site has a usable fallback. */
  readonly target: Target | null;
  readonly reason: Reason;
  readonly trace: readonly TraceStep[];
  /** The limit of the direct link or box that counts this click; null for none. */
  readonly countsFor?: Ends | null;
  /** The parameters that the direct link passes on. Boxes and campaigns carry their own. */
  readonly passOn?: PassOn;
}

/** Called for each rule that is tried, with whether it matched; Explain uses it. */
export type RuleWatcher = (rule: Rule, matched: boolean, subject: Subject) => void;

interface Draft {
  readonly snapshot: Snapshot;
  readonly visit: Visit;
  readonly box: Box;
  readonly place: Place;
  readonly watch: RuleWatcher | undefined;
  readonly state: BoxState;
  rule: Rule | null;
  allocation: Allocation;
  campaign: Campaign | null;
  offer: Offered;
  target: Target | null;
  reason: Reason;
  readonly trace: TraceStep[];
}

/** The steps in their order. Each works on the draft, until one has found the target. */
const STEPS: readonly ((draft: Draft) => void)[] = [checkBox, tryRules, chooseFromBox, chooseOffer, takeFallback];
const NOWHERE: Place = { source: undefined, websiteId: 0, domainId: 0, publisherId: 0 };

/** Decides one click. Never throws. */
export function decide(snapshot: Snapshot, visit: Visit, watch?: RuleWatcher): Decision {
  const box = snapshot.boxes.get(visit.boxId);
  if (box === undefined) {
    return {
      box: null,
      place: NOWHERE,
      rule: null,
      allocationVersion: 0,
      campaign: null,
      offer: NO_OFFER,
      target: null,
      reason: 'unknown_box',
      trace: [],
    };
  }
  const place = placeOf(snapshot, box, visit);
  // Written out, because spreading literals would cost more than the rest of this function.
  const draft: Draft = {
    snapshot,
    visit,
    box,
    place,
    watch,
    state: boxStateOf(snapshot, box, visit.at),
    rule: null,
    allocation: box.allocation,
    campaign: null,
    offer: NO_OFFER,
    target: null,
    reason: 'allocation',
    trace: [],
  };
  for (const step of STEPS) if (draft.target === null) step(draft);
  const { rule, campaign, offer, target, reason, trace } = draft;
  return {
    box,
    place,
    rule,
    allocationVersion: draft.allocation.version,
    campaign,
    offer,
    target,
    reason,
    trace,
    countsFor: draft.state === 'active' && box.ends.mostClicks !== 0 ? box.ends : null,
  };
}

const CLOSED_REASONS: Readonly<Record<Exclude<BoxState, 'active'>, Reason>> = {
  paused: 'box_paused',
  not_begun: 'box_not_begun',
  ended: 'box_ended',
  used_up: 'box_used_up',
};

/** Whether the box takes clicks at this time, and the reason if it does not. */
export function boxStateOf({ limitedClicks }: Pick<Snapshot, 'limitedClicks'>, box: Box, at: number): BoxState {
  if (box.paused) return 'paused';
  return endStateOf(limitedClicks, box.ends, at);
}

function checkBox(draft: Draft): void {
  if (draft.state !== 'active') draft.reason = CLOSED_REASONS[draft.state];
  draft.trace.push(BOX_STEPS[draft.state]);
}

/** The first matching rule that has a campaign for the click. */
function tryRules(draft: Draft): void {
  const { rules } = draft.box;
  if (draft.state !== 'active' || rules.all.length === 0) return;
  const subject = subjectOf(draft.visit, draft.place);
  const { watch } = draft;
  if (watch === undefined) {
    rules.firstTaken(draft.visit, subject, (rule) => takeRule(draft, rule));
    return;
  }
  // The watcher sees every rule.
  for (const rule of rules.all) {
    const matched = rule.matches(subject);
    watch(rule, matched, subject);
    if (matched && takeRule(draft, rule)) return;
  }
}

/** Takes a campaign of a matching rule; returns whether there was one for the click. */
function takeRule(draft: Draft, rule: Rule): boolean {
  const chosen = chooseFrom(draft, rule.allocation);
  draft.trace.push(chosen === undefined ? rule.steps.empty : rule.steps.matched);
  if (chosen === undefined) return false;
  draft.rule = rule;
  draft.reason = 'rule';
  take(draft, rule.allocation, chosen);
  return true;
}

function chooseFromBox(draft: Draft): void {
  if (draft.state !== 'active' || draft.campaign !== null) return;
  take(draft, draft.box.allocation, chooseFrom(draft, draft.box.allocation));
}

function chooseFrom(draft: Draft, { candidates, odds, version }: Allocation): Candidate | undefined {
  return choose(candidates, odds, draft.visit.visitor, version);
}

function take(draft: Draft, allocation: Allocation, chosen: Candidate | undefined): void {
  draft.allocation = allocation;
  if (chosen === undefined) draft.reason = 'no_campaign';
  else draft.campaign = chosen.campaign;
  draft.trace.push(chosen === undefined ? allocation.none : chosen.step);
}

/**
 * Chooses offer and target. For an offer lander, the deals for its product and geo decide. Every other campaign, and an
 * offer lander without any deal for the geo, uses its own offer.
 */
function chooseOffer(draft: Draft): void {
  const { campaign, box, snapshot, visit } = draft;
  if (campaign === null) return;
  if (campaign.landerType === 'offer_lander') {
    const chosen = chooseDeal(snapshot, { campaign, box, step: 'visit' }, visit);
    if (chosen !== undefined) {
      draft.trace.push(chosen.step);
      draft.offer = chosen.offer;
      draft.target = chosen.target;
      if (chosen.target === null) draft.reason = 'no_deal';
      return;
    }
  }
  draft.offer = offerOf(campaign);
  draft.target = campaign.target;
  if (campaign.offerStep !== null) draft.trace.push(campaign.offerStep);
}

function takeFallback(draft: Draft): void {
  const { fallback, siteFallback } = draft.box;
  draft.target = fallback ?? siteFallback;
  if (draft.target === null) draft.reason = 'no_target';
  draft.trace.push(fallbackStep(draft.box));
}

function fallbackStep({ fallback, siteFallback }: Pick<Box, 'fallback' | 'siteFallback'>): TraceStep {
  if (fallback !== null) return FALLBACKS.box;
  if (siteFallback !== null) return FALLBACKS.site;
  return FALLBACKS.none;
}
