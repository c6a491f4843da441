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
  /** Characters of one part of a message. */
  partLength: number;
  seconds: number;
  /** The heap of the thread. */
  memoryMb: number;
}

/** For a table that a person uploads. Excel itself has at most 16 384 columns; no list here has more than a few hundred. */
export const TABLE_LIMITS: Limits = {
  unpackedBytes: 128 * 1024 * 1024,
  rows: 100_000,
  columns: 1_000,
  cells: 3_000_000,
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
  partLength: 64 * 1024,
  seconds: 10,
  memoryMb: 128,
};
