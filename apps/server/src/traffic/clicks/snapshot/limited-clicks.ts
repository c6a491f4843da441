/** Counts the clicks of direct links and boxes that have a limit, without a query for each click (docs/decisions/0359). */
import { z } from 'zod';

/** The tables whose rows can have a limit of clicks. Their ids may be equal. */
const LIMITED = ['direct_links', 'campaign_boxes'] as const;
export type LimitedTable = (typeof LIMITED)[number];

export interface CountedClicks {
  table: LimitedTable;
  id: number;
  clicks: number;
}

/** Identifies one direct link or box. It is built when the configuration is compiled, not at each click. */
export type LimitedKey = `${LimitedTable} ${number}`;
export const limitedKey = (table: LimitedTable, id: number): LimitedKey => `${table} ${id}`;

export const totalsSchema = z.array(z.object({ table: z.enum(LIMITED), id: z.number(), clicks: z.number() }));

/** The clicks of all that have a limit, as all routers have stored them. */
export const totalsSql = `SELECT coalesce(json_agg(json_build_object('table', kind, 'id', id, 'clicks', clicks)), '[]') AS totals
  FROM (SELECT 'direct_links' AS kind, id, clicks FROM direct_links WHERE max_clicks IS NOT NULL
    UNION ALL SELECT 'campaign_boxes', id, clicks FROM campaign_boxes WHERE max_clicks IS NOT NULL) l`;

interface Counter {
  readonly table: LimitedTable;
  readonly id: number;
  /** The total that all routers have stored. */
  stored: number;
  /** Clicks that are being stored. They may or may not be in a total that is read meanwhile. */
  taken: number;
  /** Clicks that are not stored yet. */
  counted: number;
}

/** The clicks that all routers have stored, and those of this router that are not stored yet. */
export class LimitedClicks {
  readonly #counters = new Map<LimitedKey, Counter>();
  #isStoring = false;

  count({ table, id }: Pick<CountedClicks, 'table' | 'id'>): void {
    this.#counter(table, id).counted += 1;
  }

  clicksOf(key: LimitedKey): number {
    const counter = this.#counters.get(key);
    if (counter === undefined) return 0;
    return counter.stored + counter.taken + counter.counted;
  }

  /** Takes over totals that were read. Totals only grow, so of two the larger one is the newer one. */
  refresh(read: readonly CountedClicks[]): void {
    if (this.#isStoring) return;
    for (const { table, id, clicks } of read) {
      const counter = this.#counter(table, id);
      counter.stored = Math.max(clicks, counter.stored);
    }
  }

  /** The clicks that were counted since the last call. They count as being stored until `keep` or `putBack`. */
  take(): CountedClicks[] {
    const taken: CountedClicks[] = [];
    for (const counter of this.#counters.values()) {
      counter.taken = counter.counted;
      counter.counted = 0;
      if (counter.taken > 0) taken.push({ table: counter.table, id: counter.id, clicks: counter.taken });
    }
    this.#isStoring = taken.length > 0;
    return taken;
  }

  /** Takes over the totals after storing. */
  keep(stored: readonly CountedClicks[]): void {
    for (const counter of this.#counters.values()) counter.taken = 0;
    this.#isStoring = false;
    this.refresh(stored);
  }

  /** Adds visits that could not be stored to the counts again. */
  putBack(counted: readonly CountedClicks[]): void {
    for (const counter of this.#counters.values()) counter.taken = 0;
    this.#isStoring = false;
    for (const { table, id, clicks } of counted) this.#counter(table, id).counted += clicks;
  }

  #counter(table: LimitedTable, id: number): Counter {
    const key = limitedKey(table, id);
    const known = this.#counters.get(key);
    if (known !== undefined) return known;
    const counter: Counter = { table, id, stored: 0, taken: 0, counted: 0 };
    this.#counters.set(key, counter);
    return counter;
  }
}

/** The clicks as they are stored, without those that routers hold. Used to explain decisions. */
export function limitedClicksOf(read: readonly CountedClicks[]): LimitedClicks {
  const clicks = new LimitedClicks();
  clicks.refresh(read);
  return clicks;
}
