/**
 * Offers past clicks to the deals again, with the saved weights and with drafted ones. A click counts for each deal with
 * the chance that the router gives it, because new weights choose anew for every visitor. Pure (docs/decisions/0024).
 */
import { dealsFor, skipOf } from '../decide/deal.ts';
import type { RoutingConfig } from '../snapshot/config.ts';
import type { Step } from '../snapshot/deals.ts';
import type { Side } from './replay.ts';

/** A click at the moment at which a deal was chosen for it. */
export interface PastChoice {
  step: Step;
  at: number;
  boxId: number;
  campaignId: number;
}

/** The clicks that a deal takes before and after; the key 0 stands for the fallback link. */
export type DealShares = Map<number, { before: number; after: number }>;

/** The configuration with other weights of deals, heaviest first as it is read. */
export function withWeights(config: RoutingConfig, weights: ReadonlyMap<number, number>): RoutingConfig {
  const deals = config.deals.map((deal) => ({ ...deal, weight: weights.get(deal.id) ?? deal.weight }));
  return { ...config, deals: deals.sort((one, other) => other.weight - one.weight || one.id - other.id) };
}

/** The chance of each deal to take a click, 0 for the fallback link; empty if no deal can be chosen for it. */
function chancesOf({ snapshot }: Side, { step, boxId, campaignId, at }: PastChoice, geo: string): Map<number, number> {
  const chances = new Map<number, number>();
  const campaign = snapshot.campaigns.get(campaignId);
  if (campaign === undefined || (step === 'visit' && campaign.landerType !== 'offer_lander')) return chances;
  const { ways, overflow } = dealsFor(snapshot, { campaign, box: snapshot.boxes.get(boxId) ?? null, step }, geo);
  const total = ways.reduce((sum, { weight }) => sum + weight, 0);
  const isOpen = (way: (typeof ways)[number]) => skipOf(snapshot, way, at) === undefined;
  const next = overflow.asked.find(isOpen)?.deal.id ?? 0;
  for (const way of ways) {
    const taking = isOpen(way) ? way.deal.id : next;
    chances.set(taking, (chances.get(taking) ?? 0) + way.weight / total);
  }
  return chances;
}

/** Adds one click; returns whether a deal can be chosen for it. Clicks must come in the order of time. */
export function replayChoice(
  shares: DealShares,
  choice: PastChoice,
  geo: string,
  sides: { before: Side; after: Side },
): boolean {
  const chances = { before: new Map<number, number>(), after: new Map<number, number>() };
  for (const side of ['before', 'after'] as const) {
    const { caps } = sides[side];
    caps.advance(choice.at);
    chances[side] = chancesOf(sides[side], choice, geo);
    for (const [dealId, chance] of chances[side]) if (dealId !== 0) caps.sent(dealId, choice.at, chance);
  }
  if (chances.before.size === 0 && chances.after.size === 0) return false;
  for (const side of ['before', 'after'] as const) {
    // Without any deal, the campaign's own offer takes the click, which is no deal either.
    if (chances[side].size === 0) chances[side].set(0, 1);
    for (const [dealId, chance] of chances[side]) {
      const known = shares.get(dealId) ?? { before: 0, after: 0 };
      shares.set(dealId, { ...known, [side]: known[side] + chance });
    }
  }
  return true;
}
