/**
 * The store of `FILES_TARGET` belongs to one installation, which writes its id into it (docs/decisions/0276). This keeps a
 * restored copy from removing images and reports that the original needs, and files from going into an empty mount point.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type QueryExecutorProvider, sql } from 'kysely';
import { z } from 'zod';
import type { Log } from './log.ts';
import { readRow } from './rows.ts';
import { StartError } from './start-error.ts';
import { guarded } from './store/guarded.ts';
import { openFiles } from './store/open.ts';
import type { ObjectStore, S3Access } from './store/store.ts';

/** The object that contains the id of the installation whose files are in the store. */
export const FILES_OWNER = 'installation';
const PATIENCE_MS = 3_000;
const installationRow = z.object({ id: z.string(), filesPlace: z.string().nullable() });

interface Place {
  dataDir: string;
  files: { target: string | undefined; s3: S3Access };
}

/** FILES_TARGET names the wrong store. A store that is only away for now is a plain StartError, because it may come back. */
class WrongFiles extends StartError {}

const readInstallation = (db: QueryExecutorProvider) =>
  readRow(db, installationRow, sql`SELECT id, files_place FROM installation`);

/**
 * Opens the store of images and report files. It is used only while it contains the id of this installation; the first
 * start writes the id into a store that has none. If the store does not answer within three seconds, the start goes on
 * with a warning, because links and statistics work without files; reading and writing files fails until it is back.
 * Errors: StartError for the store of another installation, and for another store than the one that has the files.
 */
export async function openOwnFiles(db: QueryExecutorProvider, place: Place, log: Log): Promise<ObjectStore> {
  const files = await openFiles(place.dataDir, place.files);
  const { target } = place.files;
  const { id, filesPlace } = await readInstallation(db);
  if (target === undefined) {
    if (filesPlace !== null && filesPlace !== files.place) throw new WrongFiles(lacksTarget(filesPlace));
    return files;
  }
  try {
    await inTime(refuseOtherFiles(db, files));
  } catch (err) {
    if (err instanceof WrongFiles) throw err;
    log.warn({ err, place: files.place }, 'images and files of reports cannot be reached');
  }
  return onlyOwn(files, {
    everyTime: !target.startsWith('s3://'),
    check: async () => {
      if ((await readOwner(files)) !== id) await refuseOtherFiles(db, files);
    },
  });
}

const lacksTarget = (place: string): string =>
  `FILES_TARGET is not set here, but the images and report files of this installation are in ${place}: set it on every machine. To keep them on one machine again, set it to a folder there and run npm run copy-files -- ${place} once.`;

/**
 * The problem with a store, as the doctor reports it. Null if it has the files of this installation, or if no installation
 * uses it yet. Errors: those of the store.
 */
export async function problemOfFiles(
  db: QueryExecutorProvider,
  files: ObjectStore,
  dataDir: string,
): Promise<string | null> {
  if (files.place === dataDir) {
    const { filesPlace } = await readInstallation(db);
    if (filesPlace === null || filesPlace === dataDir) return null;
    return lacksTarget(filesPlace);
  }
  const standing = await standingOf(db, files);
  if (standing instanceof StartError) return standing.message;
  return null;
}

/** Whether a store is this installation's, or free to be taken, or why it cannot be used. Errors: those of the store. */
async function standingOf(db: QueryExecutorProvider, files: ObjectStore): Promise<'own' | 'free' | StartError> {
  const { id, filesPlace } = await readInstallation(db);
  const { place } = files;
  const owner = await readOwner(files);
  if (owner === id) return 'own';
  if (owner !== undefined)
    return new WrongFiles(
      `${place} has the files of another installation: set FILES_TARGET to the place of this one, or to an empty place. Only if the other installation is gone for good, remove the file "${FILES_OWNER}" there.`,
    );
  if (filesPlace === null) return 'free';
  if (filesPlace === place)
    return new StartError(
      `${place} is not mounted, or was emptied: the file "${FILES_OWNER}" of this installation is missing in it. If its files are gone for good, run npm run copy-files, which takes the place again.`,
    );
  return new WrongFiles(
    `The images and report files of this installation are in ${filesPlace}, and FILES_TARGET names ${place}: correct it. To move the files, run npm run copy-files once.`,
  );
}

async function refuseOtherFiles(db: QueryExecutorProvider, files: ObjectStore): Promise<void> {
  const standing = await standingOf(db, files);
  if (standing === 'free') await takeFiles(db, files);
  else if (standing !== 'own') throw standing;
}

/** Checks that a store may become this installation's. Errors: StartError for the store of another installation. */
export async function refuseTakenFiles(db: QueryExecutorProvider, files: ObjectStore): Promise<void> {
  const owner = await readOwner(files);
  const standing = await standingOf(db, files);
  if (owner !== undefined && standing !== 'own') throw standing;
}

/** Makes a store the place of this installation's files, wherever they were before. */
export async function takeFiles(db: QueryExecutorProvider, files: ObjectStore): Promise<void> {
  const { id } = await readInstallation(db);
  await files.put(FILES_OWNER, Buffer.from(`${id}\n`));
  await sql`UPDATE installation SET files_place = ${files.place}`.execute(db);
}

/** Gives up a store whose files were copied elsewhere, so that no machine goes on using it. */
export async function releaseFiles(db: QueryExecutorProvider, files: ObjectStore): Promise<void> {
  const { id } = await readInstallation(db);
  if ((await readOwner(files)) === id) await files.remove(FILES_OWNER);
}

/** The installation whose id is in the store. Undefined if the file is missing or empty. */
const readOwner = async (files: ObjectStore): Promise<string | undefined> =>
  (await files.get(FILES_OWNER))?.toString('utf8').trim() || undefined;

/**
 * The same store, which refuses all work until `check` has succeeded. A folder is checked each time, because it may be
 * unmounted while the product runs.
 */
function onlyOwn(
  files: ObjectStore,
  { everyTime, check }: { everyTime: boolean; check: () => Promise<void> },
): ObjectStore {
  let isOwn = false;
  const own = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!isOwn || everyTime) await check();
    isOwn = true;
    return await work();
  };
  return guarded(files, own);
}

async function inTime(work: Promise<void>): Promise<void> {
  const patience = new AbortController();
  const late = delay(PATIENCE_MS, undefined, { signal: patience.signal }).then(() => {
    throw new StartError(`There was no answer within ${PATIENCE_MS} ms.`);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    // The aborted timer rejects after the race is over.
    late.catch(() => undefined);
    patience.abort();
  }
}
