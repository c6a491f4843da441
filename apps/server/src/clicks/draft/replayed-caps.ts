/** How full capped deals were at each moment of a replay: by the clicks that it gave them, and by leads from elsewhere. */
import { zoneTime } from '@signpost/contract/clicks/zone-time.ts';
import { type CapUse, FIRST_LEAD_RATE } from '../snapshot/caps.ts';

/** Leads that a deal got from boxes that are not replayed. */
export interface OtherLeads {
  dealId: number;
  at: number;
  leads: number;
}

interface Given {
  /** Leads that one replayed click stands for, by deal: its lead rate, and the clicks that were not decided again. */
  leadsAClick: (dealId: number) => number;
  timeZoneOf: (dealId: number) => string | undefined;
  /** In the order of time. */
  others: readonly OtherLeads[];
}

/** The lead rate of a deal whose leads nobody has measured is the one routers begin with. */
export const leadsAClick = (rates: ReadonlyMap<number, number>, every: number) => (dealId: number) =>
  (rates.get(dealId) ?? FIRST_LEAD_RATE) * every;

/** Clicks have to come in the order of time. A lead is counted on the day of its click: facts tell no other. */
export class ReplayedCaps implements CapUse {
  readonly #given: Given;
  /** By deal and its partner's day. */
  readonly #days = new Map<string, { clicks: number; others: number }>();
  #next = 0;

  constructor(given: Given) {
    this.#given = given;
  }

  /** Lets time pass up to `at`: what came from elsewhere until then takes its places. */
  advance(at: number): void {
    const { others } = this.#given;
    for (let other = others[this.#next]; other !== undefined && other.at <= at; other = others[this.#next]) {
      this.#add(other.dealId, other.at, 0, other.leads);
      this.#next += 1;
    }
  }

  /** A click went to a deal. */
  sent(dealId: number, at: number): void {
    this.#add(dealId, at, 1, 0);
  }

  leadsOn(dealId: number, day: string): number {
    const use = this.#days.get(`${dealId} ${day}`);
    return use === undefined ? 0 : use.others + use.clicks * this.#given.leadsAClick(dealId);
  }

  #add(dealId: number, at: number, clicks: number, others: number): void {
    const timeZone = this.#given.timeZoneOf(dealId);
    if (timeZone === undefined) return;
    const key = `${dealId} ${zoneTime(timeZone, at).day}`;
    const use = this.#days.get(key) ?? { clicks: 0, others: 0 };
    this.#days.set(key, { clicks: use.clicks + clicks, others: use.others + others });
  }
}
