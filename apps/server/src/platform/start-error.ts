/**
 * A reason why the product cannot start, in one sentence for the person at the terminal.
 * `main.ts` prints the message alone (no stack) and exits with code 1.
 */
export class StartError extends Error {
  override name = 'StartError';
}

/** Error codes of both engines for a full disk. */
const POSTGRES_DISK_FULL = '53100';
const CLICKHOUSE_NOT_ENOUGH_SPACE = 243;

const REACHED_BUT_REFUSED = new Map<unknown, string>([
  ['28P01', 'PostgreSQL refuses the user or the password: correct them in DATABASE_URL.'],
  ['28000', 'PostgreSQL refuses this user: correct it in DATABASE_URL, or allow it in pg_hba.conf.'],
  ['3D000', 'This PostgreSQL server has no database of that name: create it, or correct DATABASE_URL.'],
  ['53300', 'PostgreSQL has no connection left: raise max_connections, or stop what uses them.'],
  ['42P01', 'This PostgreSQL database has no tables of Signpost: correct DATABASE_URL, or start the product once.'],
  [516, 'ClickHouse refuses the user or the password: correct them in CLICKHOUSE_URL.'],
  [81, 'This ClickHouse server has no database of that name: create it, or correct CLICKHOUSE_URL.'],
  [60, 'This ClickHouse database has no tables of Signpost: correct CLICKHOUSE_URL, or start the product once.'],
]);
const UNREACHED = new Map<unknown, string>([
  ['ECONNREFUSED', 'refuses the connection'],
  ['ENOTFOUND', 'is no known host'],
  ['EAI_AGAIN', 'cannot be looked up'],
  ['ETIMEDOUT', 'does not answer'],
  ['EHOSTUNREACH', 'cannot be reached'],
  ['ENETUNREACH', 'cannot be reached'],
  ['ECONNRESET', 'ended the connection'],
]);

/**
 * Calls `work`, which uses a database for the first time. Errors: StartError where the database cannot be reached or
 * refuses, with what to correct. Only for starts and commands: a process that runs waits until the database is back.
 */
export async function reaching<T>(variable: 'DATABASE_URL' | 'CLICKHOUSE_URL', work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const sentence = connectionSentence(variable, cause);
    if (sentence === undefined) throw cause;
    throw new StartError(sentence, { cause });
  }
}

function hostOf(error: Error): unknown {
  if ('address' in error) return error.address;
  if ('hostname' in error) return error.hostname;
  return undefined;
}

function placeOf(error: Error): string {
  const host = hostOf(error);
  if (host === undefined) return 'The server';
  if ('port' in error) return `${host} port ${error.port}`;
  return String(host);
}

function connectionSentence(variable: string, error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && REACHED_BUT_REFUSED.has(error.code)) return REACHED_BUT_REFUSED.get(error.code);
  const inner: unknown = error.cause ?? error;
  if (!(inner instanceof Error) || !('code' in inner)) return undefined;
  const problem = UNREACHED.get(inner.code);
  if (problem === undefined) return undefined;
  return `${placeOf(inner)} ${problem}: start the database there, or correct ${variable}.`;
}

/** A sentence for common problems at start, or undefined for an error that needs its stack trace. */
export function startSentence(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const place = 'path' in error && typeof error.path === 'string' ? error.path : 'the data folder (DATA_DIR)';
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${'port' in error ? error.port : ''} is taken by another program: stop it, or set PORT, CLICK_PORT and METRICS_PORT to free ones.`;
    case 'EADDRNOTAVAIL':
      return 'HOST is no address of this machine: set it to one, or leave it out.';
    case 'ENOSPC':
    case 'EDQUOT':
    case POSTGRES_DISK_FULL:
    case CLICKHOUSE_NOT_ENOUGH_SPACE:
      return `The disk is full: there is no room for ${place}.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${place} is not writable: give this user the right to write there, or set DATA_DIR to another folder.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${place} is no folder: set DATA_DIR to one.`;
    default:
      return undefined;
  }
}
