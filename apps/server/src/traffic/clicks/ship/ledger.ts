/**
 * The ledger next to a segment (`<number>.chunks`) records how the segment was split into chunks. A chunk is written
 * there and synced before its first row is sent, so that after a restart the same chunks are cut and it is known which
 * of them to check in ClickHouse.
 */
import { open, readFile, truncate } from 'node:fs/promises';
import { z } from 'zod';
import { hasCode } from '../../../platform/files.ts';
import { frameOf, scanFrames } from '../log/frames.ts';

/** A range of the segment: complete frames of one month, or damage that is skipped (`rows` 0). */
export interface Chunk {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
}

const entrySchema = z.union([
  z.object({ from: z.number(), to: z.number(), rows: z.number() }),
  z.object({ done: z.number(), dead: z.number() }),
]);
type Entry = z.infer<typeof entrySchema>;

export interface Ledger {
  /** By their start. */
  readonly chunks: Map<number, Chunk>;
  /** Where the next chunk begins. */
  cut: number;
  /** The chunks that are in ClickHouse, with the number of their rows that became dead letters. */
  readonly done: Map<number, number>;
}

/**
 * Opens a ledger to continue it, as its only writer. An incomplete entry at its end was never acted upon and is cut
 * off.
 */
export async function openLedger(path: string): Promise<Ledger> {
  const { ledger, end, length } = await read(path);
  if (end < length) await truncate(path, end);
  return ledger;
}

/** Reads a ledger that another process may be writing, without changing it. */
export async function readLedger(path: string): Promise<Ledger> {
  return (await read(path)).ledger;
}

/** The file may not exist yet. `end` is where the last complete entry ends. */
async function read(path: string): Promise<{ ledger: Ledger; end: number; length: number }> {
  const ledger: Ledger = { chunks: new Map(), cut: 0, done: new Map() };
  const bytes = await readFile(path).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return Buffer.alloc(0);
    throw error;
  });
  const { frames, end } = scanFrames(bytes);
  for (const { payload, end: to } of frames) {
    note(ledger, entrySchema.parse(JSON.parse(bytes.toString('utf8', payload, to))));
  }
  return { ledger, end, length: bytes.length };
}

/** Records chunks that are about to be sent; they are on disk when it returns. */
export async function planChunks(path: string, ledger: Ledger, chunks: readonly Chunk[]): Promise<void> {
  // Only these three fields are written, because a newly cut chunk also carries its rows.
  const entries = chunks.map(({ from, to, rows }) => ({ from, to, rows }));
  await append(path, entries, true);
  for (const entry of entries) note(ledger, entry);
}

/** Records that chunks are in ClickHouse. Not synced, since a lost line only costs one more comparison. */
export async function settleChunks(
  path: string,
  ledger: Ledger,
  settled: readonly { done: number; dead: number }[],
): Promise<void> {
  await append(path, settled, false);
  for (const entry of settled) note(ledger, entry);
}

function note(ledger: Ledger, entry: Entry): void {
  if ('done' in entry) {
    ledger.done.set(entry.done, entry.dead);
  } else {
    ledger.chunks.set(entry.from, entry);
    ledger.cut = Math.max(ledger.cut, entry.to);
    if (entry.rows === 0) ledger.done.set(entry.from, 0);
  }
}

async function append(path: string, entries: readonly Entry[], sync: boolean): Promise<void> {
  if (entries.length === 0) return;
  const file = await open(path, 'a');
  try {
    const { size } = await file.stat();
    try {
      await file.appendFile(Buffer.concat(entries.map((entry) => frameOf(JSON.stringify(entry)))));
      if (sync) await file.sync();
    } catch (error) {
      // Entries written after an incomplete one would never be read again.
      await file.truncate(size);
      throw error;
    }
  } finally {
    await file.close();
  }
}
