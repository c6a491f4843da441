/** Watches how much room the disk has for the log. */
import { statfs } from 'node:fs/promises';

export interface DiskState {
  freeBytes: number | null;
  /** The disk counts as low below this, because an hour of a busy day needs more. */
  nearlyFull: boolean;
}

const LOOK_MS = 5_000;
const LEAST_BYTES = 1024 * 1024 * 1024;

/** Checks every few seconds, so that reading the result costs nothing; `stop` ends it. */
export async function watchDisk(folder: string): Promise<{ state(): DiskState; stop(): void }> {
  let state: DiskState = { freeBytes: null, nearlyFull: false };
  const look = async (): Promise<void> => {
    // An unreadable folder says nothing about free space; the log itself reports that it cannot be written.
    const found = await statfs(folder).catch(() => null);
    const freeBytes = found === null ? null : found.bavail * found.bsize;
    state = { freeBytes, nearlyFull: freeBytes !== null && freeBytes < LEAST_BYTES };
  };
  await look();
  const timer = setInterval(() => void look(), LOOK_MS);
  timer.unref();
  return { state: () => state, stop: () => clearInterval(timer) };
}
