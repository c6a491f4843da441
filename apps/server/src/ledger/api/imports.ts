/** Uploading a partner's statistics: the file, its columns, a dry run, the import, and taking it back. */

import { NO_SUCH_RECORD } from '@signpost/contract/define/field-messages.ts';
import { gamblingImport } from '@signpost/contract/entities/gambling-import.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { IMPORT_MAX_BYTES, type ImportState, importMappingSchema } from '@signpost/contract/records/gambling-import.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { takeBackFacts } from '../../conversions/ship/put-facts.ts';
import type { Trx } from '../../database.ts';
import type { Deps } from '../../deps.ts';
import { viewerOf } from '../../http/access.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';
import { authorOf, recordEvent } from '../../records/change.ts';
import { answerOnce } from '../../records/once.ts';
import { tableOf, textOf } from '../imports/file.ts';
import { guessMapping, readImport } from '../imports/store.ts';

const params = z.object({ id: z.coerce.number().int().positive() });
const tags = [gamblingImport.many];
const routes = ['gamblingStatsCsvUpload'] as const;
const rows = { of: gamblingImport };
const view = { access: { routes, action: 'view' }, rows } as const;
const add = { access: { routes, action: 'add' }, rows } as const;
const because = z.strictObject({ because: z.string().trim().min(1).max(500) });
const problem = (path: string, message: string) => new AppError('VALIDATION', { errors: [{ path, message }] });

/** Moves an import on, if it is where the step begins. */
async function step(trx: Trx, id: number, from: readonly ImportState[], to: ImportState): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    UPDATE gambling_imports SET import_state = ${to}, rows_done = 0, problem = NULL, updated_at = now()
    WHERE id = ${id} AND import_state = ANY(${[...from]}::text[]) RETURNING id`.execute(trx);
  if (rows.length > 0) return;
  const { rows: there } = await sql<{
    state: string;
  }>`SELECT import_state AS state FROM gambling_imports WHERE id = ${id}`.execute(trx);
  if (there[0] === undefined) throw new AppError('ITEM_NOT_FOUND');
  throw problem('', `This import is already ${there[0].state}.`);
}

/** Reverses every posted row of an import, and takes its facts back. */
async function undo(trx: Trx, id: number, why: string, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    UPDATE gambling_stats SET entry_status = 'reversed', reversed_because = ${why}, version = version + 1, updated_at = ${now}
    WHERE import_id = ${id} AND entry_status = 'posted' RETURNING id`.execute(trx);
  const origins = rows.map((row) => `gambling ${row.id}`);
  await takeBackFacts(trx, origins, why, now);
  return rows.length;
}

export function gamblingImportRoutes(app: App, deps: Deps): void {
  const { db, clock } = deps;

  app.post(
    '/api/gambling-imports',
    { config: { ...add, rows: 'staff' }, bodyLimit: IMPORT_MAX_BYTES + 64 * 1024, schema: { tags } },
    async (request, reply) => {
      if (!request.isMultipart()) throw problem('file', 'Choose a file.');
      const part = await request.file({ limits: { fileSize: IMPORT_MAX_BYTES, files: 1, fields: 1 } });
      if (part === undefined) throw problem('file', 'Choose a file.');
      const text = textOf(await part.toBuffer());
      const table = tableOf(text);
      const field = part.fields.partnerId;
      const partnerId = Number(field !== undefined && 'value' in field ? field.value : 0);
      const { rows: known } =
        await sql`SELECT 1 FROM partners WHERE id = ${Number.isSafeInteger(partnerId) ? partnerId : 0}`.execute(db);
      if (known.length === 0) throw problem('partnerId', NO_SUCH_RECORD);
      const { mapping, detected } = await guessMapping(db, partnerId, table);
      const work = async (trx: Trx) => {
        const { rows: made } = await sql<{ id: number }>`
          INSERT INTO gambling_imports (name, partner_id, mapping, import_state, rows_total)
          VALUES (${part.filename.slice(0, 200) || 'file.csv'}, ${partnerId}, ${JSON.stringify(mapping)}, 'uploaded', ${table.rows.length})
          RETURNING id`.execute(trx);
        const importId = Number(made[0]?.id);
        await sql`INSERT INTO gambling_import_files (import_id, user_id, body, detected)
          VALUES (${importId}, ${viewerOf(request).id}, ${Buffer.from(text)}, ${JSON.stringify(detected)}::jsonb)`.execute(
          trx,
        );
        return (await readImport(trx, importId)).seen;
      };
      return await answerOnce(deps, request, reply, work, { said: { partnerId, text } });
    },
  );

  app.get('/api/gambling-imports/:id/file', { config: view, schema: { tags, params } }, async (request) =>
    ok((await readImport(db, request.params.id)).seen),
  );

  app.post(
    '/api/gambling-imports/:id/check',
    { config: add, schema: { tags, params, body: importMappingSchema } },
    async (request) => {
      const { id } = request.params;
      const { columns } = (await readImport(db, id)).seen;
      const { columns: chosen } = request.body;
      if (chosen.day === undefined) throw problem('columns.day', 'Choose the column that holds the day.');
      for (const [field, column] of Object.entries(chosen))
        if (!columns.includes(column)) throw problem(`columns.${field}`, `The file has no column “${column}”.`);
      await db.transaction().execute(async (trx) => {
        await step(trx, id, ['uploaded', 'checked', 'failed'], 'checking');
        await sql`UPDATE gambling_imports SET mapping = ${JSON.stringify(request.body)} WHERE id = ${id}`.execute(trx);
        await sql`UPDATE gambling_import_files SET taken_until = NULL, summary = NULL WHERE import_id = ${id}`.execute(
          trx,
        );
      });
      return ok((await readImport(db, id)).seen);
    },
  );

  app.post(
    '/api/gambling-imports/:id/import',
    { config: add, schema: { tags, params, body: z.strictObject({ onlyGood: z.boolean() }) } },
    async (request) => {
      const { id } = request.params;
      const { rowsGood, rowsBad } = (await readImport(db, id)).seen;
      if (rowsGood === 0) throw problem('', 'No row of this file can be imported. Check the file first.');
      if (rowsBad > 0 && !request.body.onlyGood)
        throw problem('onlyGood', `${rowsBad} rows are refused. Correct them, or import only the valid rows.`);
      await db.transaction().execute((trx) => step(trx, id, ['checked'], 'importing'));
      return ok((await readImport(db, id)).seen);
    },
  );

  app.post(
    '/api/gambling-imports/:id/undo',
    { config: add, schema: { tags, params, body: because } },
    async (request) => {
      const { id } = request.params;
      const now = clock.now();
      await db.transaction().execute(async (trx) => {
        await step(trx, id, ['imported'], 'undone');
        const undone = await undo(trx, id, request.body.because, now);
        await sql`UPDATE gambling_imports SET version = version + 1 WHERE id = ${id}`.execute(trx);
        const author = authorOf({ clock, actor: { viewer: viewerOf(request), requestId: request.id } });
        await recordEvent(trx, author, {
          entity: gamblingImport,
          id,
          after: { undone, because: request.body.because },
        });
      });
      return ok((await readImport(db, id)).seen);
    },
  );
}
