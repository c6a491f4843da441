/**
 * The store of `FILES_TARGET` belongs to one installation, which writes its id into it (docs/decisions/0318). So a copy
 * cannot remove images and reports that the original still needs, and a folder that is not mounted is not filled.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type QueryExecutorProvider, sql } from 'kysely';
import { z } from 'zod';
import type { Log } from './log.ts';
import { readRow } from './rows.ts';
import { StartError } from './start-error.ts';
import { openFiles } from './store/open.ts';
import type { ObjectStore, S3Access } from './store/store.ts';

/** The object with the id of the installation whose files these are. */
export const FILES_OWNER = 'installation';
const PATIENCE_MS = 3_000;
const installationRow = z.object({ id: z.string(), filesPlace: z.string().nullable() });

interface Place {
  dataDir: string;
  files: { target: string | undefined; s3: S3Access };
}

/** The configuration contradicts what the installation knows. An absent store is another matter: it may come back. */
class WrongFiles extends StartError {}

const readInstallation = (db: QueryExecutorProvider) =>
  readRow(db, installationRow, sql`SELECT id, files_place FROM installation`);

/**
 * Opens the store of images and report files, which is used only while it has the name of this installation. The first
 * start takes a store without a name. One that does not answer within three seconds is let pass with a warning, because
 * links and statistics work without it; its files fail until it is back. Errors: StartError for the store of another
 * installation, and for another store than the one that has the files.
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
    compare: async () => {
      if ((await readOwner(files)) !== id) await refuseOtherFiles(db, files);
    },
  });
}

const lacksTarget = (place: string): string =>
  `FILES_TARGET is not set here, but the images and report files of this installation are in ${place}: set it on every machine. To keep them on one machine again, set it to a folder there and run npm run copy-files -- ${place} once.`;

/**
 * What is wrong with a store, for the doctor; null if it has the files of this installation, or belongs to nobody and may
 * be taken. Errors: those of the store.
 */
export async function problemOfFiles(db: QueryExecutorProvider, files: ObjectStore, dataDir: string) {
  const { id, filesPlace } = await readInstallation(db);
  if (files.place === dataDir) return filesPlace === null || filesPlace === dataDir ? null : lacksTarget(filesPlace);
  const owner = await readOwner(files);
  if (owner === id || (owner === undefined && filesPlace === null)) return null;
  return owner === undefined ? hasNone(files.place, filesPlace) : hasOthers(files.place);
}

/**
 * Makes a store the place of this installation's files, whatever was their place before. Errors: StartError for the store
 * of another installation.
 */
export async function takeFiles(db: QueryExecutorProvider, files: ObjectStore): Promise<void> {
  const { id } = await readInstallation(db);
  const owner = await readOwner(files);
  if (owner !== undefined && owner !== id) throw new WrongFiles(hasOthers(files.place));
  await files.put(FILES_OWNER, Buffer.from(`${id}\n`));
  await sql`UPDATE installation SET files_place = ${files.place}`.execute(db);
}

/** An emptied file names nobody. */
const readOwner = async (files: ObjectStore): Promise<string | undefined> =>
  (await files.get(FILES_OWNER))?.toString('utf8').trim() || undefined;

async function refuseOtherFiles(db: QueryExecutorProvider, files: ObjectStore): Promise<void> {
  const { id, filesPlace } = await readInstallation(db);
  const owner = await readOwner(files);
  if (owner === id) return;
  if (owner !== undefined) throw new WrongFiles(hasOthers(files.place));
  if (filesPlace === null) return await takeFiles(db, files);
  const sentence = hasNone(files.place, filesPlace);
  throw filesPlace === files.place ? new StartError(sentence) : new WrongFiles(sentence);
}

const hasOthers = (place: string): string =>
  `${place} has the files of another installation: set FILES_TARGET to the place of this one, or to an empty place. Only if the other installation is gone for good, remove the file "${FILES_OWNER}" there.`;

const hasNone = (place: string, known: string | null): string =>
  place === known
    ? `${place} is not mounted, or was emptied: the file "${FILES_OWNER}" of this installation is missing in it. If its files are gone for good, run npm run copy-files, which takes the place again.`
    : `The images and report files of this installation are in ${known}, and FILES_TARGET names ${place}: correct it. If you have moved them, run npm run copy-files once, which takes the new place.`;

/** A folder is compared each time, because it may be unmounted while the product runs. */
function onlyOwn(
  files: ObjectStore,
  { everyTime, compare }: { everyTime: boolean; compare: () => Promise<void> },
): ObjectStore {
  let isOwn = false;
  const own = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!isOwn || everyTime) await compare();
    isOwn = true;
    return await work();
  };
  return {
    place: files.place,
    put: (name, bytes) => own(() => files.put(name, bytes)),
    putFile: (name, path) => own(() => files.putFile(name, path)),
    get: (name) => own(() => files.get(name)),
    read: (name) => own(() => files.read(name)),
    list: (prefix) => own(() => files.list(prefix)),
    remove: (name) => own(() => files.remove(name)),
  };
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
