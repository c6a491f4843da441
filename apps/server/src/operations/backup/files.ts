/**
 * Two archives of tar: the click log of this machine after the watermark; and the files that all machines share, with
 * those of this machine that are worth keeping.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { extract, pack } from 'tar-stream';
import { hasCode } from '../../platform/files.ts';
import { StartError } from '../../platform/start-error.ts';
import { type ObjectStore, SHARED_FOLDERS } from '../../platform/store/store.ts';
import { clicksFolder, doneFolder, routersIn, segmentName, segmentsIn } from '../../traffic/clicks/log/segments.ts';
import type { Marks } from './watermark.ts';

/**
 * The folders of this machine that belong to a backup. Not `mail/sent.json`: a restored copy shall not believe that it is
 * the one that sent.
 */
const FOLDERS = ['audit', join('clicks', 'dead'), join('clicks', 'quarantine')];

/** A name of a file or folder: anything but `.` and `..`. */
const NAME = String.raw`(?!\.{1,2}(?:/|$))[^/\\\0]+`;
/** The paths of the click log in a backup. */
const IN_CLICK_LOG = /^clicks\/[0-9a-f-]{36}\/\d{8,}\.(?:log|chunks)$/;
/** The paths of all other files in a backup. */
const IN_FILES = new RegExp(
  `^(?:${[...SHARED_FOLDERS.map((one) => one.slice(0, -1)), ...FOLDERS.map((one) => one.split(sep).join('/'))].join('|')})/(?:${NAME}/)*${NAME}$`,
);
/** The places of a data folder that an archive of a backup may fill: nothing else is written, and no secrets above all. */
export const PLACES = { clickLog: IN_CLICK_LOG, files: IN_FILES } as const;

/** A file, by its path below the data folder. */
interface SavedFile {
  path: string;
  bytes: Buffer;
}

/** The segments from the watermark on, with their ledgers. */
export async function* clickLogFiles(dataDir: string, { routers }: Marks): AsyncGenerator<SavedFile> {
  const clicks = clicksFolder(dataDir);
  const marks = new Map(routers.map(({ router, segment }) => [router, segment]));
  for (const router of await routersIn(clicks)) {
    const folder = join(clicks, router);
    const first = segmentName(marks.get(router) ?? 0);
    const names = [...(await segmentsIn(folder, 'log')), ...(await segmentsIn(doneFolder(folder), 'done'))];
    for (const name of [...new Set(names)].filter((one) => one >= first).sort()) {
      // The ledger first: what it names is then in the copy of the segment, which only grows.
      const ledger = await readEither(join(folder, `${name}.chunks`), join(doneFolder(folder), `${name}.chunks`));
      const segment = await readEither(join(folder, `${name}.log`), join(doneFolder(folder), `${name}.done`));
      if (segment === undefined) continue;
      yield { path: `clicks/${router}/${name}.log`, bytes: segment };
      if (ledger !== undefined) yield { path: `clicks/${router}/${name}.chunks`, bytes: ledger };
    }
  }
}

/** A segment moves from the first place to the second when all of it is shipped. */
async function readEither(first: string, second: string): Promise<Buffer | undefined> {
  return (await readOrNothing(first)) ?? (await readOrNothing(second));
}

async function readOrNothing(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Images, files of reports, anchors of the audit trail, refused clicks and damaged parts of the log. */
export async function* otherFiles(dataDir: string, shared: ObjectStore): AsyncGenerator<SavedFile> {
  for (const folder of SHARED_FOLDERS)
    for (const { name } of await shared.list(folder)) {
      // A file may be removed while the backup is taken.
      const bytes = await shared.get(name);
      if (bytes !== undefined) yield { path: name, bytes };
    }
  for (const folder of FOLDERS) {
    const root = join(dataDir, folder);
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
      if (hasCode(error, 'ENOENT')) return [];
      throw error;
    });
    for (const entry of entries) {
      if (!entry.isFile() || entry.name.endsWith('.tmp')) continue;
      const path = join(entry.parentPath, entry.name);
      const bytes = await readOrNothing(path);
      if (bytes !== undefined) yield { path: relative(dataDir, path).split(sep).join('/'), bytes };
    }
  }
}

/** Packs files; `count` is called for each. */
export async function* packFiles(
  files: AsyncIterable<SavedFile>,
  count: (path: string) => void,
): AsyncGenerator<Buffer> {
  const archive = pack();
  const adding = (async () => {
    for await (const { path, bytes } of files) {
      count(path);
      await new Promise<void>((done, fail) => {
        archive.entry({ name: path, mode: 0o600 }, bytes, (error) => {
          if (error) fail(error);
          else done();
        });
      });
    }
    archive.finalize();
  })();
  adding.catch((error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))));
  yield* buffersOf(archive);
  await adding;
}

/** The library does not say what its streams yield. */
async function* buffersOf(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('An archive yields bytes.');
    yield chunk;
  }
}

/** Where an archive is unpacked to. */
interface UnpackTo {
  dataDir: string;
  /** The store of the folders that all machines share. */
  shared: ObjectStore;
  /** The paths that the archive may have. */
  places: RegExp;
}

/**
 * Writes the files of an archive below the data folder, or those that all machines share into their store. Returns how
 * many. Errors: StartError for anything but a file in one of the expected places, before it is written.
 */
export async function unpackFiles(archived: AsyncIterable<Buffer>, to: UnpackTo): Promise<number> {
  const { dataDir, shared, places } = to;
  const archive = extract();
  const feeding = Readable.from(archived);
  feeding.on('error', (error) => archive.destroy(error));
  let count = 0;
  for await (const entry of feeding.pipe(archive)) {
    const { name, type } = entry.header;
    if (type !== 'file' || !places.test(name))
      throw new StartError(`The backup has a file ${JSON.stringify(name)}, which has no place in a data folder.`);
    const path = join(dataDir, name);
    const chunks: Buffer[] = [];
    for await (const chunk of buffersOf(entry)) chunks.push(chunk);
    if (SHARED_FOLDERS.some((one) => name.startsWith(one))) await shared.put(name, Buffer.concat(chunks));
    else {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, Buffer.concat(chunks), { mode: 0o600, flag: 'wx', flush: true });
    }
    count += 1;
  }
  return count;
}
