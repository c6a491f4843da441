/**
 * Removes what nothing needs any more (docs/product/operations.md#what-is-removed). The audit trail keeps who signed in
 * and when; facts and records are never removed here,
 * and personal data is removed by `protection/retention.ts`.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { entityList } from '@signpost/contract/entities/index.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable } from '../database.ts';
import { hasCode } from '../platform/files.ts';
import type { Job } from '../platform/job.ts';
import { untilDone } from '../platform/repeat.ts';
import { readRows } from '../platform/rows.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const EVERY_MS = DAY_MS / 4;
/** Short statements hold their locks for a short time. */
const BATCH = 5_000;

/** How long things are kept after they have lost their use. */
const KEPT_DAYS = { idempotencyKey: 7, unusedImage: 30, unusedAttachment: 30 };

export interface RemovalDeps {
  db: Db;
  dataDir: string;
}

export function removalJobs({ db, dataDir }: RemovalDeps): Job[] {
  return [
    {
      name: 'removal of expired data',
      everyMs: EVERY_MS,
      run: async (stopping) => {
        const now = new Date();
        await untilDone(stopping, () => removeExpired(db, now));
        await removeUnusedImages(db, join(dataDir, 'images'), now);
      },
    },
  ];
}

/** Removes a batch of old idempotency keys and unused attachments, and returns how many rows it removed. */
export async function removeExpired(db: Queryable, now: Date): Promise<number> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const batches = [
    sql`DELETE FROM idempotency WHERE (user_id, key) IN (SELECT user_id, key FROM idempotency
      WHERE created_at < ${before(KEPT_DAYS.idempotencyKey)} ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    sql`DELETE FROM attachments WHERE id IN (SELECT a.id FROM attachments a
      WHERE a.added_at < ${before(KEPT_DAYS.unusedAttachment)} AND NOT EXISTS (SELECT FROM manual_transactions t
        WHERE t.attachments @> jsonb_build_array(jsonb_build_object('path', '/attachments/' || a.id))) LIMIT ${BATCH})`,
  ];
  let removed = 0;
  for (const batch of batches) removed += Number((await batch.execute(db)).numAffectedRows ?? 0n);
  return removed;
}

const imageName = z.object({ name: z.string() });

/** The images in a text of JSON, without the prefix of their small versions. */
const namesIn = (text: RawBuilder<unknown>, source: RawBuilder<unknown>) =>
  sql`SELECT (regexp_matches(${text}, '/images/(?:small-)?([0-9a-f]{32}[.](?:jpg|png))', 'g'))[1] AS name FROM ${source}`;

/** Every image that a record shows, or showed in a version that can be restored. */
async function usedImages(db: Queryable): Promise<ReadonlySet<string>> {
  const withImages = entityList
    .map(({ name, table, fields }) => ({
      name,
      table,
      columns: Object.entries(fields)
        .filter(([, field]) => field.kind === 'images')
        .map(([column]) => column),
    }))
    .filter(({ columns }) => columns.length > 0);
  const shown = withImages.flatMap(({ table, columns }) =>
    columns.map((column) => namesIn(sql`${sql.ref(column)}::text`, sql.table(table))),
  );
  const names = withImages.map(({ name }) => name);
  const showedBefore = namesIn(sql`concat(before, after)`, sql`audit WHERE entity = ANY(${names}::text[])`);
  const rows = await readRows(db, imageName, sql.join([...shown, showedBefore], sql` UNION `));
  return new Set(rows.map(({ name }) => name));
}

/** Removes uploaded images of this machine that no record uses, and returns how many files these were. */
export async function removeUnusedImages(db: Queryable, folder: string, now: Date): Promise<number> {
  const files = await filesIn(folder);
  if (files.length === 0) return 0;
  const until = now.getTime() - KEPT_DAYS.unusedImage * DAY_MS;
  const used = await usedImages(db);
  let removed = 0;
  for (const file of files) {
    if (used.has(file.replace(/^small-/, ''))) continue;
    const path = join(folder, file);
    if ((await stat(path)).mtimeMs > until) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
