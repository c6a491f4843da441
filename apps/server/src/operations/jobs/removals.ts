/**
 * Removes what nothing needs any more (docs/product/operations.md#what-is-removed). The audit trail keeps who signed in
 * and when; facts and records are never removed here,
 * and personal data is removed by `operations/protection/retention.ts`.
 */
import { entityList } from '@signpost/contract/entities/index.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable } from '../../database.ts';
import type { Job } from '../../platform/job.ts';
import { untilDone } from '../../platform/repeat.ts';
import { readRows } from '../../platform/rows.ts';
import type { ObjectStore } from '../../platform/store/store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const EVERY_MS = DAY_MS / 4;
/** Short statements hold their locks for a short time. */
const BATCH = 5_000;

/** How long things are kept after they have lost their use. */
const KEPT_DAYS = { idempotencyKey: 7, unusedImage: 30, unusedAttachment: 30 };

export interface RemovalDeps {
  db: Db;
  files: ObjectStore;
}

export function removalJobs({ db, files }: RemovalDeps): Job[] {
  return [
    {
      name: 'removal of expired data',
      everyMs: EVERY_MS,
      run: async (stopping) => {
        const now = new Date();
        await untilDone(stopping, () => removeExpired(db, now));
        await removeUnusedImages(db, files, now);
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

/** Removes uploaded images that no record uses, and returns how many files these were. */
export async function removeUnusedImages(db: Queryable, files: ObjectStore, now: Date): Promise<number> {
  const until = new Date(now.getTime() - KEPT_DAYS.unusedImage * DAY_MS);
  const old = (await files.list('images/')).filter(({ changedAt }) => changedAt <= until);
  if (old.length === 0) return 0;
  const used = await usedImages(db);
  const unused = old.filter(({ name }) => !used.has(name.replace(/^images\/(?:small-)?/, '')));
  for (const { name } of unused) await files.remove(name);
  return unused.length;
}
