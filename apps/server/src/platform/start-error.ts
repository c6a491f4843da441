/**
 * A reason why the product cannot start, in one sentence for the person at the terminal.
 * `main.ts` prints the message alone (no stack) and exits with code 1.
 */
export class StartError extends Error {
  override name = 'StartError';
}

/** ClickHouse's error code for a full disk. */
const POSTGRES_DISK_FULL = '53100';
const CLICKHOUSE_NOT_ENOUGH_SPACE = 243;

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
