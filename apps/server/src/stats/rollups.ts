/**
 * The rollups that ClickHouse keeps inside the facts (0002-rollups.sql), as data for the planner; a test holds both
 * against each other. ClickHouse itself takes the smallest that carries what a statement names: the planner decides how
 * coarsely the statement may name time.
 */

/** How coarsely time is known: a rollup's day or hour (UTC), or the facts themselves. */
export type Grain = 'day' | 'hour' | 'raw';

export interface Rollup {
  name: string;
  grain: Exclude<Grain, 'raw'>;
  /** Columns of facts it can be grouped and filtered by. */
  columns: readonly string[];
  /** Carries distinct visitors: only where they are asked for often, since their states are large. */
  visitors: boolean;
}

const rollup = (name: string, grain: Rollup['grain'], columns: readonly string[], visitors = false): Rollup => ({
  name,
  grain,
  columns,
  visitors,
});

export const ROLLUPS: readonly Rollup[] = [
  rollup('day_source', 'day', ['traffic_source_id', 'native_box_type'], true),
  rollup('day_partner', 'day', ['partner_id', 'traffic_source_id']),
  rollup('day_site', 'day', ['website_id', 'publisher_id', 'domain_id']),
  rollup('day_route', 'day', [
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
  ]),
  rollup('day_geo', 'day', ['geo_id', 'traffic_source_id']),
  rollup('day_agent', 'day', ['device', 'os', 'browser', 'traffic_source_id']),
  rollup('day_referrer', 'day', ['referrer', 'traffic_source_id']),
  rollup('day_code', 'day', ['referral_code_id', 'partner_id']),
  rollup('hour_source', 'hour', ['traffic_source_id', 'native_box_type']),
  rollup('hour_route', 'hour', [
    'traffic_source_id',
    'campaign_box_id',
    'partner_id',
    'product_id',
    'website_id',
    'publisher_id',
  ]),
];

/** Whether some rollup of a grain carries all of these columns (and distinct visitors). */
export function carries(grain: Grain, columns: ReadonlySet<string>, visitors: boolean): boolean {
  if (grain === 'raw') return true;
  return ROLLUPS.some(
    (it) =>
      it.grain === grain && (it.visitors || !visitors) && [...columns].every((column) => it.columns.includes(column)),
  );
}
