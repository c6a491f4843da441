import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { errorText } from '../../platform/error-text.ts';
import { readIfThere, writeFileAtomic } from '../../platform/files.ts';
import { freePort } from '../../platform/ports.ts';
import { runOnce } from '../../platform/postgres.ts';
import { StartError } from '../../platform/start-error.ts';
import { commandOf } from './command-of.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { type Owner, postgresOwner } from './postgres-owner.ts';
import { hurryWhenStopping, isAlive, readPidFile, removePidFile, serves, stopPostmaster } from './postmaster.ts';
import type { RunningEngine } from './supervised.ts';

const run = promisify(execFile);

export interface EmbeddedPostgresOptions {
  /** Its files are in `postgres/` below this folder. The caller holds the folder's lock. */
  dataDir: string;
  /** A free port by default. */
  port?: number | undefined;
  /** For tests and drills only: nothing is synced to disk, so a power cut loses everything. */
  unsafe?: boolean;
}

const startPatienceMs = 60_000;
const largestLog = 10 * 1024 * 1024;

/**
 * Starts PostgreSQL in `DATA_DIR/postgres`, on loopback with a random password, after creating the cluster if there is
 * none. A postmaster that a killed run left behind on the same files is adopted; one that does not answer is stopped
 * first.
 */
export async function startPostgres(options: EmbeddedPostgresOptions): Promise<RunningEngine> {
  const owner = await postgresOwner();
  await mkdir(options.dataDir, { recursive: true });
  const folder = join(await realpath(options.dataDir), 'postgres');
  const password = await readPassword(options.dataDir);
  const url = (port: number, database = 'signpost'): string =>
    `postgres://signpost:${password}@127.0.0.1:${port}/${database}`;

  const orphan = await readPidFile(folder);
  if (orphan !== undefined && isAlive(orphan.pid)) {
    if (await serves(url(orphan.port, 'postgres'), folder)) {
      await createDatabase(url(orphan.port, 'postgres'));
      return running(folder, orphan.pid, url(orphan.port), untilGone(orphan.pid));
    }
    // The system may have given the pid to another program since.
    if ((await commandOf(orphan.pid)).includes(folder)) await stopPostmaster(orphan.pid);
  }
  await removePidFile(folder);

  if ((await readIfThere(join(folder, 'PG_VERSION'))) === undefined) await initialise(folder, password, owner, options);
  await closeFolder(folder);
  const port = options.port ?? (await freePort());
  const { pid, ended } = await spawnPostmaster(folder, port, owner, options);
  await untilServing(url(port, 'postgres'), folder, ended);
  await createDatabase(url(port, 'postgres'));
  return running(folder, pid, url(port), ended);
}

/** PostgreSQL starts only if nobody but its owner and, for reading, their group can enter its folder. */
async function closeFolder(folder: string): Promise<void> {
  const mode = (await stat(folder)).mode & 0o777;
  if (mode !== 0o700 && mode !== 0o750) await chmod(folder, 0o700);
}

function running(folder: string, pid: number, url: string, gone: Promise<void>): RunningEngine {
  const stopped = Promise.withResolvers<void>();
  return {
    url,
    // Only reading the pid file can fail here. The end of the process is noticed in any case.
    ended: Promise.race([gone, stopped.promise, hurryWhenStopping(folder, pid).catch(() => gone)]),
    async stop() {
      await stopPostmaster(pid);
      stopped.resolve();
    },
  };
}

async function readPassword(dataDir: string): Promise<string> {
  const path = join(dataDir, 'postgres.password');
  const kept = await readIfThere(path);
  if (kept !== undefined) return kept.trim();
  const password = randomBytes(24).toString('hex');
  await writeFileAtomic(path, `${password}\n`, 0o600);
  return password;
}

