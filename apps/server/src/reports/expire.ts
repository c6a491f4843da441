/** Removes the files of answers that have expired, and files that belong to no answer. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../database.ts';
import { hasCode } from '../platform/files.ts';
import { readRows } from '../platform/rows.ts';
import { reportsFolder } from './run.ts';

/** A folder without an answer may belong to a run that still writes. */
const ABANDONED_MS = 2 * 86_400_000;

const idRow = z.object({ id: z.number() });
const keptRow = z.object({ path: z.string() });

const entriesOf = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });

/** Returns how many answers have expired. */
export async function expireFiles(db: Db, dataDir: string, now: Date): Promise<number> {
  const folder = reportsFolder(dataDir);
  const expired = await readRows(
    db,
    idRow,
    sql`UPDATE report_downloads SET removed_at = ${now} WHERE expires_at <= ${now} AND removed_at IS NULL RETURNING id`,
  );
  for (const name of await entriesOf(folder)) await removeAbandoned(db, join(folder, name), Number(name), now);
  return expired.length;
}

/** Removes what no answer needs: all folders of an expired one, and those of attempts that left nothing. */
async function removeAbandoned(db: Db, folder: string, id: number, now: Date): Promise<void> {
  const kept = await readRows(
    db,
    keptRow,
    sql`SELECT f.path FROM report_files f JOIN report_downloads d ON d.id = f.download_id
      WHERE d.id = ${Number.isSafeInteger(id) ? id : 0} AND d.removed_at IS NULL`,
  );
  const needed = new Set(kept.map(({ path }) => path.split('/').at(-2)));
  for (const name of await entriesOf(folder)) {
    if (needed.has(name)) continue;
    const { mtimeMs } = await stat(join(folder, name));
    if (kept.length > 0 || now.getTime() - mtimeMs > ABANDONED_MS)
      await rm(join(folder, name), { recursive: true, force: true });
  }
  if ((await entriesOf(folder)).length === 0) await rm(folder, { recursive: true, force: true });
}
