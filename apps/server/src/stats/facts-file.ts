/** The facts behind a number as a table for a file. */
import { AppError } from '@signpost/contract/errors.ts';
import { dimensionOf } from '@signpost/contract/stats/dimensions.ts';
import {
  COUNT_MEASURES,
  FACT_FREE_TEXTS,
  FACT_KIND_LABELS,
  FACT_TEXTS,
  MEASURE_LABELS,
  MONEY_MEASURES,
} from '@signpost/contract/stats/fact.ts';
import { FACTS_LIMITS, type FactSums, type FactView } from '@signpost/contract/stats/facts.ts';
import type { StatsQuestion } from '@signpost/contract/stats/query.ts';
import { describeQuestion } from './export.ts';
import { ID_DIMENSIONS, readFacts } from './facts.ts';
import type { FactFilter } from './facts-sql.ts';
import type { StatsEngine } from './run.ts';
import type { StatsTable, TableCell } from './table-file.ts';

interface Column {
  head: string;
  cell: (fact: FactView) => TableCell;
  total?: (sums: FactSums) => TableCell;
}

const words = (key: string): string => {
  const text = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const isEmpty = (cell: TableCell): boolean =>
  typeof cell === 'object' ? Number(cell.decimal) === 0 : cell === '' || cell === 0;

/** `2026-11-23 08:15:04` in the zone of the question. */
function timesIn(timeZone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (instant) => format.format(new Date(instant));
}

/** What a column of the decision's JSON says is not for a table. */
const TEXT_COLUMNS = [...FACT_TEXTS, ...FACT_FREE_TEXTS].filter((key) => key !== 'trace' && key !== 'currency');

function columnsFor(timeZone: string): Column[] {
  const timeOf = timesIn(timeZone);
  return [
    { head: 'When', cell: (fact) => timeOf(fact.at) },
    { head: 'Kind', cell: (fact) => FACT_KIND_LABELS[fact.kind] },
    ...ID_DIMENSIONS.map(([column, key]): Column => {
      return { head: dimensionOf(key).label, cell: (fact) => fact.labels[column] ?? '' };
    }),
    ...TEXT_COLUMNS.map((key): Column => ({ head: words(key), cell: (fact) => fact[key] })),
    ...COUNT_MEASURES.map((key): Column => {
      return { head: MEASURE_LABELS[key], cell: (fact) => fact[key], total: (sums) => sums[key] };
    }),
    ...MONEY_MEASURES.map((key): Column => {
      return {
        head: MEASURE_LABELS[key],
        cell: (fact) => ({ decimal: fact[key] }),
        total: (sums) => ({ decimal: sums[key] }),
      };
    }),
    { head: 'Reported amount', cell: (fact) => ({ decimal: fact.amount }) },
    { head: 'Reported currency', cell: (fact) => (Number(fact.amount) === 0 ? '' : fact.currency) },
    { head: 'Time of the click', cell: (fact) => timeOf(fact.clickAt) },
    { head: 'Recorded', cell: (fact) => timeOf(fact.recordedAt) },
    { head: 'Click', cell: (fact) => fact.clickId },
    { head: 'Fact', cell: (fact) => fact.factId },
  ];
}

function filterLines({ kinds, reasons }: FactFilter): [string, string][] {
  return [
    ...(kinds ? [['Kinds', kinds.map((kind) => FACT_KIND_LABELS[kind]).join(', ')] satisfies [string, string]] : []),
    ...(reasons ? [['Reasons', reasons.join(', ')] satisfies [string, string]] : []),
  ];
}

/**
 * All facts of a question, the newest first; the last row holds the sums. Columns in which no fact has anything are left
 * out. Errors: TOO_LARGE for more facts than a file can contain.
 */
export async function factsTable(
  engine: StatsEngine,
  question: StatsQuestion,
  filter: FactFilter,
): Promise<StatsTable> {
  const { data, total } = await readFacts(engine, { ...question, limit: FACTS_LIMITS.file, offset: 0 }, filter);
  if (total > FACTS_LIMITS.file) {
    const message = `${total} facts are more than a file can contain (${FACTS_LIMITS.file}): use more filters or fewer days.`;
    throw new AppError('TOO_LARGE', { errors: [{ path: 'dateRange', message }] });
  }
  const columns = columnsFor(question.timeZone).filter(({ cell }) => data.facts.some((fact) => !isEmpty(cell(fact))));
  const [first, ...others] = columns;
  return {
    about: [...describeQuestion('Event reporter', question, engine), ...filterLines(filter)],
    head: columns.map(({ head }) => head),
    rows: [
      ...data.facts.map((fact) => ({ cells: columns.map(({ cell }) => cell(fact)), values: [] })),
      ...(first === undefined
        ? []
        : [
            {
              cells: [`Total of ${total} facts`, ...others.map(({ total: sum }) => sum?.(data.sums) ?? '')],
              values: [],
            },
          ]),
    ],
  };
}
