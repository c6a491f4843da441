/** Counts the clicks of direct links that have a limit, without a query for each click (docs/decisions/0359). */
import { z } from 'zod';
import type { Query } from './config.ts';

export interface CountedClicks {
  directLinkId: number;
  clicks: number;
}

const totals = z.array(z.object({ directLinkId: z.number(), clicks: z.number() }));

/** Asks PostgreSQL for the clicks of links with a limit, as all routers have stored them. */
export async function readLinkClicks(query: Query): Promise<CountedClicks[]> {
  const [row] =
    await query(`SELECT coalesce(json_agg(json_build_object('directLinkId', id, 'clicks', clicks)), '[]') AS totals
    FROM direct_links WHERE max_clicks IS NOT NULL`);
  return totals.parse(row?.totals);
}

/** The clicks that all routers have stored, and those of this router that are not stored yet. */
export class LinkClicks {
  readonly #stored = new Map<number, number>();
  #counted = new Map<number, number>();
  /** The clicks that are being stored. They may or may not be in a total that is read meanwhile. */
  #taken = new Map<number, number>();

  count(directLinkId: number): void {
    this.#counted.set(directLinkId, (this.#counted.get(directLinkId) ?? 0) + 1);
  }

  clicksOf(directLinkId: number): number {
    return (
      (this.#stored.get(directLinkId) ?? 0) +
      (this.#taken.get(directLinkId) ?? 0) +
      (this.#counted.get(directLinkId) ?? 0)
    );
  }

  /** Takes over totals that were read. Totals only grow, so of two the larger one is the newer one. */
  refresh(read: readonly CountedClicks[]): void {
    if (this.#taken.size > 0) return;
    for (const { directLinkId, clicks } of read)
      this.#stored.set(directLinkId, Math.max(clicks, this.#stored.get(directLinkId) ?? 0));
  }

  /** The clicks that were counted since the last call. They count as being stored until `keep` or `putBack`. */
  take(): CountedClicks[] {
    this.#taken = this.#counted;
    this.#counted = new Map();
    return [...this.#taken].map(([directLinkId, clicks]) => ({ directLinkId, clicks }));
  }

  /** Takes over the totals after storing. */
  keep(stored: readonly CountedClicks[]): void {
    this.#taken = new Map();
    this.refresh(stored);
  }

  /** Counts the visits again that could not be stored. */
  putBack(counted: readonly CountedClicks[]): void {
    this.#taken = new Map();
    for (const { directLinkId, clicks } of counted)
      this.#counted.set(directLinkId, (this.#counted.get(directLinkId) ?? 0) + clicks);
  }
}
