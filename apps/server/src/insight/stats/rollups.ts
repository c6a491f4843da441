/**
 * The rollups that ClickHouse keeps inside the facts (migrations/clickhouse), as data for the planner; a test holds both
 * against each other.
 */

/**
 * The precision of time: a rollup's week (from Monday), day or hour (UTC), or the facts themselves. `date` is also a day,
 * but of the rollup for visitors alone. It needs an expression of its own: of two rollups with the same one, the engine
 * takes the one with fewer marks, even if that has more sketches to merge.
 */
export type Grain = 'week' | 'date' | 'day' | 'hour' | 'raw';

/** The time at which a fact counts: its own, or its click's. */
export type TimeColumn = 'at' | 'click_at';

export interface Rollup {
  name: string;
  grain: Exclude<Grain, 'raw'>;
  by: TimeColumn;
  /** Columns of facts it can be grouped and filtered by. */
  columns: readonly string[];
  /**
   * Whether it stores distinct visitors. Their sketches are large, so only frequently used rollups have them. `only`: it
   * answers no other questions, because a smaller rollup does.
   */
  visitors: boolean | 'only';
}

const SOURCE = ['traffic_source_id', 'native_box_type'];
const ROUTE = [
  'traffic_source_id',
  'campaign_box_id',
  'campaign_id',
  'prelander_id',
  'offer_id',
  'product_id',
  'partner_id',
  'integration_id',
  'website_id',
  'publisher_id',
  'domain_id',
  'native_box_type',
  'referral_code_id',
];
const HOURLY_ROUTE = [
  'traffic_source_id',
  'campaign_box_id',
  'partner_id',
  'product_id',
  'website_id',
  'publisher_id',
  'native_box_type',
];

/** Rollups of the same grain and time are ordered by size, the smallest first. */
export const ROLLUPS: readonly Rollup[] = [
  { name: 'week_visitors', grain: 'week', by: 'at', columns: ['traffic_source_id'], visitors: 'only' },
  { name: 'date_visitors', grain: 'date', by: 'at', columns: ['traffic_source_id'], visitors: 'only' },
  { name: 'day_source', grain: 'day', by: 'at', columns: SOURCE, visitors: true },
  { name: 'day_route', grain: 'day', by: 'at', columns: ROUTE, visitors: false },
  { name: 'day_geo', grain: 'day', by: 'at', columns: ['geo_id', 'traffic_source_id'], visitors: false },
  {
    name: 'day_agent',
    grain: 'day',
    by: 'at',
    columns: ['device', 'os', 'browser', 'traffic_source_id'],
    visitors: false,
  },
  { name: 'day_referrer', grain: 'day', by: 'at', columns: ['referrer', 'traffic_source_id'], visitors: false },
  { name: 'hour_source', grain: 'hour', by: 'at', columns: SOURCE, visitors: false },
  { name: 'hour_route', grain: 'hour', by: 'at', columns: HOURLY_ROUTE, visitors: false },
  { name: 'click_day_source', grain: 'day', by: 'click_at', columns: SOURCE, visitors: false },
  { name: 'click_day_route', grain: 'day', by: 'click_at', columns: ROUTE, visitors: false },
  { name: 'click_hour_route', grain: 'hour', by: 'click_at', columns: HOURLY_ROUTE, visitors: false },
];

/**
 * The smallest rollup of a grain and time that has all of these columns (and distinct visitors, if needed), if there is
 * one.
 */
export function rollupFor(
  grain: Rollup['grain'],
  by: TimeColumn,
  columns: ReadonlySet<string>,
  visitors: boolean,
): Rollup | undefined {
  return ROLLUPS.find(
    (it) =>
      it.grain === grain &&
      it.by === by &&
      (visitors ? it.visitors !== false : it.visitors !== 'only') &&
      [...columns].every((column) => it.columns.includes(column)),
  );
}
