/** The maximum number of questions answered at once; further ones wait. */
export const readers = 8;

/** Each running statement occupies one of libuv's threads, and some must be left for files and for KILL. */
export const threadPoolSize = readers + 8;

/** The memory limit of one question: a quarter of the machine, between 512 MB and 8 GB. */
export function largestQueryBytes(machineBytes: number): number {
  const mb = 1024 * 1024;
  return Math.round(Math.min(Math.max(machineBytes / 4, 512 * mb), 8192 * mb));
}
