/** CSV and XLSX of exactly what is asked, whole, with the question named in the file. */
import { Readable } from 'node:stream';
import { csvLine } from '@signpost/contract/csv.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { isMoney, issueMoney } from '@signpost/contract/money.ts';
import type { StatsRow } from '@signpost/contract/stats/answer.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf, type ItemId } from '@signpost/contract/stats/dimensions.ts';
import type { MetricValue } from '@signpost/contract/stats/evaluate.ts';
import { BASE_CURRENCY } from '@signpost/contract/stats/fact.ts';
import { groupingOf } from '@signpost/contract/stats/levels.ts';
import { type MetricId, metricOf } from '@signpost/contract/stats/metrics.ts';
import { QUESTION_LIMITS, type StatsQuestion } from '@signpost/contract/stats/query.ts';
import { tabOf } from '@signpost/contract/stats/tabs/index.ts';
import writeXlsxFile from 'write-excel-file/node';
import { runCosts } from './costs.ts';
import { labelOf } from './labels.ts';
import { runQuestion, type StatsEngine } from './run.ts';

/** The lines at the head of a file: what was asked, in words. */
export function describe(question: StatsQuestion, engine: Pick<StatsEngine, 'attributes'>): [string, string][] {
  const nameOf = (key: DimensionKey, id: ItemId) => labelOf(key, id, engine.attributes);
  const list = (key: DimensionKey, ids: readonly ItemId[]) => ids.map((id) => nameOf(key, id)).join(', ');
  const { dateRange, compare } = question;
  const named = (verb: string, items: StatsQuestion['filters']) =>
    DIMENSION_KEYS.flatMap((key): [string, string][] => {
      const ids = items[key];
      return ids === undefined ? [] : [[`Filter: ${dimensionOf(key).label} ${verb}`, list(key, ids)]];
    });
  return [
    ['Report', tabOf(question.tab).longTitle],
    ['Days', `${dateRange.start} to ${dateRange.end}`],
    ...(compare ? [['Compared with', `${compare.start} to ${compare.end}`] satisfies [string, string]] : []),
    ['Time zone', question.timeZone],
    ['Attribution', question.attribution === 'click' ? 'By the day of the click' : 'By the day of the event'],
    ['Currency', BASE_CURRENCY],
    ...groupingOf(question.levels).selected.map(({ type, id }): [string, string] => [
      dimensionOf(type).label,
      nameOf(type, id),
    ]),
    ...named('is', question.filters),
    ...named('is not', question.excludes),
  ];
}

/** A value as the screen shows it, without grouping: `1234`, `12.50`, `3.21%`, empty. */
export function exportValue(id: MetricId, value: MetricValue): string {
  const { format, places } = metricOf(id);
  if (value === null) return '';
  if (format === 'integer') return String(value);
  if (format === 'percent') return `${(Number(value) * 100).toFixed(places)}%`;
  return isMoney(value) ? issueMoney(value, places) : String(value);
}

interface Table {
  about: [string, string][];
  head: string[];
  /** The last one holds the totals. */
  rows: { label: string; id: ItemId | ''; values: [MetricId, MetricValue][] }[];
}

async function tableOf(engine: StatsEngine, question: StatsQuestion): Promise<Table> {
  const whole = { ...question, limit: QUESTION_LIMITS.rows, offset: 0 };
  const { data, total } = await (question.tab === 'costs' ? runCosts : runQuestion)(engine, whole);
  if (total > data.rows.length) {
    const message = `${total} rows are more than a file holds (${QUESTION_LIMITS.rows}): use more filters or a coarser level.`;
    throw new AppError('TOO_LARGE', { errors: [{ path: 'levels', message }] });
  }
  const columns = question.columns;
  const valuesOf = ({ stats, compare }: Pick<StatsRow, 'stats' | 'compare'>): [MetricId, MetricValue][] =>
    columns.flatMap((id): [MetricId, MetricValue][] => [
      [id, stats[String(id)] ?? null],
      ...(question.compare ? [[id, compare?.[String(id)] ?? null] satisfies [MetricId, MetricValue]] : []),
    ]);
  const { groupBy } = groupingOf(question.levels);
  return {
    about: describe(question, engine),
    head: [
      dimensionOf(groupBy).label,
      'Id',
      ...columns.flatMap((id) => {
        const { label } = metricOf(id);
        return question.compare ? [label, `${label} (compared)`] : [label];
      }),
    ],
    rows: [
      ...data.rows.map((row) => ({ label: row.name, id: row.id, values: valuesOf(row) })),
      { label: `Total of ${total} rows`, id: '' as const, values: valuesOf(data.totals) },
    ],
  };
}

/** CSV, UTF-8 with BOM, formulas neutralised. */
export async function exportStatsCsv(engine: StatsEngine, question: StatsQuestion): Promise<Readable> {
  const { about, head, rows } = await tableOf(engine, question);
  function* lines(): Generator<string> {
    yield `\uFEFF${about.map((line) => `${csvLine(line)}\r\n`).join('')}\r\n${csvLine(head)}\r\n`;
    for (const { label, id, values } of rows)
      yield `${csvLine([label, id, ...values.map(([metric, value]) => exportValue(metric, value))])}\r\n`;
  }
  return Readable.from(lines());
}

const XLSX_FORMAT = { integer: '0', money: '0.00', percent: '0.00%' } as const;

/** XLSX, where cells are texts and numbers and never formulas. */
export async function exportStatsXlsx(engine: StatsEngine, question: StatsQuestion): Promise<Buffer> {
  const { about, head, rows } = await tableOf(engine, question);
  const text = (value: string | number) => ({ value: String(value), type: String });
  const number = (id: MetricId, value: MetricValue) =>
    value === null ? null : { value: Number(value), type: Number, format: XLSX_FORMAT[metricOf(id).format] };
  return await writeXlsxFile([
    ...about.map((line) => line.map(text)),
    [],
    head.map((value) => ({ value, fontWeight: 'bold' as const })),
    ...rows.map(({ label, id, values }) => [
      text(label),
      typeof id === 'number' ? { value: id, type: Number } : text(id),
      ...values.map(([metric, value]) => number(metric, value)),
    ]),
  ]).toBuffer();
}
