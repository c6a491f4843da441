/** Builds the table of a download: all rows of the question, with the question in words. */
import { AppError } from '@signpost/contract/errors.ts';
import type { StatsRow } from '@signpost/contract/insight/stats/answer.ts';
import { CAMPAIGN_ROWS } from '@signpost/contract/insight/stats/campaign-stats.ts';
import {
  DIMENSION_KEYS,
  type DimensionKey,
  dimensionOf,
  type ItemId,
} from '@signpost/contract/insight/stats/dimensions.ts';
import type { MetricValue } from '@signpost/contract/insight/stats/evaluate.ts';
import { groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import { type MetricId, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { QUESTION_LIMITS, type StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { issueMoney } from '@signpost/contract/money/money.ts';
import { isMoney } from '@signpost/contract/reading/money-text.ts';
import { itemLabelIn } from '@signpost/contract/records/labels.ts';
import { dayCell, momentCell, type Table, type TableCell } from '../../platform/table-file.ts';
import { type CampaignFilter, runCampaignStats } from './campaign-stats.ts';
import { runTab } from './costs.ts';
import { labelOf } from './labels.ts';
import type { StatsEngine } from './run.ts';

type Line = [string, string];

/** The compared days, and the instant at which they end if the requested range is not over yet. */
function comparedText({ compare, compareUntil, timeZone }: StatsQuestion): string {
  if (compare === undefined) return '';
  const days = `${compare.start} to ${compare.end}`;
  if (compareUntil === undefined) return days;
  const time = new Date(compareUntil).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return `${days}, ${time} (as far as the days above have gone)`;
}

/** The currency of the amounts, and how they came into it. */
const currencyText = ({ currency }: StatsQuestion): string => {
  if (currency === undefined) return baseCurrency();
  return `${currency}, converted from ${baseCurrency()} at the rate of each day`;
};

/** The question in words. */
export function describeQuestion(
  title: string,
  question: StatsQuestion,
  engine: Pick<StatsEngine, 'attributes'>,
): Line[] {
  const nameOf = (key: DimensionKey, id: ItemId) =>
    itemLabelIn(tabOf(question.tab), key, labelOf(key, id, engine.attributes));
  const list = (key: DimensionKey, ids: readonly ItemId[]) => ids.map((id) => nameOf(key, id)).join(', ');
  const { dateRange, compare } = question;
  const named = (verb: string, items: StatsQuestion['filters']) =>
    DIMENSION_KEYS.flatMap((key): Line[] => {
      const ids = items[key];
      if (ids === undefined) return [];
      return [[`Filter: ${dimensionOf(key).label} ${verb}`, list(key, ids)]];
    });
  const lines: Line[] = [
    ['Report', title],
    ['Days', `${dateRange.start} to ${dateRange.end}`],
  ];
  if (compare) lines.push(['Compared with', comparedText(question)]);
  if (question.knownOn !== undefined) lines.push(['As known on', `${question.knownOn} (the end of that day)`]);
  return [
    ...lines,
    ['Time zone', question.timeZone],
    ['Attribution', question.attribution === 'click' ? 'By the day of the click' : 'By the day of the event'],
    ['Currency', currencyText(question)],
    ...groupingOf(question.levels).selected.map(({ type, id }): Line => [dimensionOf(type).label, nameOf(type, id)]),
    ...named('is', question.filters),
    ...named('is not', question.excludes),
  ];
}

const wholeOf = (question: StatsQuestion): StatsQuestion => ({
  ...question,
  limit: QUESTION_LIMITS.rows,
  offset: 0,
  series: 'off',
});

function checkWhole(total: number, read: number): void {
  if (total <= read) return;
  const message = `${total} rows are more than a file can contain (${QUESTION_LIMITS.rows}): use more filters or a coarser level.`;
  throw new AppError('TOO_LARGE', { errors: [{ path: 'levels', message }] });
}

const headOf = ({ columns, compare }: StatsQuestion): string[] =>
  columns.flatMap((id) => {
    const { label } = metricOf(id);
    if (compare) return [label, `${label} (compared)`];
    return [label];
  });

const XLSX_FORMAT = { integer: '0', money: '0.00', percent: '0.00%' } as const;

/** Formats a value as on the screen, but without thousands separators: `1234`, `12.50`, `3.21%`, or empty. */
function metricCell(id: MetricId, value: MetricValue): TableCell {
  if (value === null) return null;
  const { format, places } = metricOf(id);
  const number = Number(value);
  const money = isMoney(value) ? issueMoney(value, places) : String(value);
  const text = { integer: String(value), percent: `${(number * 100).toFixed(places)}%`, money }[format];
  return { text, value: number, format: XLSX_FORMAT[format] };
}

const valuesOf = (
  { columns, compare: isCompared }: StatsQuestion,
  { stats, compare }: Pick<StatsRow, 'stats' | 'compare'>,
): TableCell[] =>
  columns.flatMap((id) => {
    const own = metricCell(id, stats[String(id)] ?? null);
    if (isCompared) return [own, metricCell(id, compare?.[String(id)] ?? null)];
    return [own];
  });

/** The name of a row. Days and hours are dates in XLSX, which a spreadsheet sorts; a week is its first day. */
function nameCell(level: DimensionKey, { id, name }: Pick<StatsRow, 'id' | 'name'>): TableCell {
  const { source } = dimensionOf(level);
  if (source.kind !== 'time' || source.unit === 'month') return name;
  if (source.unit === 'hour') return momentCell(String(id), name);
  return dayCell(String(id), name);
}

/** A tab's question as a table; the last row holds the totals. Errors: TOO_LARGE. */
export async function tabTable(engine: StatsEngine, question: StatsQuestion): Promise<Table> {
  const { data, total } = await runTab(engine, wholeOf(question));
  checkWhole(total, data.rows.length);
  const { groupBy } = groupingOf(question.levels);
  const hasTags = tabOf(question.tab).rows === 'withTagged' && groupBy === 'partner';
  const inTagColumn = (text: string) => {
    if (hasTags) return [text];
    return [];
  };
  return {
    about: describeQuestion(tabOf(question.tab).longTitle, question, engine),
    head: [dimensionOf(groupBy).label, 'Id', ...inTagColumn('Tags'), ...headOf(question)],
    rows: [
      ...data.rows.map((row) => [
        nameCell(groupBy, row),
        row.id,
        ...inTagColumn(row.tags?.join(', ') ?? ''),
        ...valuesOf(question, row),
      ]),
      [`Total of ${total} rows`, '', ...inTagColumn(''), ...valuesOf(question, data.totals)],
    ],
  };
}

/** Campaign stats as a table. Errors: TOO_LARGE. */
export async function campaignTable(
  engine: StatsEngine,
  title: string,
  question: StatsQuestion,
  filter: CampaignFilter,
): Promise<Table> {
  const { data, total } = await runCampaignStats(engine, wholeOf(question), filter);
  checkWhole(total, data.rows.length);
  const totals = data.totals && [
    data.totals.of === 'facts' ? 'Total (deduplicated)' : `Total of ${total} rows`,
    '',
    '',
    ...valuesOf(question, data.totals),
  ];
  const about: Line[] = [
    ...describeQuestion(title, question, engine),
    ['Rows', filter.kinds.map((kind) => CAMPAIGN_ROWS[kind].many).join(', ')],
  ];
  if (filter.q !== '') about.push(['Name contains', filter.q]);
  const rows: TableCell[][] = data.rows.map((row) => [
    CAMPAIGN_ROWS[row.kind].one,
    row.name,
    row.id,
    ...valuesOf(question, row),
  ]);
  if (totals) rows.push(totals);
  return { about, head: ['Kind', 'Name', 'Id', ...headOf(question)], rows };
}
