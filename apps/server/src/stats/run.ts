/** Runs a question and makes the answer of statistics.md out of sums. */

import type { StatsData, StatsRow } from '@signpost/contract/stats/answer.ts';
import { dimensionOf } from '@signpost/contract/stats/dimensions.ts';
import { evaluate, type Sums } from '@signpost/contract/stats/evaluate.ts';
import { groupingOf } from '@signpost/contract/stats/levels.ts';
import { metricOf } from '@signpost/contract/stats/metrics.ts';
import type { StatsQuestion } from '@signpost/contract/stats/query.ts';
import { seriesUnit } from '@signpost/contract/stats/series.ts';
import type { ClickHouse, EngineRow } from '../platform/clickhouse.ts';
import { camelCase } from '../platform/names.ts';
import type { Attributes } from './attributes.ts';
import { compileRows, compileSeries, compileTotals, type FactScope, metricsOf, type Statement } from './compile.ts';
import { labelOf } from './labels.ts';
import type { Side } from './metric-sql.ts';
import { spansOf } from './spans.ts';

const MAX_SECONDS = 20;

export interface StatsEngine {
  clickhouse: ClickHouse;
  attributes: Attributes;
  facts: FactScope;
  signal?: AbortSignal;
}

export interface StatsResult {
  data: StatsData;
  total: number;
  freshness: string | null;
}

/** The sums of one side of a row, as they left the engine: counts as numbers, money as exact strings. */
function sumsOf(row: EngineRow, side: Side): Sums {
  const entries = Object.entries(row).filter(([name]) => name.startsWith(`${side}_`));
  return Object.fromEntries(
    entries.map(([name, value]) => [camelCase(name.slice(2)), typeof value === 'string' ? value : Number(value)]),
  );
}

function statsOf(row: EngineRow, side: Side, ids: StatsQuestion['columns']): StatsRow['stats'] {
  const sums = sumsOf(row, side);
  return Object.fromEntries(ids.map((id) => [String(id), evaluate(metricOf(id), sums)]));
}

async function ask(engine: StatsEngine, { sql, params }: Statement): Promise<EngineRow[]> {
  return await engine.clickhouse.query(sql, params, {
    parse: (row) => row,
    maxSeconds: MAX_SECONDS,
    ...(engine.signal && { signal: engine.signal }),
  });
}

async function series(engine: StatsEngine, question: StatsQuestion, range: { start: string; end: string }) {
  const rows = await ask(engine, compileSeries(question, engine.attributes, engine.facts, range));
  const bySpan = new Map(rows.map((row) => [String(row.span), row]));
  const king = metricOf(question.kingstat);
  return spansOf(range, question.dateRange, question.timeZone).map((at) => {
    const row = bySpan.get(at);
    return { at, value: evaluate(king, row ? sumsOf(row, 'a') : {}) };
  });
}

/** Asks the engine and answers. Errors: EngineError when it is away, cancelled or takes too long. */
export async function runQuestion(engine: StatsEngine, question: StatsQuestion): Promise<StatsResult> {
  const { attributes, facts } = engine;
  const [rows, [totals = {}], points, before] = await Promise.all([
    ask(engine, compileRows(question, attributes, facts)),
    ask(engine, compileTotals(question, attributes, facts)),
    series(engine, question, question.dateRange),
    question.compare ? series(engine, question, question.compare) : null,
  ]);
  const ids = metricsOf(question);
  const compared = question.compare !== undefined;
  const { groupBy, hasChildren } = groupingOf(question.levels);
  const isNumeric = dimensionOf(groupBy).idKind === 'numeric';
  const total =
    rows.length > 0 ? Number(rows[0]?.total_rows) : question.offset > 0 ? await countRows(engine, question) : 0;
  return {
    total,
    freshness: Number(totals.facts) > 0 ? new Date(String(totals.freshness)).toISOString() : null,
    data: {
      rows: rows.map((row) => {
        const id = isNumeric ? Number(row.id) : String(row.id);
        return {
          id,
          name: labelOf(groupBy, id, attributes),
          stats: statsOf(row, 'a', ids),
          ...(compared ? { compare: statsOf(row, 'b', ids) } : {}),
          hasChildren,
          actions: { drillDown: hasChildren, openFacts: true },
        };
      }),
      totals: { stats: statsOf(totals, 'a', ids), ...(compared ? { compare: statsOf(totals, 'b', ids) } : {}) },
      series: {
        unit: seriesUnit(question.dateRange),
        points: points.map((point, at) => ({ ...point, ...(before ? { compare: before[at]?.value ?? null } : {}) })),
      },
    },
  };
}

/** A page behind the last row has no row to tell the count. */
async function countRows(engine: StatsEngine, question: StatsQuestion): Promise<number> {
  const [first] = await ask(engine, compileRows({ ...question, limit: 1, offset: 0 }, engine.attributes, engine.facts));
  return Number(first?.total_rows ?? 0);
}
