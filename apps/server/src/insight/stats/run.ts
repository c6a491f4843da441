/** Runs a question and builds its answer from sums (docs/product/statistics.md#the-answer). */

import { AppError, FIGURES_TOOK_TOO_LONG } from '@signpost/contract/errors.ts';
import type { StatsData, StatsRow } from '@signpost/contract/insight/stats/answer.ts';
import { type DimensionKey, dimensionOf, type ItemId } from '@signpost/contract/insight/stats/dimensions.ts';
import { evaluate, type Sums } from '@signpost/contract/insight/stats/evaluate.ts';
import { groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import { metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { seriesUnit } from '@signpost/contract/insight/stats/series.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { z } from 'zod';
import type { ClickHouse, EngineRow } from '../../platform/clickhouse.ts';
import { EngineError } from '../../platform/clickhouse-error.ts';
import { camelCase } from '../../platform/names.ts';
import type { Attributes } from './attributes.ts';
import type { FactScope } from './conditions.ts';
import { overlaps } from './fact-keys.ts';
import { labelOf } from './labels.ts';
import type { Side } from './metric-sql.ts';
import { metricsOf, planQuestion, type StatsPlan } from './plan.ts';
import type { SharedAnswers } from './shared-answers.ts';
import { spansOf } from './spans.ts';
import { countSql, rowsSql, type Statement, seriesSql, totalsSql } from './statements.ts';

const MAX_SECONDS = 20;
/** The engine stops a statement that makes more groups than this. */
const MAX_GROUPS = 2_000_000;

export interface StatsEngine {
  clickhouse: ClickHouse;
  attributes: Attributes;
  facts: FactScope;
  /** Answers that are shared with other people; without them every statement is run. */
  answers?: SharedAnswers | undefined;
  signal?: AbortSignal;
}

export interface StatsResult {
  data: StatsData;
  total: number;
  freshness: string | null;
}

/** The parts of an answer's `meta` that follow from its question: the currency, and the end of a comparison that goes on. */
export function metaOf({ currency = baseCurrency(), compareUntil }: StatsQuestion) {
  if (compareUntil === undefined) return { currency };
  return { currency, comparedUntil: compareUntil };
}

/** The sums of one side of a row, as they left the engine: counts as numbers, money as exact strings. */
export function sumsOf(row: EngineRow, side: Side): Sums {
  const sums: Record<string, number | string> = {};
  const prefix = `${side}_`;
  for (const [name, value] of Object.entries(row))
    if (name.startsWith(prefix))
      sums[camelCase(name.slice(prefix.length))] = typeof value === 'string' ? value : Number(value);
  return sums;
}

/** Metrics of one side of a row. */
export function statsOf(row: EngineRow, side: Side, ids: StatsQuestion['columns']): StatsRow['stats'] {
  const sums = sumsOf(row, side);
  return Object.fromEntries(ids.map((id) => [String(id), evaluate(metricOf(id), sums)]));
}

/** Metrics of a row, and of the same row in the compared range if the question compares. */
export function bothStats(
  question: StatsQuestion,
  row: EngineRow,
  { now, before }: { now: Side; before: Side } = { now: 'a', before: 'b' },
): Pick<StatsRow, 'stats' | 'compare'> {
  const ids = metricsOf(question);
  if (!question.compare) return { stats: statsOf(row, now, ids) };
  return { stats: statsOf(row, now, ids), compare: statsOf(row, before, ids) };
}

/** The moment of the newest of the facts that a row sums up; null if there are none. */
export function newestOf({ facts, newest }: EngineRow): string | null {
  if (Number(facts ?? 0) === 0) return null;
  return new Date(String(newest)).toISOString();
}

/** Turns a refusal by the engine into an error that tells the person how to make the question smaller, or to wait. */
export function tooMuch(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error;
  if (error.kind === 'tooLong')
    return new AppError('TIMED_OUT', { errors: [{ path: '', message: FIGURES_TOOK_TOO_LONG }], cause: error });
  if (error.kind !== 'tooLarge') return error;
  const message = 'This query is too large. Choose a shorter range, a coarser level or more filters.';
  return new AppError('TOO_LARGE', { errors: [{ path: 'levels', message }], cause: error });
}

/** Runs one statement in the engine, within the limits of a question. The rows may be shared with other people. */
export async function ask<Row = EngineRow>(
  { clickhouse, answers, signal }: Pick<StatsEngine, 'clickhouse' | 'answers' | 'signal'>,
  statement: Statement,
  parse: (row: EngineRow) => Row,
  maxGroups = MAX_GROUPS,
): Promise<Row[]> {
  const { sql, params, rollup, isRolledUp = false, hasVisitors = false } = statement;
  const limits = {
    maxSeconds: MAX_SECONDS,
    settings: {
      max_rows_to_group_by: maxGroups,
      ...(rollup !== undefined && { preferred_optimize_projection_name: rollup }),
      // Without this setting, the engine would search the primary key of all facts only to find that the rollup is
      // smaller.
      ...(isRolledUp && !hasVisitors && { use_primary_key: 0 }),
    },
  };
  try {
    if (answers !== undefined) return (await answers.query(statement, limits, signal)).map(parse);
    return await clickhouse.query(sql, params, { parse, ...limits, signal });
  } catch (error) {
    throw tooMuch(error);
  }
}

const asIs = (row: EngineRow): EngineRow => row;

async function series(engine: StatsEngine, question: StatsQuestion, plan: StatsPlan): Promise<StatsData['series']> {
  const unit = seriesUnit(question.dateRange);
  if (question.series === 'off') return { unit, points: [] };
  const king = metricOf(question.kingstat);
  const rows = await ask(engine, seriesSql(plan), asIs);
  const sums = new Map(rows.map((row) => [`${Number(row.period)} ${String(row.id)}`, sumsOf(row, 'a')]));
  const valueAt = (period: number, span: string) => evaluate(king, sums.get(`${period} ${span}`) ?? {});
  const { dateRange, compare, timeZone, weekStart } = question;
  const spans = spansOf(dateRange, unit, timeZone, weekStart);
  if (compare === undefined) return { unit, points: spans.map((at) => ({ at, value: valueAt(0, at) })) };
  const before = spansOf(compare, unit, timeZone, weekStart);
  const points = spans.map((at, index) => {
    const then = before[index];
    return { at, value: valueAt(0, at), compare: then === undefined ? null : valueAt(1, then) };
  });
  return { unit, points };
}

const numericRow = z.object({ id: z.number() });

/** The id of a row that is about a record; 0 is none. */
export const recordIdOf = (row: EngineRow): number => numericRow.parse(row).id;

/** The id of a row that is about an item of a dimension. */
export const itemIdOf = (row: EngineRow, dimension: DimensionKey): ItemId => {
  if (dimensionOf(dimension).idKind === 'numeric') return recordIdOf(row);
  return String(row.id);
};

/** Converts a row of the engine to a row of the answer. */
export function rowOf(row: EngineRow, question: StatsQuestion, attributes: Attributes): StatsRow {
  const { groupBy, hasChildren } = groupingOf(question.levels);
  const id = itemIdOf(row, groupBy);
  return {
    id,
    name: labelOf(groupBy, id, attributes),
    ...bothStats(question, row),
    hasChildren,
    actions: { drillDown: hasChildren, openFacts: true },
  };
}

function freshnessOf(first: EngineRow | undefined, own: EngineRow | undefined): string | null {
  if (first?.overall_newest != null) return new Date(String(first.overall_newest)).toISOString();
  return newestOf(own ?? {});
}

function totalsOf(question: StatsQuestion, first: EngineRow | undefined, own: EngineRow | undefined) {
  if (own !== undefined) return bothStats(question, own);
  return bothStats(question, first ?? {}, { now: 'ta', before: 'tb' });
}

/**
 * Runs a question in the engine and builds the answer. Errors: EngineError if the engine is down or the question was
 * cancelled, TIMED_OUT if it exceeds its time, TOO_LARGE if it exceeds another limit.
 */
export async function runQuestion(engine: StatsEngine, question: StatsQuestion): Promise<StatsResult> {
  const { attributes, facts } = engine;
  const { groupBy } = groupingOf(question.levels);
  const plan = planQuestion(question, attributes, facts);
  const askTotals = () => ask(engine, totalsSql(plan), asIs);
  // If rows overlap, the sums of the rows are not the totals.
  const apart = overlaps(groupBy);
  const [rows, drawn, early] = await Promise.all([
    ask(engine, rowsSql(plan), asIs),
    series(engine, question, plan),
    apart ? askTotals() : null,
  ]);
  const [first] = rows;
  let [own] = early ?? [];
  let total = Number(first?.total_rows ?? 0);
  // Each row carries the totals and the number of rows. A page behind the last row has no row that does.
  if (first === undefined && question.offset > 0) {
    [own] = early ?? (await askTotals());
    total = await countRows(engine, plan);
  }
  return {
    total,
    freshness: freshnessOf(first, own),
    data: {
      rows: rows.map((row) => rowOf(row, question, attributes)),
      totals: totalsOf(question, first, own),
      series: drawn,
    },
  };
}

async function countRows(engine: StatsEngine, plan: StatsPlan): Promise<number> {
  const [row] = await ask(engine, countSql(plan), asIs);
  return Number(row?.total_rows ?? 0);
}
