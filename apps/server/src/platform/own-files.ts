/**
 * The store of `FILES_TARGET` belongs to one installation (docs/decisions/0318): a copy that shares it would remove images
 * and reports that the original still needs.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type QueryExecutorProvider, sql } from 'kysely';
import { z } from 'zod';
import type { Log } from './log.ts';
import { readRow } from './rows.ts';
import { StartError } from './start-error.ts';
import type { ObjectStore } from './store/store.ts';

/** The object with the id of the installation whose files these are. */
export const FILES_OWNER = 'installation';
const PATIENCE_MS = 3_000;
const installation = z.object({ id: z.string() });

/**
 * Refuses a store with the files of another installation, and takes one that belongs to nobody. One that does not answer
 * within three seconds is let pass with a warning, because links and statistics work without it. Errors: StartError for
 * the store of another installation.
 */
export async function refuseOtherFiles(db: QueryExecutorProvider, files: ObjectStore, log: Log): Promise<void> {
  const { id } = await readRow(db, installation, sql`SELECT id FROM installation`);
  const owner = await inTime(readOrTake(files, id)).catch((err: unknown) => {
    log.warn({ err, place: files.place }, 'FILES_TARGET does not answer, so whose files it has was not compared');
    return id;
  });
  if (owner !== id)
    throw new StartError(
      `${files.place} has the files of another installation: set FILES_TARGET to the place of this one, or to an empty place. Only if the other installation is gone for good, remove the file "${FILES_OWNER}" there.`,
    );
}

async function readOrTake(files: ObjectStore, id: string): Promise<string> {
  const owner = await files.get(FILES_OWNER);
  if (owner !== undefined) return owner.toString('utf8').trim();
  await files.put(FILES_OWNER, Buffer.from(`${id}\n`));
  return id;
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const patience = new AbortController();
  const late = delay(PATIENCE_MS, undefined, { signal: patience.signal }).then(() => {
    throw new Error(`no answer within ${PATIENCE_MS} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    // The aborted timer rejects after the race is over.
    late.catch(() => undefined);
    patience.abort();
  }
}
