/** Orders completely loaded rows like the server, without a request. */
import type { StatsMeta, StatsRow } from '@signpost/contract/insight/stats/answer.ts';
import { type DimensionKey, dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { TEXT } from '@signpost/contract/texts.ts';

export type Order = Pick<StatsQuestion, 'orderBy' | 'orderByDirection'>;

const MOST = 2_000;
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Ascending; texts by their characters, as the engine compares them. */
function byId({ id: one }: StatsRow, { id: other }: StatsRow): number {
  if (one === other) return 0;
  if (one < other) return -1;
  return 1;
}

/** By metric; empty values come last in both directions, and equal values by id. */
function byMetric(metric: number, direction: 1 | -1) {
  return (one: StatsRow, other: StatsRow) => {
    const a = one.stats[metric] ?? null;
    const b = other.stats[metric] ?? null;
    if (a === null && b === null) return byId(one, other);
    if (a === null) return 1;
    if (b === null) return -1;
    return direction * (Number(a) - Number(b)) || byId(one, other);
  };
}

/** By name; unnamed rows come last. */
function byName(groupBy: DimensionKey, direction: 1 | -1) {
  if (dimensionOf(groupBy).names === null) return (one: StatsRow, other: StatsRow) => direction * byId(one, other);
  return (one: StatsRow, other: StatsRow) => {
    const isUnnamed = one.name === TEXT.unnamed;
    const isOtherUnnamed = other.name === TEXT.unnamed;
    if (isUnnamed && isOtherUnnamed) return byId(one, other);
    if (isUnnamed) return direction;
    if (isOtherUnnamed) return -direction;
    return direction * (collator.compare(one.name, other.name) || byId(one, other));
  };
}

/** Whether an answer contains all rows. */
export function isWhole(rows: readonly StatsRow[], { total }: Pick<StatsMeta, 'total'>): boolean {
  return rows.length === total;
}

/**
 * The rows in another order; null if only the server can order them: by a name that is displayed differently, with rows
 * that the server adds, by a metric that is missing, or with too many rows to order within a frame.
 */
export function ordered(
  rows: readonly StatsRow[],
  groupBy: DimensionKey,
  { orderBy, orderByDirection }: Order,
): StatsRow[] | null {
  const direction = orderByDirection === 'asc' ? 1 : -1;
  if (rows.length > MOST || rows.some((row) => !row.actions.openFacts)) return null;
  if (orderBy !== 'name' && rows.some((row) => row.stats[orderBy] === undefined)) return null;
  if (orderBy !== 'name') return rows.toSorted(byMetric(orderBy, direction));
  if (rows.some((row) => row.name === TEXT.deletedCampaign)) return null;
  return rows.toSorted(byName(groupBy, direction));
}
