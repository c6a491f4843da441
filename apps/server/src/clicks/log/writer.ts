/** The writing side of the click log, one per router process (docs/product/operations.md#the-click-log). */
import { type FileHandle, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../platform/files.ts';
import type { Log } from '../../platform/log.ts';
import { Blocks, layZeros, MOST_AT_ONCE, openBlocks, wholeBlocks } from './blocks.ts';
import { FRAME_HEAD, LONGEST_PAYLOAD, writeHead } from './frames.ts';
import { SEGMENT_MS, segmentName } from './segments.ts';

/** Called once a fact is safe (`true`), or once it is known that it cannot be kept (`false`). */
export type Recorded = (safe: boolean) => void;

export interface LogHealth {
  /** False while the disk refuses what is written. */
  writable: boolean;
  /** Facts that were answered and stand in no log, since this process began. */
  unrecorded: number;
  recorded: number;
  /** The system's word for what is wrong. */
  problem: string | null;
}

export interface ClickLog {
  /** Keeps one payload; `recorded` is called after the sync of the group it falls into. */
  append(payload: string, recorded: Recorded): void;
  health(): LogHealth;
  /** Syncs what was given and closes the segment. */
  close(): Promise<void>;
}

export interface ClickLogOptions {
  /** This process's own folder; made when the first fact comes. */
  folder: string;
  log: Log;
  segmentBytes?: number;
  segmentMs?: number;
  /** How long a visitor waits for the disk. */
  patienceMs?: number;
}

/** After a failed write nothing is tried for so long: a full disk answers slowly. */
const RETRY_MS = 250;
/** A disk that hangs longer than this does not hold visitors up any further. */
const PATIENCE_MS = 1_000;
/** More than this waiting to be written and further facts are refused. */
const MOST_WAITING = 64 * 1024 * 1024;
const FIRST_BUFFER = 1024 * 1024;
/**
 * A segment's room is zeros that lie on disk before its first frame, so that a sync moves data alone and not the
 * file's length: a third of the time. They are written to a file apart, since a file that grows makes its own syncs wait.
 */
const LEAST_ROOM = MOST_AT_ONCE;
const MOST_ROOM = 32 * 1024 * 1024;
/** A shipper takes a segment that nobody has touched for an hour for an abandoned one. */
const STALE_MS = 10 * 60_000;
/**
 * Written and synced by itself: a group of clicks waits for one piece at most, not for a whole segment's room. Where clicks
 * are few the room is one piece, since each is a commit of the file system, which waits for whatever else is written.
 */
const PIECE = 256 * 1024;
/**
 * A sync costs the processor as much as several redirects. Where groups of more than a few follow one another without pause,
 * the next waits for company: until it is worth a sync, but never longer than a timer's shortest.
 */
const BUSY = 4;
const WORTH_A_SYNC = 32;
const HOLD_MS = 1;

interface Segment {
  file: FileHandle;
  /** Where the next frame goes. */
  size: number;
  /** How far zeros lie on disk: it is full there. */
  room: number;
  path: string;
  preparedAt: number;
  openedAt: number;
}

/** Bytes of a group that are to be written together, and who waits for them. */
class Group {
  buffer = Buffer.allocUnsafe(FIRST_BUFFER);
  length = 0;
  waiting: Recorded[] = [];

  add(payload: string, recorded: Recorded): boolean {
    // UTF-8 takes at most three bytes for each UTF-16 unit.
    this.#reserve(FRAME_HEAD + payload.length * 3);
    const bytes = this.buffer.write(payload, this.length + FRAME_HEAD);
    if (bytes > LONGEST_PAYLOAD) return false;
    writeHead(this.buffer, this.length, bytes);
    this.length += FRAME_HEAD + bytes;
    this.waiting.push(recorded);
    return true;
  }

  /** A callback that throws does not keep the others of its group from their answers. */
  answer(safe: boolean, failed: (err: unknown) => void): number {
    const waiting = this.waiting;
    this.waiting = [];
    for (const recorded of waiting) {
      try {
        recorded(safe);
      } catch (err) {
        failed(err);
      }
    }
    return waiting.length;
  }

  clear(): void {
    this.length = 0;
    this.waiting = [];
    if (this.buffer.length > 8 * FIRST_BUFFER) this.buffer = Buffer.allocUnsafe(FIRST_BUFFER);
  }

  #reserve(more: number): void {
    if (this.length + more <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.length + more));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}

/**
 * Opens a router's log. Nothing is thrown once it runs: what cannot be written is counted and reported by `health`,
 * and the visitor goes on.
 */
