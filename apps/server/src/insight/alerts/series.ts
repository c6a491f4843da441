/** Reads the series of an alert: a metric by hour or day, of the whole and of each item of a dimension. */
import { ALERT_LIMITS } from '@signpost/contract/insight/alerts/alert.ts';
import type { DimensionKey } from '@signpost/contract/insight/stats/dimensions.ts';
import { evaluate, type Sums } from '@signpost/contract/insight/stats/evaluate.ts';
import { type Metric, measuresOf } from '@signpost/contract/insight/stats/metrics.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import type { Measure } from '@signpost/contract/traffic/clicks/fact.ts';
import { z } from 'zod';
import { snakeCase } from '../../platform/names.ts';
import { engineRow } from '../../platform/rows.ts';
import { conditionsOf, currentKeyOf } from '../stats/conditions.ts';
import { conditionSql, groupSql, momentSql, type SqlContext, timeSql } from '../stats/dimension-sql.ts';
import { labelOf } from '../stats/labels.ts';
import { Parameters } from '../stats/parameters.ts';
import { timeColumnOf } from '../stats/plan.ts';
import { ask, type StatsEngine } from '../stats/run.ts';
import { zoneGrain } from '../stats/segments.ts';

export type Bucket = 'hour' | 'day';

/** One series: what each bucket that has facts brought. */
export interface ReadSeries {
  /** The item's id as a text; '' for the whole. */
  key: string;
  name: string;
  values: Map<string, number | null>;
}

export interface SeriesQuestion {
  question: StatsQuestion;
  metric: Metric;
  bucket: Bucket;
  from: Date;
  until: Date;
}

const MAX_GROUPS = 5_000_000;

const seriesRow = z.object({
  id: z.union([z.number(), z.string()]),
  buckets: z.array(z.union([z.number(), z.string()])),
  sums: z.array(z.array(z.number())),
});

/** The whole, and the largest items of a dimension. A bucket is an instant in ms (hours) or a date (days). */
export async function readSeries(
  engine: StatsEngine,
  asked: SeriesQuestion,
  each: DimensionKey | null,
): Promise<{ whole: ReadSeries; items: ReadSeries[] }> {
  const [[whole], items] = await Promise.all([
    readGroups(engine, asked, null),
    each === null ? [] : readGroups(engine, asked, each),
  ]);
  return { whole: whole ?? { key: '', name: '', values: new Map() }, items };
}

async function readGroups(
  engine: StatsEngine,
  { question, metric, bucket, from, until }: SeriesQuestion,
  each: DimensionKey | null,
): Promise<ReadSeries[]> {
  const { attributes, facts } = engine;
  const measures = measuresOf(metric.formula);
  const parameters = new Parameters();
  const { timeZone, weekStart } = question;
  const grain = bucket === 'hour' || zoneGrain({ from, until }, timeZone) !== 'raw' ? 'hour' : 'raw';
  const context: SqlContext = { parameters, timeColumn: timeColumnOf(question), grain, timeZone, weekStart };
  const moment = momentSql(context);
  const type = grain === 'raw' ? "DateTime64(3, 'UTC')" : "DateTime('UTC')";
  const span = bucket === 'hour' ? `toUnixTimestamp(${moment})` : timeSql('day', context);
  const where = [
    `${moment} >= ${parameters.add(type, from)}`,
    `${moment} < ${parameters.add(type, until)}`,
    ...conditionsOf(question, attributes, facts).map((condition) => conditionSql(condition, context)),
  ];
  const id = each === null ? '0' : groupSql(currentKeyOf(each, attributes), context);
  const sums = measures.map((measure) => `sum(${snakeCase(measure)}) AS s_${snakeCase(measure)}`);
  // Alerts compare with what is usual, so floats are precise enough.
  const row = measures.map((measure) => `toFloat64(s_${snakeCase(measure)})`).join(', ');
  const sql = `SELECT id, groupArray(span) AS buckets, groupArray([${row}]) AS sums
FROM (
  SELECT ${span} AS span, ${id} AS id, ${sums.join(', ')}
  FROM facts
  WHERE ${where.join(' AND ')}
  GROUP BY span, id
)
GROUP BY id
ORDER BY sum(abs(s_${snakeCase(measures[0] ?? 'visits')})) DESC, id
LIMIT ${parameters.add('UInt32', ALERT_LIMITS.series)}`;
  const rows = await ask(engine, { sql, params: parameters.values }, engineRow(seriesRow), MAX_GROUPS);
  return rows.map(({ id: item, buckets, sums: found }) => ({
    key: each === null ? '' : String(item),
    name: each === null ? '' : labelOf(each, item, attributes),
    values: new Map(buckets.map((at, index) => [keyOf(at), metricValue(metric, measures, found[index] ?? [])])),
  }));
}

const MS = 1000;
/** Hours arrive as seconds, days as dates. */
const keyOf = (at: number | string): string => {
  if (typeof at === 'number') return String(at * MS);
  return at;
};

function metricValue(metric: Metric, measures: readonly Measure[], found: readonly number[]): number | null {
  const sums: Sums = Object.fromEntries(measures.map((measure, index) => [measure, found[index] ?? 0]));
  const value = evaluate(metric, sums);
  if (value === null) return null;
  return Number(value);
}
