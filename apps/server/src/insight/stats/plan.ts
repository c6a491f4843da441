/**
 * Turns a question into a plan: plain data that says which segments of time are read from which rollup, how facts are
 * grouped, what is summed and how rows are ordered. Pure; `statements.ts` writes a plan as SQL.
 */
import { type DateRange, dayRangeToInstants, type InstantRange } from '@signpost/contract/dates/dates.ts';
import type { WeekStart } from '@signpost/contract/dates/habits.ts';
import { type DimensionKey, dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import { groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import { type Formula, type MetricId, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import type { DailyRates, StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { seriesUnit } from '@signpost/contract/insight/stats/series.ts';
import type { Attributes } from './attributes.ts';
import { type Condition, conditionsOf, currentKeyOf, type FactScope } from './conditions.ts';
import { columnOf, type FactKey, factKeyOf } from './fact-keys.ts';
import { idsWithNames } from './labels.ts';
import { type Needed, neededOf } from './metric-sql.ts';
import { type Grain, rollupFor, type TimeColumn } from './rollups.ts';
import { cover, isFineAs, type Segment, zoneGrain } from './segments.ts';

/** A segment with the name of the rollup from which it is read; null for the facts themselves. */
export interface PlannedSegment extends Segment {
  rollup: string | null;
}

/** One read of the facts. */
export interface Reading {
  /** Null if all facts form one row. */
  groupBy: FactKey | null;
  sums: Needed;
  /** The segments of the requested range, then those of the compared one. */
  periods: PlannedSegment[][];
}

/** By the names of items, with `ids` in that order, or by a metric. */
export type RowOrder = { by: 'name'; ids: readonly number[] } | { by: 'metric'; formula: Formula };

/** The parts that all readings of a plan share. */
export interface PlanScope {
  timeColumn: TimeColumn;
  timeZone: string;
  weekStart?: WeekStart | undefined;
  conditions: Condition[];
  /** Converts the money of each day; undefined if it stays in the base currency. */
  rates?: DailyRates | undefined;
}

export interface StatsPlan extends PlanScope {
  isCompared: boolean;
  /** The rows of the answer. */
  rows: Reading;
  /** The sums over all facts, for totals that cannot be computed from rows. */
  totals: Reading;
  /** Only the items, to count them. */
  items: Reading;
  /** The king stat, or the metrics of a chart, by hour, day or week. */
  series: Reading;
  order: RowOrder;
  direction: 'asc' | 'desc';
  page: Page;
}

export interface Page {
  limit: number;
  offset: number;
}

/** Every metric that a question's rows show or are ordered by. */
export function metricsOf(question: StatsQuestion): StatsQuestion['columns'] {
  const order = question.orderBy === 'name' ? [] : [question.orderBy];
  return [...new Set([...question.columns, question.kingstat, ...order])];
}

/** The time at which the facts of a question count. */
export function timeColumnOf({ attribution }: StatsQuestion): TimeColumn {
  if (attribution === 'click') return 'click_at';
  return 'at';
}

/**
 * The ranges of a question as instants: the requested one, then the compared one. While the requested range is not
 * over, the compared one ends at the same point of its own days.
 */
export function periodsOf({ dateRange, compare, compareUntil, timeZone }: StatsQuestion): InstantRange[] {
  const requested = dayRangeToInstants(dateRange, timeZone);
  if (compare === undefined) return [requested];
  const { from, until } = dayRangeToInstants(compare, timeZone);
  return [requested, { from, until: new Date(compareUntil ?? until) }];
}

/** The columns that the conditions of a question use. */
interface Needs {
  timeColumn: TimeColumn;
  timeZone: string;
  columns: readonly string[];
  /** Whether facts are grouped by spans of time. */
  hasTime: boolean;
  /** Whether each day has a rate. */
  isConverted: boolean;
}

function needsOf({ timeColumn, timeZone, conditions, rates }: PlanScope): Needs {
  const columns = conditions.map((one) => {
    if (one.kind === 'publisher') return 'publisher_id';
    // No rollup has positions, so these questions are answered from the facts.
    if (one.kind === 'known') return 'position';
    return columnOf(one.key);
  });
  return {
    timeColumn,
    timeZone,
    columns: columns.filter((column) => column !== undefined),
    hasTime: columns.includes(undefined),
    isConverted: rates !== undefined,
  };
}

/** Splits a range into segments, each read from the coarsest rollup that can answer the question. */
function segmentsOf(range: InstantRange, needs: Needs, groupBy: FactKey | null, sums: Needed): PlannedSegment[] {
  const { timeColumn, timeZone, hasTime, isConverted } = needs;
  const groupColumn = groupBy === null ? undefined : columnOf(groupBy);
  const columns = new Set(needs.columns);
  if (groupColumn !== undefined) columns.add(groupColumn);
  const unit = groupBy?.kind === 'time' ? groupBy.unit : null;
  const longest: Grain = isConverted ? 'date' : 'week';
  const coarsest: Grain = unit === null && !hasTime ? longest : zoneGrain(range, timeZone);
  const needsHours = unit === 'hour' || hasTime;
  const rollupOf = (grain: Grain) => {
    if (grain === 'raw' || !isFineAs(grain, coarsest) || (needsHours && grain === 'day')) return undefined;
    return rollupFor(grain, timeColumn, columns, sums.distinct);
  };
  return cover(range, (grain) => rollupOf(grain) !== undefined).map((segment) => ({
    ...segment,
    rollup: rollupOf(segment.grain)?.name ?? null,
  }));
}

function orderOf({ orderBy, levels }: StatsQuestion, attributes: Attributes): RowOrder {
  if (orderBy !== 'name') return { by: 'metric', formula: metricOf(orderBy).formula };
  return { by: 'name', ids: idsWithNames(groupingOf(levels).groupBy, attributes) };
}

/** The daily rates for a question, or undefined if its amounts stay in the base currency. */
function ratesOf({ currency, rates }: StatsQuestion): DailyRates | undefined {
  if (currency !== undefined && rates === undefined)
    throw new Error('A question with a currency came without its rates.');
  return rates;
}

/**
 * Plans a question about the facts that a viewer may read, with the records as they are now. `drawn` are the metrics of
 * the series.
 */
export function planQuestion(
  question: StatsQuestion,
  attributes: Attributes,
  facts: FactScope,
  drawn: readonly MetricId[] = [question.kingstat],
): StatsPlan {
  const scope: PlanScope = {
    timeColumn: timeColumnOf(question),
    timeZone: question.timeZone,
    weekStart: question.weekStart,
    conditions: conditionsOf(question, attributes, facts),
    rates: ratesOf(question),
  };
  const needs = needsOf(scope);
  const periods = periodsOf(question);
  const item = currentKeyOf(groupingOf(question.levels).groupBy, attributes);
  const sums = neededOf(metricsOf(question));
  const readBy = (groupBy: FactKey | null, needed: Needed, ranges = periods): Reading => ({
    groupBy,
    sums: needed,
    periods: ranges.map((range) => segmentsOf(range, needs, groupBy, needed)),
  });
  // The chart shows all compared days, including the part of today that is still to come.
  const { compareUntil: _, ...whole } = question;
  return {
    ...scope,
    isCompared: question.compare !== undefined,
    rows: readBy(item, sums),
    totals: readBy(null, sums),
    items: readBy(item, { measures: [], distinct: false }),
    series: readBy({ kind: 'time', unit: seriesUnit(question.dateRange) }, neededOf(drawn), periodsOf(whole)),
    order: orderOf(question, attributes),
    direction: question.orderByDirection,
    page: { limit: question.limit, offset: question.offset },
  };
}

/** The figures of records over several ranges of days, without a tab. */
export interface ItemsQuestion {
  /** A dimension whose items are records that facts name. */
  dimension: DimensionKey;
  /** Null for all records. */
  ids: readonly number[] | null;
  metrics: readonly MetricId[];
  ranges: readonly DateRange[];
  timeZone: string;
}

const NO_ATTRIBUTES = { ids: [], values: [] };

/** Plans the sums of each record in each range, for the time at which facts happened. */
export function planItems(
  { dimension, ids, metrics, ranges, timeZone }: ItemsQuestion,
  facts: FactScope,
): { scope: PlanScope; reading: Reading } {
  const groupBy = factKeyOf(dimensionOf(dimension), NO_ATTRIBUTES);
  const conditions: Condition[] = [];
  if (ids !== null) conditions.push({ kind: 'items', key: groupBy, idType: 'numeric', ids, isExcluded: false });
  if (facts !== null) conditions.push({ kind: 'publisher', id: facts.publisherId });
  const scope: PlanScope = { timeColumn: 'at', timeZone, conditions };
  const needs = needsOf(scope);
  const sums = neededOf(metrics);
  const periods = ranges.map((range) => segmentsOf(dayRangeToInstants(range, timeZone), needs, groupBy, sums));
  return { scope, reading: { groupBy, sums, periods } };
}
