/** Exports the whole filtered list as a file: CSV page by page, or XLSX. */

import { Readable } from 'node:stream';
import type { EntityDefinition, StoredRecord } from '@signpost/contract/define/entity.ts';
import type { Field } from '@signpost/contract/define/field.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { csvLine } from '@signpost/contract/records/csv.ts';
import type { ListQuery } from '@signpost/contract/records/list-query.ts';
import type { Db } from '../../database.ts';
import type { SessionUser } from '../../session-user.ts';
import { textCell, type XlsxCell, xlsxCell } from './export-cells.ts';
import type { Ranking } from './list-query.ts';
import { listRecords } from './read.ts';

const BATCH = 1000;
/** An XLSX file is built in memory and therefore limited; a CSV file is not. */
const XLSX_MAX_ROWS = 100_000;

/** Refuses an XLSX file of more rows than can be built. Error: TOO_LARGE on `format`. */
export function refuseLongXlsx(rows: number): void {
  if (rows <= XLSX_MAX_ROWS) return;
  const message = `An XLSX file can contain at most ${XLSX_MAX_ROWS} rows. Export as CSV to get all rows.`;
  throw new AppError('TOO_LARGE', { errors: [{ path: 'format', message }] });
}

/** The requested columns in their order; all if none are named. */
function columnsOf(entity: EntityDefinition, names: readonly string[] | undefined): [string, Field][] {
  const every = Object.entries(entity.fields);
  if (!names) return every;
  return names.flatMap((name) => every.filter(([own]) => own === name));
}

/** The rows of a file and their order. */
interface ExportedList {
  query: ListQuery;
  viewer: SessionUser;
  ranking: Ranking | null;
}

async function* records(
  db: Db,
  entity: EntityDefinition,
  { query, viewer, ranking }: ExportedList,
): AsyncGenerator<StoredRecord[]> {
  for (let offset = 0; ; offset += BATCH) {
    const page = await listRecords(db, entity, { query: { ...query, limit: BATCH, offset }, viewer, ranking });
    if (page.records.length > 0) yield page.records;
    if (offset + BATCH >= page.total) return;
  }
}

/**
 * A CSV of all matching rows, in UTF-8 with BOM so that spreadsheets recognise the encoding, and with formulas made
 * harmless.
 */
export function exportCsv(
  db: Db,
  entity: EntityDefinition,
  { names, ...list }: ExportedList & { names?: readonly string[] | undefined },
): Readable {
  const columns = columnsOf(entity, names);
  async function* lines() {
    yield `\uFEFF${csvLine(['Id', ...columns.map(([, field]) => field.label)])}\r\n`;
    for await (const batch of records(db, entity, list))
      yield batch
        .map(
          (record) => `${csvLine([record.id, ...columns.map(([name, field]) => textCell(name, field, record))])}\r\n`,
        )
        .join('');
  }
  return Readable.from(lines());
}

/** The same as XLSX, whose cells are texts, numbers and dates, and never formulas. */
export async function exportXlsx(
  db: Db,
  entity: EntityDefinition,
  { names, ...list }: ExportedList & { names?: readonly string[] | undefined },
): Promise<Buffer> {
  const columns = columnsOf(entity, names);
  const head = ['Id', ...columns.map(([, field]) => field.label)].map((value) => ({
    value,
    fontWeight: 'bold' as const,
  }));
  const rows: XlsxCell[][] = [];
  for await (const batch of records(db, entity, list))
    for (const record of batch)
      rows.push([{ value: record.id, type: Number }, ...columns.map(([name, field]) => xlsxCell(name, field, record))]);
  // Imported on first use, so that processes start faster (docs/decisions/0001).
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  return await writeXlsxFile([head, ...rows], { stickyRowsCount: 1 }).toBuffer();
}
