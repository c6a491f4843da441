/** How much one file may take. Whoever reaches a limit gets a sentence that names it. */
export interface Limits {
  /** Of all entries of an archive together, or of the file itself. */
  unpackedBytes: number;
  /** Rows that are kept; more are only counted. */
  rows: number;
  /** Cells of one row. */
  columns: number;
  /** Cells of the whole file. */
  cells: number;
  /** Characters of one cell. */
  cellLength: number;
  /** Characters of one part of a message. */
  partLength: number;
  /** The limit for large files; small files have less time (`secondsFor`). */
  seconds: number;
  /** The heap of the thread. */
  memoryMb: number;
}

/**
 * For a table that a person uploads. Excel itself has at most 16 384 columns, and 32 767 characters in a cell; no list here
 * has more than a few hundred columns.
 */
export const TABLE_LIMITS: Limits = {
  unpackedBytes: 128 * 1024 * 1024,
  rows: 100_000,
  columns: 1_000,
  cells: 3_000_000,
  cellLength: 32_767,
  partLength: 0,
  seconds: 20,
  memoryMb: 512,
};

/** For a message about a delivery. */
export const MAIL_LIMITS: Limits = {
  unpackedBytes: 8 * 1024 * 1024,
  rows: 0,
  columns: 0,
  cells: 0,
  cellLength: 0,
  partLength: 64 * 1024,
  seconds: 10,
  memoryMb: 128,
};

/** The limit for the smallest files in seconds. It is enough on a busy machine. */
const LEAST_SECONDS = 6;
/** From this size on, a file may take the whole time of its limits. */
const LARGE_BYTES = 4 * 1024 * 1024;

/** The limit for a file of this size in seconds, so that nobody waits long behind a small file, whatever it contains. */
export const secondsFor = (bytes: number, { seconds }: Limits): number =>
  Math.min(seconds, LEAST_SECONDS + (seconds * bytes) / LARGE_BYTES);
