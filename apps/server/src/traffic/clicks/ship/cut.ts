/** Cuts a stretch of a segment into chunks. */
import { monthOfLine } from '../fact-line.ts';
import { type Frame, scanFrames } from '../log/frames.ts';
import type { Chunk } from './ledger.ts';

/** Small enough for one block of an insert (docs/product/operations.md#shipping). */
export const CHUNK_ROWS = 5_000;
/**
 * The maximum number of rows in one insert of several chunks, far below the million at which ClickHouse splits an
 * insert into blocks.
 */
const BATCH_ROWS = 50_000;

/** A chunk, with the positions of its rows in the buffer that was read. */
export interface CutChunk extends Chunk {
  /** `2026-11`, or '' if it is not a fact's line. */
  readonly month: string;
  readonly buffer: Buffer;
  readonly frames: readonly Frame[];
}

/**
 * Cuts a buffer that was read from the segment's byte `offset` into chunks of at most {@link CHUNK_ROWS} rows. Each
 * chunk belongs to one month, since an insert that spans partitions can be stored in part. `end` is where the last
 * complete frame ends.
 */
export function cutChunks(buffer: Buffer, offset: number): { chunks: CutChunk[]; end: number } {
  const { frames, end } = scanFrames(buffer);
  const chunks: CutChunk[] = [];
  let first = 0;
  let month = '';
  for (const [index, frame] of frames.entries()) {
    const its = monthOfLine(buffer, frame.payload, frame.end);
    if (index > first && (its !== month || index - first === CHUNK_ROWS)) {
      chunks.push(chunkOf(buffer, offset, month, frames.slice(first, index)));
      first = index;
    }
    month = its;
  }
  if (first < frames.length) chunks.push(chunkOf(buffer, offset, month, frames.slice(first)));
  return { chunks, end };
}

function chunkOf(buffer: Buffer, offset: number, month: string, frames: readonly Frame[]): CutChunk {
  const from = offset + (frames[0]?.start ?? 0);
  const to = offset + (frames.at(-1)?.end ?? 0);
  return { from, to, rows: frames.length, month, buffer, frames };
}

/**
 * Groups consecutive chunks that one insert can store: of the same month, with few enough rows for one block. Every
 * insert has a high fixed cost (a part with all its projections, each synced), which dominates small inserts.
 */
export function batchesOf(chunks: readonly CutChunk[]): CutChunk[][] {
  const batches: CutChunk[][] = [];
  for (const chunk of chunks) {
    const last = batches.at(-1);
    const rows = last?.reduce((sum, one) => sum + one.rows, chunk.rows) ?? 0;
    if (last !== undefined && last[0]?.month === chunk.month && rows <= BATCH_ROWS) last.push(chunk);
    else batches.push([chunk]);
  }
  return batches;
}

/** Rows as JSON lines, each carrying its chunk's id: the log's own lines with one more key in front. */
export function linesOf(chunks: readonly { id: string; buffer: Buffer; frames: readonly Frame[] }[]): Buffer {
  const prefixed = chunks.map(({ id, buffer, frames }) => ({
    buffer,
    frames,
    prefix: Buffer.from(`{"chunk_id":"${id}",`),
  }));
  let size = 0;
  for (const { prefix, frames } of prefixed) {
    for (const { payload, end } of frames) size += prefix.length + end - payload;
  }
  const lines = Buffer.allocUnsafe(size);
  let at = 0;
  for (const { prefix, buffer, frames } of prefixed) {
    for (const { payload, end } of frames) {
      at += prefix.copy(lines, at);
      // The prefix replaces the line's opening brace, and the line break takes its place.
      at += buffer.copy(lines, at, payload + 1, end);
      lines[at++] = 0x0a;
    }
  }
  return lines;
}
