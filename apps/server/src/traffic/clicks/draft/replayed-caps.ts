/**
 * Computes how full capped deals are at each moment of a replay, from the clicks that the replay sends them and from
 * leads of other boxes.
 */
import { zoneTime } from '../../../platform/zone-time.ts';
import { type CapUse, FIRST_LEAD_RATE } from '../snapshot/caps.ts';

/** Leads of a deal from boxes that are not replayed. */
export interface OtherLeads {
  dealId: number;
  at: number;
  leads: number;
}

interface Given {
  /** Leads per replayed click, by deal: the lead rate times the number of clicks that one replayed click stands for. */
  leadsAClick: (dealId: number) => number;
  timeZoneOf: (dealId: number) => string | undefined;
  /** In the order of time. */
  others: readonly OtherLeads[];
}

/** A deal without measured leads gets the lead rate that routers assume at first. */
export const leadsAClick = (rates: ReadonlyMap<number, number>, every: number) => (dealId: number) =>
  (rates.get(dealId) ?? FIRST_LEAD_RATE) * every;

/** Clicks must come in the order of time. A lead counts on the day of its click, because facts know no other day. */
export class ReplayedCaps implements CapUse {
  readonly #given: Given;
  /** By deal and its partner's day. */
  readonly #days = new Map<string, { clicks: number; others: number }>();
  #next = 0;

  constructor(given: Given) {
    this.#given = given;
  }

  /** Advances time to `at` and counts the leads from other boxes until then. */
  advance(at: number): void {
    const { others } = this.#given;
    for (let other = others[this.#next]; other !== undefined && other.at <= at; other = others[this.#next]) {
      this.#add(other.dealId, other.at, 0, other.leads);
      this.#next += 1;
    }
  }

  /** A click went to a deal, or a part of one if only its chance is known. */
  sent(dealId: number, at: number, clicks = 1): void {
    this.#add(dealId, at, clicks, 0);
  }

  leadsOn(dealId: number, day: string): number {
    const use = this.#days.get(`${dealId} ${day}`);
    if (use === undefined) return 0;
    return use.others + use.clicks * this.#given.leadsAClick(dealId);
  }

  #add(dealId: number, at: number, clicks: number, others: number): void {
    const timeZone = this.#given.timeZoneOf(dealId);
    if (timeZone === undefined) return;
    const key = `${dealId} ${zoneTime(timeZone, at).day}`;
    const use = this.#days.get(key) ?? { clicks: 0, others: 0 };
    this.#days.set(key, { clicks: use.clicks + clicks, others: use.others + others });
  }
}