/** Creates the cluster in a temporary folder and moves it into place, so that an interrupted first start leaves nothing half-made. */
async function initialise(folder: string, password: string, owner: Owner, options: EmbeddedPostgresOptions) {
  const { initdb } = await postgresBinaries();
  const unfinished = `${folder}.new`;
  const passwordFile = `${folder}.pw`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await writeFileAtomic(passwordFile, password, 0o600);
  if (owner !== undefined) {
    await chown(unfinished, owner.uid, owner.gid);
    await chown(passwordFile, owner.uid, owner.gid);
  }
  const syncOptions = options.unsafe === true ? ['--no-sync'] : [];
  try {
    await run(
      initdb,
      [
        `--pgdata=${unfinished}`,
        '--username=signpost',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        '--locale=C',
        // The sort order and case rules are the same on every machine, whatever locales it has.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        ...syncOptions,
      ],
      { ...owner, cwd: '/' },
    );
  } catch (error) {
    throw initError(error, initdb, folder);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(unfinished, folder);
}

function initError(error: unknown, initdb: string, folder: string): Error {
  const text = errorText(error);
  if (/No space left/i.test(text)) return new StartError(`The disk is full: there is no room in ${dirname(folder)}.`);
  if (/EACCES|Permission denied|could not access/i.test(text)) {
    return new StartError(
      `PostgreSQL, which runs as the user postgres when the product runs as root, cannot reach ${dirname(folder)} or ` +
        `${dirname(initdb)}: let others enter the folders above them (chmod o+x), or start as an ordinary user.`,
      { cause: error },
    );
  }
  return new StartError(`PostgreSQL's files cannot be created in ${folder}: ${text.trim().split('\n').at(-1)}`, {
    cause: error,
  });
}

async function spawnPostmaster(folder: string, port: number, owner: Owner, options: EmbeddedPostgresOptions) {
  const { postgres } = await postgresBinaries();
  const logPath = join(dirname(folder), 'postgres.log');
  const tooLarge = await stat(logPath).then(
    ({ size }) => size > largestLog,
    () => false,
  );
  const log = await open(logPath, tooLarge ? 'w' : 'a', 0o600);
  try {
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=200',
      'shared_buffers=128MB',
      'max_wal_size=512MB',
      'jit=off',
      // Errors name the values of rows, e-mail addresses among them. The product logs its own errors, redacted.
      'log_min_messages=log',
      'log_min_error_statement=panic',
      'log_error_verbosity=terse',
      'log_timezone=UTC',
      'timezone=UTC',
    ];
    if (options.unsafe === true) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
    const child = spawn(postgres, ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])], {
      ...owner,
      cwd: '/',
      // PostgreSQL gets its own process group, so that Ctrl-C in the terminal only reaches the supervisor, which stops
      // PostgreSQL last.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    if (child.pid === undefined) throw new StartError(`PostgreSQL cannot be started from ${basename(postgres)}.`);
    child.unref();
    return { pid: child.pid, ended };
  } finally {
    await log.close();
  }
}

async function untilServing(url: string, folder: string, ended: Promise<void>): Promise<void> {
  let over = false;
  ended.then(() => {
    over = true;
  });
  const deadline = Date.now() + startPatienceMs;
  while (!(await serves(url, folder))) {
    if (over || Date.now() > deadline) {
      const log = (await readIfThere(join(dirname(folder), 'postgres.log'))) ?? '';
      const reason = log.split('\n').findLast((line) => /FATAL|PANIC|could not/.test(line)) ?? 'see postgres.log there';
      if (/No space left/i.test(log.slice(-4_000)))
        throw new StartError(`The disk is full: there is no room in ${folder}.`);
      throw new StartError(`PostgreSQL did not start in ${folder}: ${reason.replace(/^.*?(FATAL|PANIC):\s*/, '')}.`);
    }
    await delay(20);
  }
}

async function createDatabase(url: string): Promise<void> {
  const there = await runOnce(url, "SELECT 1 FROM pg_database WHERE datname = 'signpost'");
  if (there.length === 0) await runOnce(url, 'CREATE DATABASE signpost');
}

/** An adopted postmaster is not our child process, so we must poll for its end. */
async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await delay(250, undefined, { ref: false });
}
