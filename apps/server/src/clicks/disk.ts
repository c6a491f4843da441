/** How much room is left for the log. */
import { statfs } from 'node:fs/promises';

export interface DiskState {
  freeBytes: number | null;
  /** There is room for less than an hour of a busy day. */
  nearlyFull: boolean;
}

const LOOK_MS = 5_000;
const LEAST_BYTES = 1024 * 1024 * 1024;

/** Looks every few seconds, so that telling costs nothing; `stop` ends it. */
export async function watchDisk(folder: string): Promise<{ state(): DiskState; stop(): void }> {
  let state: DiskState = { freeBytes: null, nearlyFull: false };
  const look = async (): Promise<void> => {
    // A folder that cannot be looked at says nothing about its room; the log itself tells that it cannot be written.
    const found = await statfs(folder).catch(() => null);
    const freeBytes = found === null ? null : found.bavail * found.bsize;
    state = { freeBytes, nearlyFull: freeBytes !== null && freeBytes < LEAST_BYTES };
  };
  await look();
  const timer = setInterval(() => void look(), LOOK_MS);
  timer.unref();
  return { state: () => state, stop: () => clearInterval(timer) };
}