export function openClickLog(options: ClickLogOptions): ClickLog {
  const { folder, log, segmentBytes = MOST_ROOM, segmentMs = SEGMENT_MS, patienceMs = PATIENCE_MS } = options;
  const health: LogHealth = { writable: true, unrecorded: 0, recorded: 0, problem: null };
  let filling = new Group();
  let flushing = new Group();
  let running: Promise<void> | undefined;
  /** How many the last group held; 0 after a pause. */
  let lately = 0;
  /** Ends the wait for company. */
  let enough: (() => void) | undefined;
  let retryAt = 0;
  let segment: Segment | undefined;
  let number = 0;
  let prepared: Promise<Segment | { problem: unknown }> | undefined;
  let closing: Promise<void> | undefined;
  const blocks = new Blocks();
  const answerFailed = (err: unknown): void => log.error({ err }, 'a visitor could not be answered');

  function append(payload: string, recorded: Recorded): void {
    const hopeless = filling.length > MOST_WAITING || (retryAt > 0 && performance.now() < retryAt);
    if (hopeless || !filling.add(payload, recorded)) {
      lose(recorded);
      return;
    }
    if (filling.waiting.length >= WORTH_A_SYNC) enough?.();
    // Whatever else arrives in this turn of the event loop joins the group.
    if (running === undefined) running = new Promise<void>((resolve) => setImmediate(resolve)).then(flushAll);
  }

  function lose(recorded: Recorded): void {
    health.unrecorded += 1;
    recorded(false);
  }

  async function flushAll(): Promise<void> {
    while (filling.length > 0) {
      if (lately >= BUSY && filling.waiting.length < WORTH_A_SYNC) await company();
      lately = filling.waiting.length;
      [filling, flushing] = [flushing, filling];
      await flush(flushing);
      flushing.clear();
    }
    lately = 0;
    running = undefined;
  }

  function company(): Promise<void> {
    return new Promise((resolve) => {
      const over = (): void => {
        clearTimeout(timer);
        enough = undefined;
        resolve();
      };
      const timer = setTimeout(over, HOLD_MS);
      enough = over;
    });
  }

  async function flush(group: Group): Promise<void> {
    const count = group.waiting.length;
    /** Answered before it was known whether they would be kept. */
    let early = 0;
    const patience = setTimeout(() => {
      early = group.answer(false, answerFailed);
      health.unrecorded += early;
      health.problem = 'The disk does not answer.';
    }, patienceMs);
    try {
      await write(group.buffer.subarray(0, group.length));
      health.recorded += count;
      // They were kept after all: what is counted as unrecorded is what stands in no log.
      health.unrecorded -= early;
      if (!health.writable) log.warn({ folder, unrecorded: health.unrecorded }, 'the click log can be written again');
      health.writable = true;
      health.problem = null;
      retryAt = 0;
      group.answer(true, answerFailed);
    } catch (err) {
      if (health.writable)
        log.error({ err, folder }, 'the click log cannot be written: redirecting goes on without it');
      health.writable = false;
      health.problem = err instanceof Error && 'code' in err ? String(err.code) : 'unknown';
      retryAt = performance.now() + RETRY_MS;
      health.unrecorded += group.answer(false, answerFailed);
    } finally {
      clearTimeout(patience);
    }
  }

  async function write(bytes: Buffer): Promise<void> {
    const current = await segmentFor(bytes.length);
    try {
      await blocks.append(current.file, bytes, current.size);
      current.size += bytes.length;
      const halfOver = current.size > current.room / 2 || performance.now() - current.openedAt > segmentMs / 2;
      if (halfOver) prepared ??= prepare(current.size * 2);
    } catch (error) {
      await abandon(current);
      throw error;
    }
  }

  /** The open segment, or the next one when it is full or old. */
  async function segmentFor(length: number): Promise<Segment> {
    const now = performance.now();
    if (segment !== undefined && (segment.size + length > segment.room || now - segment.openedAt > segmentMs)) {
      closing = closeBehind(segment);
      segment = undefined;
    }
    segment ??= await nextSegment(length, now);
    return segment;
  }

  async function nextSegment(length: number, now: number): Promise<Segment> {
    let next = await (prepared ?? prepare(length));
    prepared = undefined;
    if (!('problem' in next) && (next.room < length || now - next.preparedAt > STALE_MS)) {
      await discard(next);
      next = await prepare(length);
    }
    if ('problem' in next) throw next.problem;
    return { ...next, openedAt: now };
  }

  /**
   * Makes the next segment ready to the last sync, while nobody waits for it. Resolves with what went wrong instead,
   * which is told when it is needed.
   */
  async function prepare(wanted: number): Promise<Segment | { problem: unknown }> {
    const room = wholeBlocks(
      Math.min(Math.max(wanted, Math.min(LEAST_ROOM, segmentBytes)), Math.max(segmentBytes, wanted)),
    );
    // Never the same name again: what a failed try left behind may have been looked at already.
    number += 1;
    const path = join(folder, `${segmentName(number)}.log`);
    try {
      await mkdir(folder, { recursive: true });
      const file = await openBlocks(path);
      try {
        await layZeros(file, room, room > LEAST_ROOM ? PIECE : MOST_AT_ONCE);
        await file.sync();
        // The file's own sync does not cover its name, nor its folder's.
        await syncFolder(folder);
        await syncFolder(dirname(folder));
      } catch (problem) {
        await file.close();
        throw problem;
      }
      const now = performance.now();
      return { file, path, size: 0, room, preparedAt: now, openedAt: now };
    } catch (problem) {
      return { problem };
    }
  }

  async function discard(unused: Segment): Promise<void> {
    await unused.file.close();
    await rm(unused.path, { force: true });
  }

  /** Takes back what may be half written, so that nothing that was counted as lost turns up later. */
  async function abandon(current: Segment): Promise<void> {
    segment = undefined;
    await closeBehind(current);
  }

  /** Cuts off what was not used; a reader takes what is left for room or for a torn tail. */
  async function closeBehind(used: Segment): Promise<void> {
    try {
      await used.file.truncate(used.size);
      await used.file.close();
    } catch (err) {
      log.error({ err, path: used.path }, 'a segment of the click log could not be closed');
    }
  }

  return {
    append,
    health: () => ({ ...health }),
    async close() {
      await running;
      if (segment !== undefined) await closeBehind(segment);
      segment = undefined;
      await closing;
      const unused = await prepared;
      if (unused !== undefined && !('problem' in unused)) await discard(unused);
    },
  };
}
