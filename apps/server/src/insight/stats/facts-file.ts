/** The facts behind a number as a table for a file. */
import { AppError } from '@signpost/contract/errors.ts';
import { dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import { FACTS_LIMITS, type FactSums, type FactView } from '@signpost/contract/insight/stats/facts.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import {
  COUNT_MEASURES,
  FACT_FREE_TEXTS,
  FACT_KIND_LABELS,
  FACT_TEXTS,
  MEASURE_LABELS,
  MONEY_MEASURES,
} from '@signpost/contract/traffic/clicks/fact.ts';
import type { EngineRow } from '../../platform/clickhouse.ts';
import { snakeCase } from '../../platform/names.ts';
import { amountCell, momentCell, type Table, type TableCell } from '../../platform/table-file.ts';
import { describeQuestion } from './export.ts';
import { factOf, factSumsOf, ID_DIMENSIONS } from './facts.ts';
import {
  compileFactSums,
  compileFactsAfter,
  compileFilledColumns,
  type FactFilter,
  type FactPlace,
} from './facts-sql.ts';
import { ask, type StatsEngine } from './run.ts';

const asIs = (row: EngineRow): EngineRow => row;

interface Column {
  head: string;
  /** The fact's column that must be filled in some fact for this column to be shown. */
  source?: string;
  cell: (fact: FactView) => TableCell;
  total?: (sums: FactSums) => TableCell;
}

const words = (key: string): string => {
  const text = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** `2026-11-23 08:15:04` in the zone of the question. */
function timesIn(timeZone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (instant) => format.format(new Date(instant));
}

/** The decision's JSON is not for a table. */
const TEXT_COLUMNS = [...FACT_TEXTS, ...FACT_FREE_TEXTS].filter((key) => key !== 'trace' && key !== 'currency');

function columnsFor(timeZone: string): Column[] {
  const timeOf = timesIn(timeZone);
  return [
    { head: 'When', cell: (fact) => momentCell(timeOf(fact.at)) },
    { head: 'Kind', cell: (fact) => FACT_KIND_LABELS[fact.kind] },
    ...ID_DIMENSIONS.map(([column, key]): Column => {
      return { head: dimensionOf(key).label, source: column, cell: (fact) => fact.labels[column] ?? '' };
    }),
    ...TEXT_COLUMNS.map((key): Column => ({ head: words(key), source: key, cell: (fact) => fact[key] })),
    ...COUNT_MEASURES.map((key): Column => {
      return { head: MEASURE_LABELS[key], source: key, cell: (fact) => fact[key], total: (sums) => sums[key] };
    }),
    ...MONEY_MEASURES.map((key): Column => {
      return {
        head: MEASURE_LABELS[key],
        source: key,
        cell: (fact) => amountCell(fact[key]),
        total: (sums) => amountCell(sums[key]),
      };
    }),
    { head: 'Reported amount', source: 'amount', cell: (fact) => amountCell(fact.amount) },
    { head: 'Reported currency', source: 'amount', cell: (fact) => (Number(fact.amount) === 0 ? '' : fact.currency) },
    { head: 'Time of the click', cell: (fact) => momentCell(timeOf(fact.clickAt)) },
    { head: 'Recorded', cell: (fact) => momentCell(timeOf(fact.recordedAt)) },
    { head: 'Click', cell: (fact) => fact.clickId },
    { head: 'Fact', cell: (fact) => fact.factId },
  ];
}

function filterLines({ kinds, reasons }: FactFilter): [string, string][] {
  const lines: [string, string][] = [];
  if (kinds) lines.push(['Kinds', kinds.map((kind) => FACT_KIND_LABELS[kind]).join(', ')]);
  if (reasons) lines.push(['Reasons', reasons.join(', ')]);
  return lines;
}

/** How many facts are read at once. */
const PAGE = 2_000;

/**
 * All facts of a question, the newest first, read page by page; the last row holds the sums. Columns in which no fact has
 * anything are left out. Errors: TOO_LARGE for more facts than a file of this format can contain.
 */
export async function factsTable(
  engine: StatsEngine,
  question: StatsQuestion,
  filter: FactFilter,
  { format, page = PAGE }: { format: 'csv' | 'xlsx'; page?: number },
): Promise<Table> {
  const { attributes, facts } = engine;
  const [[sums = {}], [filled = {}]] = await Promise.all([
    ask(engine, compileFactSums(question, filter, attributes, facts), asIs),
    ask(engine, compileFilledColumns(question, filter, attributes, facts), asIs),
  ]);
  const total = Number(sums.facts ?? 0);
  const most = FACTS_LIMITS.file[format];
  if (total > most) {
    const other = format === 'xlsx' && total <= FACTS_LIMITS.file.csv ? 'choose CSV, ' : '';
    const message = `${total} facts are more than a file can contain (${most}): ${other}use more filters or fewer days.`;
    throw new AppError('TOO_LARGE', { errors: [{ path: 'dateRange', message }] });
  }
  const columns = columnsFor(question.timeZone).filter(
    ({ source }) => source === undefined || Number(filled[`n_${snakeCase(source)}`] ?? 0) > 0,
  );
  async function* rows(): AsyncGenerator<TableCell[]> {
    // Facts that arrive meanwhile are not among the sums.
    const recordedBy = new Date(String(sums.newest));
    let after: FactPlace | null = null;
    let left = total;
    while (left > 0) {
      const read: FactView[] = await ask(
        engine,
        compileFactsAfter(question, filter, { attributes, facts }, { after, limit: Math.min(page, left), recordedBy }),
        (row) => factOf(row, attributes),
      );
      for (const fact of read) yield columns.map(({ cell }) => cell(fact));
      const last = read.at(-1);
      if (last === undefined) break;
      after = { at: question.attribution === 'click' ? last.clickAt : last.at, factId: last.factId };
      left -= read.length;
    }
    const [, ...others] = columns;
    const own = factSumsOf(sums);
    yield [`Total of ${total} facts`, ...others.map(({ total: sum }) => sum?.(own) ?? '')];
  }
  return {
    about: [...describeQuestion('Event reporter', question, engine), ...filterLines(filter)],
    head: columns.map(({ head }) => head),
    rows: rows(),
  };
}
