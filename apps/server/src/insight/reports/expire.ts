/** Removes the files of answers that have expired, and files that belong to no answer. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../database.ts';
import { hasCode } from '../../platform/files.ts';
import { readRows } from '../../platform/rows.ts';
import type { StoredObject } from '../../platform/store/store.ts';
import { type ReportDeps, unfinishedFolder } from './run.ts';

/** Files without an answer may belong to a run that still writes. */
const ABANDONED_MS = 2 * 86_400_000;

const idRow = z.object({ id: z.number() });
const keptRow = z.object({ path: z.string() });

/** Returns how many answers have expired. */
export async function expireFiles(
  { db, dataDir, files }: Pick<ReportDeps, 'db' | 'dataDir' | 'files'>,
  now: Date,
): Promise<number> {
  const expired = await readRows(
    db,
    idRow,
    sql`UPDATE report_downloads SET removed_at = ${now} WHERE expires_at <= ${now} AND removed_at IS NULL RETURNING id`,
  );
  const stored = await files.list('reports/');
  for (const [id, of] of Map.groupBy(stored, ({ name }) => Number(name.split('/')[1])))
    for (const name of await abandoned(db, id, of, now)) await files.remove(name);
  await removeUnfinished(unfinishedFolder(dataDir), now);
  return expired.length;
}

/** The files that no answer needs: all files of an expired answer, and those of attempts that left no answer. */
async function abandoned(db: Db, id: number, files: readonly StoredObject[], now: Date): Promise<string[]> {
  const kept = await readRows(
    db,
    keptRow,
    sql`SELECT f.path FROM report_files f JOIN report_downloads d ON d.id = f.download_id
      WHERE d.id = ${Number.isSafeInteger(id) ? id : 0} AND d.removed_at IS NULL`,
  );
  const needed = new Set(kept.map(({ path }) => path));
  return files
    .filter(({ name }) => !needed.has(name))
    .filter(({ changedAt }) => kept.length > 0 || now.getTime() - changedAt.getTime() > ABANDONED_MS)
    .map(({ name }) => name);
}

/** Removes the files that a killed worker of this machine has left behind. */
async function removeUnfinished(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
  for (const name of names) {
    const path = join(folder, name);
    if (now.getTime() - (await stat(path)).mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
}
