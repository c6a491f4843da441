/** Cuts a stretch of a segment into chunks. */
import { monthOfLine } from '../fact-line.ts';
import { type Frame, scanFrames } from '../log/frames.ts';
import type { Chunk } from './ledger.ts';

/** Small enough for one block of an insert; reliability.md, rule 3. */
export const CHUNK_ROWS = 5_000;

/** A chunk with where its rows lie in the buffer they were read into. */
export interface CutChunk extends Chunk {
  readonly buffer: Buffer;
  readonly frames: readonly Frame[];
}

/**
 * The chunks of a buffer that was read from the segment's byte `offset` on: at most {@link CHUNK_ROWS} rows each, all
 * of one month, since an insert that spans partitions can be stored in part. `end` is where the whole frames end.
 */
export function cutChunks(buffer: Buffer, offset: number): { chunks: CutChunk[]; end: number } {
  const { frames, end } = scanFrames(buffer);
  const chunks: CutChunk[] = [];
  let first = 0;
  let month = '';
  for (const [index, frame] of frames.entries()) {
    const its = monthOfLine(buffer, frame.payload, frame.end);
    if (index > first && (its !== month || index - first === CHUNK_ROWS)) {
      chunks.push(chunkOf(buffer, offset, frames.slice(first, index)));
      first = index;
    }
    month = its;
  }
  if (first < frames.length) chunks.push(chunkOf(buffer, offset, frames.slice(first)));
  return { chunks, end };
}

function chunkOf(buffer: Buffer, offset: number, frames: readonly Frame[]): CutChunk {
  const from = offset + (frames[0]?.start ?? 0);
  const to = offset + (frames.at(-1)?.end ?? 0);
  return { from, to, rows: frames.length, buffer, frames };
}

/** Rows as JSON lines, each carrying its chunk's id: the log's own lines with one more key in front. */
export function linesOf(buffer: Buffer, frames: readonly Frame[], chunkId: string): Buffer {
  const prefix = Buffer.from(`{"chunk_id":"${chunkId}",`);
  let size = 0;
  for (const { payload, end } of frames) size += prefix.length + end - payload;
  const lines = Buffer.allocUnsafe(size);
  let at = 0;
  for (const { payload, end } of frames) {
    at += prefix.copy(lines, at);
    // The line's own opening brace gives way to the prefix; its place takes the line break.
    at += buffer.copy(lines, at, payload + 1, end);
    lines[at++] = 0x0a;
  }
  return lines;
}
