/** Imports of a partner's statistics: upload of the file, its columns, a dry run, the import, and undoing it. */

import {
  checkGamblingImport,
  showGamblingImport,
  startGamblingImport,
  undoGamblingImport,
  uploadGamblingFile,
} from '@signpost/contract/calls/ledger.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { NO_SUCH_RECORD } from '@signpost/contract/field-messages.ts';
import { NO_HEADER } from '@signpost/contract/reading/table.ts';
import {
  type GamblingImport,
  IMPORT_MAX_BYTES,
  type ImportDetection,
  type ImportMapping,
  type ImportState,
  type ImportStepName,
} from '@signpost/contract/records/gambling-import.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import { viewerOf } from '../../../http/access.ts';
import type { App } from '../../../http/app-type.ts';
import { askerOf } from '../../../http/asker.ts';
import { storedName } from '../../../http/file-name.ts';
import { handle } from '../../../http/handle.ts';
import { chosenEncoding, fieldIn, readUpload } from '../../../http/upload.ts';
import { newId } from '../../../platform/ids.ts';
import { idRow, readRow, readRows } from '../../../platform/rows.ts';
import { answerOnce } from '../../../workplace/records/once.ts';
import { enqueueRun } from '../../../workplace/runs/store.ts';
import { readTable, type Table } from '../imports/file.ts';
import { guessMapping, readImport } from '../imports/store.ts';
import type { ImportStep } from '../imports/work.ts';

const MOST_TITLE_LINES = 1_000;

/** The chosen line of the header, or `NO_HEADER`; undefined if it is to be found. @throws VALIDATION */
function readHeaderRow(text: string): number | undefined {
  if (text.trim() === '') return undefined;
  const row = Number(text);
  if (!Number.isInteger(row) || row < NO_HEADER || row > MOST_TITLE_LINES)
    throw invalid(
      'headerRow',
      `Give the number of a line, from 1 to ${MOST_TITLE_LINES}, or 0 for a file without names of columns.`,
    );
  return row;
}

const importStateRow = z.object({ state: z.string() });

/** Moves an import to its next state if it is in the state that the step requires. */
async function step(trx: Trx, id: number, from: readonly ImportState[], to: ImportState): Promise<void> {
  const rows = await readRows(
    trx,
    idRow,
    sql`UPDATE gambling_imports SET import_state = ${to}, rows_done = 0, problem = NULL, updated_at = now()
      WHERE id = ${id} AND import_state = ANY(${[...from]}::text[]) RETURNING id`,
  );
  if (rows.length > 0) return;
  const there = await readRows(
    trx,
    importStateRow,
    sql`SELECT import_state AS state FROM gambling_imports WHERE id = ${id}`,
  );
  if (there[0] === undefined) throw new AppError('ITEM_NOT_FOUND');
  throw invalid('', `This import is already ${there[0].state}.`);
}

/** A file as it was read, for an import of this partner. */
interface ReadFile {
  partnerId: number;
  mapping: ImportMapping;
  detected: ImportDetection;
  table: Table;
  text: string;
}

/**
 * Takes the file of an import that was read again, such as in another encoding. The import begins again with its columns.
 * Errors: VALIDATION if it belongs to another partner, or if its rows count already.
 */
async function readAgain(
  trx: Trx,
  id: number,
  { partnerId, mapping, detected, table, text }: ReadFile,
): Promise<GamblingImport> {
  await step(trx, id, ['uploaded', 'checked', 'failed'], 'uploaded');
  const rows = await readRows(
    trx,
    idRow,
    sql`UPDATE gambling_imports SET mapping = ${JSON.stringify(mapping)}, rows_total = ${table.rows.length}, rows_good = 0, rows_bad = 0
      WHERE id = ${id} AND partner_id = ${partnerId} RETURNING id`,
  );
  if (rows.length === 0) throw invalid('partnerId', 'This import belongs to another partner.');
  await sql`UPDATE gambling_import_files SET body = ${Buffer.from(text)}, detected = ${JSON.stringify(detected)}::jsonb,
    errors = '[]', warnings = '[]', summary = NULL WHERE import_id = ${id}`.execute(trx);
  return (await readImport(trx, id)).seen;
}

const TITLES = { checking: 'Check', importing: 'Import', undoing: 'Undo' } as const satisfies Record<
  ImportStepName,
  string
>;

