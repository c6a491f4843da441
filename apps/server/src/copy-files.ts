/**
 * `npm run copy-files [-- FROM]`: copies images and files of reports to FILES_TARGET and makes it their place. It is run
 * once, when an installation gets a second machine or moves its files. The originals stay.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { byCount, countText } from '@signpost/contract/define/words.ts';
import type { Database, Db } from './database.ts';
import { type Env, readEnv } from './env.ts';
import { withPostgres } from './operations/embedded/reach-postgres.ts';
import { onlyArgument, runCommand } from './platform/command.ts';
import { refuseTakenFiles, releaseFiles, takeFiles } from './platform/own-files.ts';
import { openPostgres } from './platform/postgres.ts';
import { reaching, StartError } from './platform/start-error.ts';
import { explainedStore } from './platform/store/explained.ts';
import { folderStore } from './platform/store/folder.ts';
import { openFiles, openStore } from './platform/store/open.ts';
import { type ObjectStore, SHARED_FOLDERS } from './platform/store/store.ts';

const USAGE = `Usage: npm run copy-files [-- FROM]

Copies images and files of reports to FILES_TARGET, which becomes their place. What is there already is left alone. The originals stay, but a named FROM is not used any more: set FILES_TARGET on every machine, and restart.

  FROM   where the files are so far: a folder, or s3://bucket/prefix; otherwise DATA_DIR

It needs the variables of the product.`;

const withDatabase = async (env: Env, use: (db: Db) => Promise<void>): Promise<void> =>
  await withPostgres(env, async (url) => {
    const db = openPostgres<Database>(url, { applicationName: 'signpost copy-files', max: 1 });
    try {
      await reaching('DATABASE_URL', () => db.selectFrom('installation').select('id').execute());
      await use(db);
    } finally {
      await db.destroy();
    }
  });

/** Uses a temporary file, because an object may be larger than the memory. */
async function copyObject(from: ObjectStore, to: ObjectStore, name: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-copy-'));
  try {
    const path = join(folder, 'object');
    const content = await from.read(name);
    if (content === undefined) return;
    await pipeline(content, createWriteStream(path));
    await to.putFile(name, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies what is missing. Returns how many files were copied, and how many were there already. */
async function copyMissing(from: ObjectStore, to: ObjectStore): Promise<{ copied: number; present: number }> {
  let copied = 0;
  let present = 0;
  for (const folder of SHARED_FOLDERS) {
    const stored = new Set((await to.list(folder)).map(({ name }) => name));
    for (const { name } of await from.list(folder)) {
      if (stored.has(name)) present += 1;
      else {
        await copyObject(from, to, name);
        copied += 1;
      }
    }
  }
  return { copied, present };
}

await runCommand(USAGE, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const env = readEnv();
  if (env.files.target === undefined)
    throw new StartError('Set FILES_TARGET to the folder or to s3://bucket/prefix that gets the files.');
  const files = explainedStore(await openFiles(env.dataDir, env.files), 'place of the files');
  const given = onlyArgument(positionals);
  const from = given === undefined ? folderStore(env.dataDir) : await openStore(given, env.files.s3);
  if (from.place === files.place && given !== undefined)
    throw new StartError(`${files.place} cannot be copied to itself: name the place that had the files so far.`);
  await withDatabase(env, async (db) => {
    await refuseTakenFiles(db, files);
    const { copied, present } = await copyMissing(from, files);
    // Only now, so that the product goes on with the former place if copying fails.
    await takeFiles(db, files);
    if (given !== undefined) await releaseFiles(db, from);
    process.stdout.write(
      `Copied ${countText(copied, 'file')} from ${from.place} to ${files.place}; ${present} ${byCount(present, 'was', 'were')} there already.\n`,
    );
  });
});
