/** Storing rows of sheets. */
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { SHEET_COLUMNS } from '@signpost/contract/sheets/columns.ts';
import { isBlankRow } from '@signpost/contract/sheets/read-row.ts';
import { type Cells, SHEET_ROWS_MAX, type SheetKind, type SheetRow } from '@signpost/contract/sheets/sheet.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../database.ts';
import { readRow } from '../../platform/rows.ts';
import { authorOf, recordCreation, recordEvent, type WriteContext } from '../../workplace/records/change.ts';
import { readRecord } from '../../workplace/records/read.ts';
import { masked } from '../../workplace/records/secrets.ts';
import { ERRORS_MAX, readHead, refuseUnless, rowsOf, SHEET_OF, type SheetHead } from './sheets.ts';

type NewRow = Readonly<{ key: string; cells: Cells }>;

/** Refuses cells of columns that the sheet does not have. `path` names the rows in the call. */
function refuseUnknownColumns(kind: SheetKind, rows: readonly NewRow[], path: string): void {
  const known = new Set(SHEET_COLUMNS[kind].map(({ name }) => name));
  const errors = rows.flatMap(({ cells }, at) =>
    Object.keys(cells)
      .filter((column) => !known.has(column))
      .map((column) => ({ path: `${path}.${at}.cells.${column}`, message: `No column is called “${column}”.` })),
  );
  if (errors.length > 0) throw new AppError('VALIDATION', { errors: errors.slice(0, ERRORS_MAX) });
}

async function upsertRows(trx: Trx, id: number, rows: readonly NewRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`INSERT INTO box_sheet_rows (sheet_id, key, position, cells)
    SELECT ${id}, (given ->> 'key')::uuid, 2147483647, given -> 'cells'
    FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) AS given
    ON CONFLICT (sheet_id, key) DO UPDATE SET cells = excluded.cells
      WHERE box_sheet_rows.box_id IS NULL AND box_sheet_rows.direct_link_id IS NULL`.execute(trx);
}

async function orderRows(trx: Trx, id: number, order: readonly string[]): Promise<void> {
  await sql`UPDATE box_sheet_rows r SET position = given.at FROM unnest(${[...order]}::uuid[]) WITH ORDINALITY AS given (key, at)
    WHERE r.sheet_id = ${id} AND r.key = given.key`.execute(trx);
}

const countedRow = z.object({ rowsVersion: z.number(), total: z.number() });

/** Counts the rows with something in them and raises the version of the rows. */
export async function countRows(trx: Trx, id: number): Promise<number> {
  const rows = await rowsOf(trx, id);
  const filled = rows.filter(({ cells }) => !isBlankRow(cells)).length;
  const { rowsVersion, total } = await readRow(
    trx,
    countedRow,
    sql`UPDATE box_sheets SET row_count = ${filled}, rows_version = rows_version + 1 WHERE id = ${id}
      RETURNING rows_version, ${rows.length}::integer AS total`,
  );
  if (total > SHEET_ROWS_MAX) throw invalid('changed', `A sheet has at most ${SHEET_ROWS_MAX} rows.`);
  return rowsVersion;
}

/** Starts a sheet of the viewer. Returns its id and the version of its rows. */
export async function createSheetIn(
  ctx: WriteContext,
  { kind, name, rows }: { kind: SheetKind; name: string; rows: readonly NewRow[] },
): Promise<{ id: number; rowsVersion: number }> {
  const { trx } = ctx;
  refuseUnknownColumns(kind, rows, 'rows');
  const author = authorOf(ctx);
  const { id } = await trx
    .insertInto('boxSheets')
    .values({ kind, name, createdById: author.userId, createdAt: author.at, updatedAt: author.at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await upsertRows(trx, id, rows);
  await orderRows(
    trx,
    id,
    rows.map(({ key }) => key),
  );
  const rowsVersion = await countRows(trx, id);
  await recordCreation(trx, author, { entity: SHEET_OF[kind], id });
  return { id, rowsVersion };
}

export interface RowChanges {
  rowsVersion: number;
  changed: readonly NewRow[];
  removed: readonly string[];
  order?: readonly string[] | undefined;
}

/** The CONFLICT of somebody who saw other rows than are stored now. */
export async function refuseOlder(trx: Trx, head: SheetHead, rowsVersion: number): Promise<void> {
  if (head.rowsVersion === rowsVersion) return;
  const entity = SHEET_OF[head.kind];
  throw new AppError('CONFLICT', { data: masked(entity, await readRecord(trx, entity, head.id)) });
}

/** Saves rows and returns their new version. The trail tells how many changed; the request tells which they were. */
export async function saveRowsIn(ctx: WriteContext, id: number, changes: RowChanges): Promise<{ rowsVersion: number }> {
  const { trx, actor } = ctx;
  const head = await readHead(trx, id, { lock: true });
  refuseUnless(head, actor.viewer, 'edit');
  await refuseOlder(trx, head, changes.rowsVersion);
  const { changed, removed, order } = changes;
  refuseUnknownColumns(head.kind, changed, 'changed');
  if (removed.length > 0)
    await sql`DELETE FROM box_sheet_rows WHERE sheet_id = ${id} AND key = ANY(${[...removed]}::uuid[])`.execute(trx);
  await upsertRows(trx, id, changed);
  if (order !== undefined) await orderRows(trx, id, order);
  const rowsVersion = await countRows(trx, id);
  await recordEvent(trx, authorOf(ctx), {
    entity: SHEET_OF[head.kind],
    id,
    after: { rowsSaved: changed.length, rowsRemoved: removed.length },
  });
  return { rowsVersion };
}

/** Stores rows that a sync changed; raises their version only if they changed. */
export async function replaceRows(
  ctx: WriteContext,
  { id, kind }: SheetHead,
  before: readonly SheetRow[],
  after: readonly SheetRow[],
): Promise<void> {
  const { trx } = ctx;
  const was = new Map(before.map((row) => [row.key, row]));
  const now = new Set(after.map(({ key }) => key));
  const changed = after.filter((row) => was.get(row.key) !== row).map(({ key, cells }) => ({ key, cells }));
  const removed = before.map(({ key }) => key).filter((key) => !now.has(key));
  const isMoved = before.map(({ key }) => key).join() !== after.map(({ key }) => key).join();
  if (changed.length === 0 && !isMoved) return;
  if (removed.length > 0)
    await sql`DELETE FROM box_sheet_rows WHERE sheet_id = ${id} AND key = ANY(${removed}::uuid[])`.execute(trx);
  await upsertRows(trx, id, changed);
  if (isMoved)
    await orderRows(
      trx,
      id,
      after.map(({ key }) => key),
    );
  await countRows(trx, id);
  await recordEvent(trx, authorOf(ctx), {
    entity: SHEET_OF[kind],
    id,
    after: { rowsFromGoogle: changed.length, rowsRemoved: removed.length },
  });
}