export function gamblingImportRoutes(app: App, deps: Deps): void {
  const { db, clock } = deps;

  async function enqueueStep(trx: Trx, input: ImportStep, ownerId: number): Promise<void> {
    const { name } = (await readImport(trx, input.importId)).seen;
    const now = clock.now();
    await enqueueRun(trx, now, {
      kind: 'partnerFigures',
      key: `partner figures ${input.importId} ${input.step} ${newId(clock)}`,
      title: `${TITLES[input.step]} ${name}`,
      ownerId,
      input,
      expectedAt: now,
    });
  }

  handle(
    app,
    uploadGamblingFile,
    async ({ request, reply }) => {
      const { part, bytes } = await readUpload(request, { fileSize: IMPORT_MAX_BYTES, files: 1, fields: 4 });
      const headerRow = readHeaderRow(fieldIn(part, 'headerRow'));
      const { table, text } = await readTable(bytes, askerOf(request), { headerRow, encoding: chosenEncoding(part) });
      const partnerId = Number(fieldIn(part, 'partnerId') || 0);
      const again = Number(fieldIn(part, 'importId') || 0);
      if (!Number.isSafeInteger(again) || again < 0) throw invalid('importId', NO_SUCH_RECORD);
      const { rows: known } =
        await sql`SELECT 1 FROM partners WHERE id = ${Number.isSafeInteger(partnerId) ? partnerId : 0}`.execute(db);
      if (known.length === 0) throw invalid('partnerId', NO_SUCH_RECORD);
      const { mapping, detected } = await guessMapping(db, partnerId, table);
      const work = async (trx: Trx) => {
        if (again !== 0) return await readAgain(trx, again, { partnerId, mapping, detected, table, text });
        const { id: importId } = await readRow(
          trx,
          idRow,
          sql`INSERT INTO gambling_imports (name, partner_id, mapping, import_state, rows_total)
            VALUES (${storedName(part.filename) || 'file.csv'}, ${partnerId}, ${JSON.stringify(mapping)}, 'uploaded', ${table.rows.length})
            RETURNING id`,
        );
        await sql`INSERT INTO gambling_import_files (import_id, user_id, body, detected)
          VALUES (${importId}, ${viewerOf(request).id}, ${Buffer.from(text)}, ${JSON.stringify(detected)}::jsonb)`.execute(
          trx,
        );
        return (await readImport(trx, importId)).seen;
      };
      return await answerOnce(deps, { request, reply }, work, {
        said: { partnerId, text, headerRow: table.headerRow, ...(again !== 0 && { importId: again }) },
      });
    },
    { bodyLimit: IMPORT_MAX_BYTES + 64 * 1024 },
  );

  handle(app, showGamblingImport, async ({ params: { id } }) => (await readImport(db, id)).seen);

  handle(app, checkGamblingImport, async ({ params: { id }, body, viewer }) => {
    const { columns } = (await readImport(db, id)).seen;
    const { columns: chosen } = body;
    if (chosen.day === undefined) throw invalid('columns.day', 'Choose the column that holds the day.');
    for (const [field, column] of Object.entries(chosen))
      if (!columns.includes(column)) throw invalid(`columns.${field}`, `The file has no column “${column}”.`);
    await db.transaction().execute(async (trx) => {
      await step(trx, id, ['uploaded', 'checked', 'failed'], 'checking');
      await sql`UPDATE gambling_imports SET mapping = ${JSON.stringify(body)} WHERE id = ${id}`.execute(trx);
      await sql`UPDATE gambling_import_files SET summary = NULL WHERE import_id = ${id}`.execute(trx);
      await enqueueStep(trx, { importId: id, step: 'checking' }, viewer.id);
    });
    return (await readImport(db, id)).seen;
  });

  handle(app, startGamblingImport, async ({ params: { id }, body, viewer, request, reply }) => {
    const start = async (trx: Trx) => {
      const { rowsGood, rowsBad } = (await readImport(trx, id)).seen;
      if (rowsGood === 0) throw invalid('', 'No row of this file can be imported. Check the file first.');
      if (rowsBad > 0 && !body.onlyGood)
        throw invalid('onlyGood', `${rowsBad} rows are refused. Correct them, or import only the valid rows.`);
      await step(trx, id, ['checked'], 'importing');
      await enqueueStep(trx, { importId: id, step: 'importing' }, viewer.id);
      return (await readImport(trx, id)).seen;
    };
    return await answerOnce(deps, { request, reply }, start, { status: 200 });
  });

  handle(app, undoGamblingImport, async ({ params: { id }, body: { because }, viewer, request, reply }) => {
    const undo = async (trx: Trx) => {
      await step(trx, id, ['imported'], 'undoing');
      await enqueueStep(trx, { importId: id, step: 'undoing', because, userId: viewer.id }, viewer.id);
      return (await readImport(trx, id)).seen;
    };
    return await answerOnce(deps, { request, reply }, undo, { status: 200 });
  });
}
