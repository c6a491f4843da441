/** Writes the files of an answer: one, or one for each party of a report that is split. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@signpost/contract/errors.ts';
import {
  keyTitles,
  REPORT_LIMITS,
  type ReportFormat,
  type ReportPlan,
} from '@signpost/contract/insight/reports/report.ts';
import { type DimensionKey, dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import { latinName } from '@signpost/contract/reading/file-name.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { labelOf } from '../stats/labels.ts';
import { recordIdOf } from '../stats/run.ts';
import { type AboutInput, aboutLines, headOf } from './about.ts';
import { writeCsv } from './csv-file.ts';
import { REPORT_SETTINGS, reportProblem, rowWriter, tableLines } from './rows.ts';
import { partiesSql, type ReportScope } from './statements.ts';
import type { TableSource, WrittenTable } from './table-source.ts';
import { type ReportTotals, totalsOf } from './totals.ts';
import { writeXlsx } from './xlsx-file.ts';

export interface WrittenFile extends WrittenTable {
  name: string;
  /** Where it is: on this machine first, then its name in the store. */
  path: string;
  bytes: number;
  party: { id: number; name: string } | null;
}

export interface Writing {
  clickhouse: ClickHouse;
  signal: AbortSignal;
  folder: string;
  format: ReportFormat;
  /** The facts with which the files describe themselves, apart from those that come with the totals. */
  about: Omit<AboutInput, 'newest' | 'partyName' | 'scope'>;
  scope: ReportScope;
  progress(done: number, total: number | null): Promise<void>;
}

const PROGRESS_MS = 1_000;

/** `EPC by geo: week 12` → `EPC-by-geo-week-12`, with the letters of every language. */
const hyphened = (text: string): string =>
  text
    .normalize('NFC')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')
    .join('-')
    .slice(0, 60)
    .toWellFormed();

/** A file's name without characters that any system forbids. */
function fileName({ about: { title, plan }, format }: Writing, party: WrittenFile['party']): string {
  const { start, end } = plan.question.dateRange;
  const parts = [hyphened(title) || 'report'];
  if (party !== null) parts.push(hyphened(party.name), `${party.id}`);
  return `${[...parts, start, end].filter((part) => part !== '').join('-')}.${format}`;
}

/** The rows of a file: those of its party, or all. */
function scopeOf({ scope, about }: Writing, party: WrittenFile['party']): ReportScope {
  const dimension = about.definition.splitBy;
  if (party === null || dimension === null) return scope;
  return { ...scope, party: { dimension, id: party.id } };
}

async function writeTable(format: Writing['format'], path: string, source: TableSource): Promise<WrittenTable> {
  if (format === 'xlsx') return await writeXlsx(path, source);
  return await writeCsv(path, source, { isZipped: format === 'csv.gz' });
}

/** Weeks are named by their first day, so they are days too. */
function keyFormats(key: DimensionKey): ('text' | 'day')[] {
  const isDay = key === 'date_day' || key === 'date_week';
  return keyTitles(key).map(() => (isDay ? 'day' : 'text'));
}

/** The totals' cells: the first key says that they are totals. */
function totalsRow({ keys }: ReportPlan, { values }: ReportTotals, rows: number): (string | number)[] {
  const blank = keys.flatMap(keyTitles).slice(1);
  return [`Total of ${rows} rows`, ...blank.map(() => ''), ...values];
}

async function writeFile(
  writing: Writing,
  party: WrittenFile['party'],
  written: { rows: number },
): Promise<WrittenFile> {
  const { clickhouse, signal, folder, format } = writing;
  const { plan } = writing.about;
  const scope = scopeOf(writing, party);
  const totals = await totalsOf({ clickhouse, signal }, plan, scope);
  // About how many rows the file will have; unknown for the file of one party.
  const about = party === null ? totals.about : null;
  const isCompared = plan.question.compare !== undefined;
  let told = performance.now();
  async function* lines(): AsyncGenerator<string[]> {
    for await (const batch of tableLines({ clickhouse, signal }, plan, scope)) {
      yield batch;
      written.rows += batch.length;
      if (performance.now() - told < PROGRESS_MS) continue;
      told = performance.now();
      await writing.progress(written.rows, about === null ? null : Math.max(about, written.rows));
    }
  }
  const source: TableSource = {
    about: aboutLines({ ...writing.about, scope, newest: totals.newest, partyName: party?.name ?? null }),
    head: headOf(plan),
    keyFormats: plan.keys.flatMap(keyFormats),
    formats: plan.columns.flatMap(({ format: of }) => (isCompared ? [of, of] : [of])),
    writer: rowWriter(plan, scope),
    lines,
    totalsRow: (rows) => totalsRow(plan, totals, rows),
    signal,
  };
  const name = fileName(writing, party);
  // Stores of files do not agree on other letters.
  const path = join(folder, latinName(name));
  const table = await writeTable(format, path, source);
  const { size } = await stat(path);
  return { ...table, name, path, bytes: size, party };
}

async function partiesOf({ clickhouse, signal, about, scope }: Writing): Promise<{ id: number; name: string }[]> {
  const { splitBy } = about.definition;
  if (splitBy === null) return [];
  const { sql, params } = partiesSql(about.plan, scope, splitBy);
  const ids = await clickhouse
    .query(sql, params, { parse: recordIdOf, signal, maxSeconds: 600, settings: REPORT_SETTINGS })
    .catch((error: unknown) => {
      throw reportProblem(error);
    });
  if (ids.length > REPORT_LIMITS.splitFiles)
    throw new AppError('TOO_LARGE', {
      errors: [
        {
          path: 'definition.splitBy',
          message: `${ids.length} files are more than a report may have (${REPORT_LIMITS.splitFiles}). Use filters.`,
        },
      ],
    });
  const none = `No ${dimensionOf(splitBy).label.toLowerCase()}`;
  return ids.map((id) => ({ id, name: id === 0 ? none : labelOf(splitBy, id, scope.attributes) }));
}

/** Writes all files. Errors: TOO_LARGE; EngineError; whatever the disk refuses. */
export async function writeFiles(writing: Writing): Promise<WrittenFile[]> {
  const written = { rows: 0 };
  if (writing.about.definition.splitBy === null) return [await writeFile(writing, null, written)];
  const files: WrittenFile[] = [];
  for (const party of await partiesOf(writing)) files.push(await writeFile(writing, party, written));
  return files;
}

/** The totals of the whole answer, for the screen. */
export const wholeTotals = ({ clickhouse, signal, about, scope }: Writing): Promise<ReportTotals> =>
  totalsOf({ clickhouse, signal }, about.plan, scope);
