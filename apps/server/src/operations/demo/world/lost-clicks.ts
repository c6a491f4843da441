/** The lost clicks of the last weeks: they fill the leakage meter of the demo. */

import type { FactKind } from '@signpost/contract/traffic/clicks/fact.ts';
import type { TraceStep } from '@signpost/contract/traffic/clicks/trace.ts';
import type { Known } from './line.ts';
import { BEST_WALLET } from './partners.ts';
import { type Chance, chance } from './random.ts';
import { DAYS } from './traffic.ts';

/** As long as decisions are traced, because the trace says that a cap was reached. */
const LOST_DAYS = 60;
/** The partner whose deals are full every evening from this hour (UTC) on. */
const CAPPED = { partnerId: BEST_WALLET, hour: 21, share: 0.5 } as const;
/** A few visits from countries that no rule and no deal knows. */
const SHARES = { noCampaign: 0.003, noDeal: 0.006 } as const;
/** Days before the end on which one address sent far too many clicks, and the hour in which it did. */
const BURST = { daysAgo: 5, hour: 14, share: 0.5 } as const;
const HOUR_MS = 3_600_000;

interface Click {
  at: number;
  partnerId: number;
  campaignId: number;
  dealId: number;
}

/** The other outcome of a click: the kind of its fact and its columns. */
export interface LostClick {
  kind: FactKind;
  known: Known;
}

const traceOf = (...steps: TraceStep[]): string =>
  JSON.stringify({
    configuration: '0',
    steps: [{ step: 'box', result: 'active' }, ...steps, { step: 'fallback', result: 'box' }],
  });
const noDeal = (dealId: number, reason: 'over_cap' | 'partner_paused'): TraceStep => ({
  step: 'deal',
  result: 'none',
  version: 0,
  skipped: [{ dealId, reason }],
});

/** Decides which clicks of a day are lost. Its luck is its own, so that it changes nothing else about the day. */
export class LostClicks {
  readonly #day: number;
  readonly #luck: Chance;

  constructor(day: number) {
    this.#day = day;
    this.#luck = chance(day * 104_729 + 5);
  }

  /** How a click is lost; null if it is not. */
  of({ at, partnerId, campaignId, dealId }: Click): LostClick | null {
    if (this.#day < DAYS - LOST_DAYS) return null;
    const hour = Math.floor(at / HOUR_MS) % 24;
    const roll = this.#luck.next();
    if (this.#day === DAYS - 1 - BURST.daysAgo && hour === BURST.hour && roll < BURST.share)
      return { kind: 'bot_visit', known: { botVisits: 1, reason: 'burst' } };
    const chosen: TraceStep = { step: 'campaign', result: 'chosen', campaignId };
    if (partnerId === CAPPED.partnerId && hour >= CAPPED.hour && roll < CAPPED.share) {
      return this.#visit('no_deal', traceOf(chosen, noDeal(dealId, 'over_cap')), campaignId);
    }
    if (roll < SHARES.noCampaign) return this.#visit('no_campaign', traceOf(), 0);
    if (roll < SHARES.noCampaign + SHARES.noDeal)
      return this.#visit('no_deal', traceOf(chosen, noDeal(dealId, 'partner_paused')), campaignId);
    return null;
  }

  #visit(reason: string, trace: string, campaignId: number): LostClick {
    return {
      kind: 'visit',
      known: { visits: 1, reason, trace, campaignId, targetUrl: 'https://fallback.example/' },
    };
  }
}
