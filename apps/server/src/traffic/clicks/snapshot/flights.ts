/** A router's own clicks to capped deals. They are added to the measured counts until the measurement includes them. */
import { type CapUse, type DealUse, FIRST_LEAD_RATE } from './caps.ts';

/**
 * A click is included in the measurement after this time at most. Until then it may count twice, which is better than
 * not at all.
 */
const OVERLAP_MS = 2_000;
/** After this time without a lead, a click no longer counts as one that may become a lead. */
export const FLIGHT_MS = 30 * 60_000;
const SECOND_MS = 1_000;

interface Known {
  use: DealUse | undefined;
  /** This router's clicks that `use` may not have seen. */
  own: number;
}

/** This router's clicks by deal and second. */
export class Flights implements CapUse {
  readonly #sent = new Map<number, Map<number, number>>();
  #known = new Map<number, Known>();

  /** Records a click that was sent to a deal at `at` (milliseconds since 1970). */
  sent(dealId: number, at: number): void {
    const second = Math.floor(at / SECOND_MS);
    const seconds = this.#sent.get(dealId) ?? new Map<number, number>();
    seconds.set(second, (seconds.get(second) ?? 0) + 1);
    this.#sent.set(dealId, seconds);
    const known = this.#known.get(dealId) ?? { use: undefined, own: 0 };
    known.own += 1;
    this.#known.set(dealId, known);
  }

  /** Takes over the measured counts and removes the clicks that they include. */
  refresh(rows: readonly DealUse[], now: number): void {
    const fresh = new Map<number, Known>(rows.map((use) => [use.dealId, { use, own: 0 }]));
    for (const [dealId, seconds] of this.#sent) {
      const known = fresh.get(dealId) ?? { use: undefined, own: 0 };
      const from = Math.max((known.use?.measuredAt ?? 0) - OVERLAP_MS, now - FLIGHT_MS);
      for (const [second, count] of seconds) {
        if ((second + 1) * SECOND_MS <= from) seconds.delete(second);
        else known.own += count;
      }
      if (seconds.size === 0) this.#sent.delete(dealId);
      else fresh.set(dealId, known);
    }
    this.#known = fresh;
  }

  leadsOn(dealId: number, day: string): number {
    const known = this.#known.get(dealId);
    if (known === undefined) return 0;
    const { use, own } = known;
    if (use === undefined) return own * FIRST_LEAD_RATE;
    return (use.day === day ? use.accepted : 0) + (use.inFlight + own) * use.leadRate;
  }
}
