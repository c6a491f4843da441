/** The store of FILES_TARGET belongs to one installation. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { testDatabases } from '@signpost/testkit/database.ts';
import { afterAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database.ts';
import { readEnv } from '../../env.ts';
import { openOwnFiles } from '../../platform/own-files.ts';
import { openPostgres, runOnce } from '../../platform/postgres.ts';
import { StartError } from '../../platform/start-error.ts';
import { startS3 } from '../../platform/testing/s3.ts';
import { silent, testFolder } from '../../traffic/clicks/testing/world.ts';
import { roleVariables } from './testing/variables.ts';
import * as web from './web.ts';
import * as worker from './worker.ts';

const databases = await testDatabases();
const { databaseUrl } = databases;
const db = openPostgres<Database>(databaseUrl, { applicationName: 'test', max: 2 });
afterAll(() => db.destroy());
const dataDir = await testFolder();
const shared = join(await testFolder(), 'share');
await mkdir(shared);
const { s3 } = readEnv({}).files;

const envOf = async (target: string) =>
  readEnv({
    ...(await roleVariables(databases)),
    FILES_TARGET: target,
    FILES_S3_ENDPOINT: silentServer.url,
    AWS_ACCESS_KEY_ID: 'KEY',
    AWS_SECRET_ACCESS_KEY: 'SECRET',
  });

/** Accepts connections and never says a word. */
const silentServer = await (async () => {
  const server = createServer().listen(0, '127.0.0.1');
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise((listening) => server.once('listening', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${address.port}` };
})();

const ownId = async () => {
  const [row] = await runOnce(databaseUrl, 'SELECT id FROM installation');
  return String(row?.id);
};
/** Makes the database that of a restored copy: everything is the same but the id. */
const becomeACopy = () => runOnce(databaseUrl, 'UPDATE installation SET id = gen_random_uuid(), files_place = NULL');

async function startAndStop(role: typeof web | typeof worker, target: string): Promise<void> {
  const running = await role.run(await envOf(target));
  await running.stop();
}

const open = async (target: string) => openOwnFiles(db, await envOf(target), silent);
const nameIn = (folder: string) => readFile(join(folder, 'installation'), 'utf8');

/** Runs `npm run copy-files` as a process. */
async function copyFiles(target: string, from?: string, access: Record<string, string> = {}) {
  const env = { ...process.env, ...access, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, FILES_TARGET: target };
  const script = join(import.meta.dirname, '../../copy-files.ts');
  const given = from === undefined ? [] : [from];
  return await new Promise<{ code: number; said: string }>((done) => {
    const child = execFile(process.execPath, [script, ...given], { env }, (_error, stdout, stderr) =>
      done({ code: child.exitCode ?? -1, said: stdout + stderr }),
    );
  });
}

describe('The place of FILES_TARGET', () => {
  it('is taken by the first start, and starts again for the same installation', async () => {
    await startAndStop(web, shared);
    expect(await nameIn(shared)).toBe(`${await ownId()}\n`);
    await startAndStop(worker, shared);
    await (await open(shared)).put('images/a.png', Buffer.from('a'));
    expect((await readdir(shared)).sort()).toEqual(['images', 'installation']);
  });

  it('may have another path on another machine, because its name says that it is the same', async () => {
    const elsewhere = join(await testFolder(), 'mounted-elsewhere');
    await symlink(shared, elsewhere);
    expect(await (await open(elsewhere)).get('images/a.png')).toEqual(Buffer.from('a'));
  });

  it('is used by no process while another folder is there in its place, such as an empty mount point', async () => {
    const files = await open(shared);
    await rename(shared, `${shared}-away`);
    await expect(files.get('images/a.png')).rejects.toThrow('does not exist: mount it');
    await mkdir(shared);
    const sentence = `${shared} is not mounted, or was emptied: the file "installation" of this installation is missing in it.`;
    for (const work of [() => files.put('images/b.png', Buffer.from('b')), () => files.list('images/')])
      await expect(work()).rejects.toThrow(sentence);
    // Links and statistics do not need it, so the product starts.
    await startAndStop(web, shared);
    expect(await readdir(shared)).toEqual([]);
    await rmdir(shared);
    await rename(`${shared}-away`, shared);
    expect(await files.get('images/a.png')).toEqual(Buffer.from('a'));
  });

  it('is not left out, and not replaced by another one, by a start', async () => {
    await expect(openOwnFiles(db, { dataDir, files: { target: undefined, s3 } }, silent)).rejects.toThrow(
      `FILES_TARGET is not set here, but the images and report files of this installation are in ${shared}`,
    );
    const other = await testFolder();
    await expect(open(other)).rejects.toThrow(
      `The images and report files of this installation are in ${shared}, and FILES_TARGET names ${other}: correct it.`,
    );
    expect(await readdir(other)).toEqual([]);
  });

  it('is changed by copy-files, which brings the files along', async () => {
    const next = await testFolder();
    expect(await copyFiles(next, shared)).toEqual({
      code: 0,
      said: `Copied 1 file from ${shared} to ${next}; 0 were there already.\n`,
    });
    expect(await (await open(next)).get('images/a.png')).toEqual(Buffer.from('a'));
    // A machine that still has the former place must not go on using it.
    await expect(open(shared)).rejects.toThrow(`are in ${next}, and FILES_TARGET names ${shared}: correct it.`);
    expect((await copyFiles(shared, shared)).said).toContain('cannot be copied to itself');
    expect((await copyFiles(shared, next)).said).toBe(
      `Copied 0 files from ${next} to ${shared}; 1 was there already.\n`,
    );
    // Back on one machine, FILES_TARGET is not needed any more.
    await copyFiles(dataDir, shared);
    const own = await openOwnFiles(db, { dataDir, files: { target: undefined, s3 } }, silent);
    expect(await own.get('images/a.png')).toEqual(Buffer.from('a'));
    await copyFiles(shared);
  });

  it('may be in S3, to which and from which copy-files copies', async () => {
    const s3Server = await startS3(await testFolder());
    const { endpoint = '', accessKeyId = '', secretAccessKey = '' } = s3Server.access;
    const access = {
      FILES_S3_ENDPOINT: endpoint,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    };
    const target = 's3://files/moved';
    expect((await copyFiles(target, shared, access)).said).toContain(`Copied 1 file from ${shared} to ${target}`);
    expect(await readdir(shared)).toEqual(['images']);
    await rm(join(shared, 'images'), { recursive: true });
    expect((await copyFiles(shared, target, access)).said).toContain(`Copied 1 file from ${target} to ${shared}`);
    expect(await (await open(shared)).get('images/a.png')).toEqual(Buffer.from('a'));
    await s3Server.stop();
    // The place does not change when the files cannot be read.
    const { code, said } = await copyFiles(await testFolder(), target, access);
    expect([code, said]).toEqual([2, expect.stringContaining(`${target} does not answer`)]);
    expect(await (await open(shared)).get('images/a.png')).toEqual(Buffer.from('a'));
  });

  it('is refused to a copy by web, worker and copy-files alike, which leave it as it is', async () => {
    const before = await nameIn(shared);
    await becomeACopy();
    const sentence = `${shared} has the files of another installation: set FILES_TARGET to the place of this one, or to an empty place.`;
    for (const role of [web, worker]) {
      const start = startAndStop(role, shared);
      await expect(start).rejects.toThrow(sentence);
      await expect(start).rejects.toBeInstanceOf(StartError);
    }
    expect(await copyFiles(shared)).toEqual({ code: 2, said: expect.stringContaining(sentence) });
    await writeFile(join(shared, 'installation'), 'no name at all');
    await expect(open(shared)).rejects.toThrow(sentence);
    await writeFile(join(shared, 'installation'), before);
    expect((await readdir(shared)).sort()).toEqual(['images', 'installation']);
    await rm(join(shared, 'installation'));
    await startAndStop(web, shared);
    expect(await nameIn(shared)).toBe(`${await ownId()}\n`);
  });

  it('does not keep the product from starting while it gives no answer', async () => {
    await becomeACopy();
    await startAndStop(web, join(shared, 'not-mounted'));
    await startAndStop(web, 's3://files/signpost');
  });

  it('is named by copy-files where it cannot be written', async () => {
    const file = join(await testFolder(), 'file');
    await writeFile(file, '');
    expect(await copyFiles(file)).toEqual({
      code: 2,
      said: `The place of the files ${file} is no folder, and none can be made there: name another target.\n`,
    });
  });
});
