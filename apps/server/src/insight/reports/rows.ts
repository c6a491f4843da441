/** The rows of a report's table, read from the engine line by line and written with the current names of items. */
import { AppError } from '@signpost/contract/errors.ts';
import { REPORT_LIMITS, type ReportPlan } from '@signpost/contract/insight/reports/report.ts';
import { type DimensionKey, dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { csvCell } from '@signpost/contract/records/csv.ts';
import { itemLabelIn } from '@signpost/contract/records/labels.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { EngineError } from '../../platform/clickhouse-error.ts';
import { labelOf } from '../stats/labels.ts';
import { type ReportScope, tableSql } from './statements.ts';

/** A report may take this long in the engine; it runs in the background. */
const MAX_SECONDS = 1_800;
/** Above this, the engine groups and sorts on its disk. */
const SPILL_BYTES = 400_000_000;
/** Texts of visitors, such as referrers, can be many. */
const MOST_KNOWN = 50_000;

const ESCAPED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', '0': '\0' };

/** A text as TabSeparated has it, as it was. */
const unescaped = (text: string): string => {
  if (text.includes('\\')) return text.replace(/\\(.)/gs, (_, sign: string) => ESCAPED[sign] ?? sign);
  return text;
};

/** The cells of a key: the name and the id of a record, or a text. */
export type KeyCells = (raw: string) => readonly string[];

function keyCells(key: DimensionKey, { question }: ReportPlan, { attributes }: ReportScope): KeyCells {
  const tab = tabOf(question.tab);
  const isRecord = dimensionOf(key).idKind === 'numeric';
  return (raw) => {
    const id = isRecord ? Number(raw) : unescaped(raw);
    const name = itemLabelIn(tab, key, labelOf(key, id, attributes));
    if (isRecord) return [name, raw];
    return [name];
  };
}

/** A text of its own: a part of a longer text would keep the whole of it in memory. */
const copied = (text: string): string => Buffer.from(text).toString();

/** Remembers what was made of a text. */
function remembered<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= MOST_KNOWN) known.clear();
    const own = copied(text);
    const made = make(own);
    known.set(own, made);
    return made;
  };
}

/** Cuts a line of the engine into its keys and the rest, which holds the values. */
function cut(line: string, count: number): { raw: string[]; rest: string } {
  const raw: string[] = [];
  let from = 0;
  for (let key = 0; key < count; key += 1) {
    const end = line.indexOf('\t', from);
    raw.push(line.slice(from, end));
    from = end + 1;
  }
  return { raw, rest: line.slice(from) };
}

const NULL = '\\N';
const withoutNulls = (values: string): string => {
  if (values.includes(NULL)) return values.replaceAll(NULL, '');
  return values;
};

/** One row of a table: the line of a CSV, and its cells where a format needs them. */
export interface RowWriter {
  csv(line: string): string;
  cells(line: string): { keys: string[]; values: string[] };
}

export function rowWriter(plan: ReportPlan, scope: ReportScope): RowWriter {
  const cellsOf = plan.keys.map((key) => remembered(keyCells(key, plan, scope)));
  const csvOf = plan.keys.map((key) => {
    const make = keyCells(key, plan, scope);
    return remembered((raw: string) => make(raw).map(csvCell).join(','));
  });
  return {
    csv(line) {
      let text = '';
      let from = 0;
      for (const of of csvOf) {
        const end = line.indexOf('\t', from);
        text += `${of(line.slice(from, end))},`;
        from = end + 1;
      }
      return `${text}${withoutNulls(line.slice(from)).replaceAll('\t', ',')}\r\n`;
    },
    cells(line) {
      const { raw, rest } = cut(line, cellsOf.length);
      return {
        keys: cellsOf.flatMap((of, index) => [...of(raw[index] ?? '')]),
        values: withoutNulls(rest).split('\t'),
      };
    },
  };
}

/** The settings of every statement of a report. */
export const REPORT_SETTINGS = {
  max_rows_to_group_by: REPORT_LIMITS.rows,
  max_bytes_before_external_group_by: SPILL_BYTES,
  max_bytes_before_external_sort: SPILL_BYTES,
  optimize_use_projections: 0,
};

/** Turns a refusal by the engine into a sentence that says how to make the report smaller. */
export function reportProblem(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error;
  if (error.kind === 'tooLong') {
    const message = 'The report took too long to add up. Run it again later, or choose a shorter range.';
    return new AppError('TIMED_OUT', { errors: [{ path: '', message }], cause: error });
  }
  if (error.kind !== 'tooLarge') return error;
  const message = `The report is too large: at most ${REPORT_LIMITS.rows} rows. Choose fewer levels, a shorter range or more filters.`;
  return new AppError('TOO_LARGE', { errors: [{ path: 'definition.question.levels', message }], cause: error });
}

/** The lines of a report's table as the engine writes them, in batches. Errors: TOO_LARGE, TIMED_OUT, EngineError. */
export async function* tableLines(
  engine: { clickhouse: ClickHouse; signal?: AbortSignal },
  plan: ReportPlan,
  scope: ReportScope,
  { limit, maxSeconds = MAX_SECONDS }: { limit?: number; maxSeconds?: number } = {},
): AsyncGenerator<string[]> {
  const { sql, params } = tableSql(plan, scope, limit);
  try {
    yield* engine.clickhouse.streamLines(sql, params, {
      maxSeconds,
      settings: REPORT_SETTINGS,
      signal: engine.signal,
    });
  } catch (error) {
    throw reportProblem(error);
  }
}
