/** How much of the click logs of one data folder has not been shipped. Reads only, so it may run beside the shipper. */
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../../platform/files.ts';
import { FRAME_HEAD, frameAt, isBlank, LONGEST_PAYLOAD, nextFrame, scanFrames } from '../log/frames.ts';
import { routersIn, segmentsIn } from '../log/segments.ts';
import { readLedger } from './ledger.ts';

export interface Unshipped {
  bytes: number;
  /** When the oldest of these facts happened; null if nothing waits. */
  oldestAt: Date | null;
}

/** Frames that follow the shipped part of an open segment are looked for in this much of it. */
const WINDOW = 4 * 1024 * 1024;

/** The facts that wait on this machine's disk. A backlog in one segment counts up to the end of the segment. */
export async function unshippedLog(clicks: string): Promise<Unshipped> {
  const found: Unshipped = { bytes: 0, oldestAt: null };
  for (const router of await routersIn(clicks)) {
    const folder = join(clicks, router);
    for (const name of await segmentsIn(folder, 'log')) {
      const segment = await unshippedSegment(folder, name).catch((error: unknown) => {
        // The shipper has finished the segment in the meantime.
        if (hasCode(error, 'ENOENT')) return null;
        throw error;
      });
      if (segment === null) continue;
      found.bytes += segment.bytes;
      if (segment.oldestAt !== null && (found.oldestAt === null || segment.oldestAt < found.oldestAt))
        found.oldestAt = segment.oldestAt;
    }
  }
  return found;
}

async function unshippedSegment(folder: string, name: string): Promise<Unshipped> {
  const path = join(folder, `${name}.log`);
  const { chunks, cut, done } = await readLedger(join(folder, `${name}.chunks`));
  const pending = [...chunks.values()].filter((chunk) => chunk.rows > 0 && !done.has(chunk.from));
  const from = Math.min(cut, ...pending.map((chunk) => chunk.from));
  const { size } = await stat(path);
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(Math.min(Math.max(size - from, 0), WINDOW + LONGEST_PAYLOAD + FRAME_HEAD));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
    const content = buffer.subarray(0, bytesRead);
    // Behind damage in a segment that is still open, facts wait until the shipper may skip the damage.
    const isDamaged = frameAt(content, 0) === undefined && !isBlank(content.subarray(0, FRAME_HEAD));
    const begin = isDamaged ? nextFrame(content, 0) : 0;
    if (begin === undefined) return { bytes: 0, oldestAt: null };
    const first = frameAt(content, begin);
    if (first === undefined) return { bytes: 0, oldestAt: null };
    const end = begin + scanFrames(content.subarray(begin)).end;
    const goesOn = from + bytesRead < size && end > bytesRead - LONGEST_PAYLOAD - FRAME_HEAD;
    return {
      bytes: goesOn ? size - from : end,
      oldestAt: timeOf(content.toString('utf8', first.payload, first.end)),
    };
  } finally {
    await file.close();
  }
}

/** The time of a fact, from its line. */
function timeOf(line: string): Date | null {
  const time = Date.parse(/"at":"([^"]+)"/.exec(line)?.[1] ?? '');
  if (Number.isNaN(time)) return null;
  return new Date(time);
}
