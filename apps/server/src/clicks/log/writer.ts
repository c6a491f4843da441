/** The writing side of the click log, one per router process (docs/product/operations.md#the-click-log). */
import { type FileHandle, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../platform/files.ts';
import type { Log } from '../../platform/log.ts';
import { Blocks, layZeros, MOST_AT_ONCE, openBlocks, wholeBlocks } from './blocks.ts';
import { FRAME_HEAD, LONGEST_PAYLOAD, writeHead } from './frames.ts';
import { SEGMENT_MS, segmentName } from './segments.ts';

/** Called with `true` when a fact is on disk, or with `false` when it cannot be stored. */
export type Recorded = (safe: boolean) => void;

export interface LogHealth {
  /** False while the disk refuses writes. */
  writable: boolean;
  /** Facts that were answered and stand in no log, since this process began. */
  unrecorded: number;
  recorded: number;
  /** The system's error code. */
  problem: string | null;
}

export interface ClickLog {
  /** Appends one payload; `recorded` is called after its group has been synced. */
  append(payload: string, recorded: Recorded): void;
  health(): LogHealth;
  /** Syncs everything that was appended and closes the segment. */
  close(): Promise<void>;
}

export interface ClickLogOptions {
  /** This process's own folder, created with the first fact. */
  folder: string;
  log: Log;
  segmentBytes?: number;
  segmentMs?: number;
  /** How long a visitor waits for the disk. */
  patienceMs?: number;
}

/** The pause after a failed write, because a full disk answers slowly. */
const RETRY_MS = 250;
/** Visitors do not wait longer than this for a disk that hangs. */
const PATIENCE_MS = 1_000;
/** When more bytes than this wait to be written, further facts are refused. */
const MOST_WAITING = 64 * 1024 * 1024;
const FIRST_BUFFER = 1024 * 1024;
/**
 * The room of a segment is zeros that are on disk before its first frame, so that a sync moves only data and not the
 * file's length, which saves a third of its time. They are written to a separate file, since syncs of a growing file wait.
 */
const LEAST_ROOM = MOST_AT_ONCE;
const MOST_ROOM = 32 * 1024 * 1024;
/** A prepared segment older than this is not used, because a shipper treats an untouched one as abandoned after an hour. */
const STALE_MS = 10 * 60_000;
/**
 * Zeros are written and synced in pieces of this size, so that a group of clicks waits for one piece at most. With few
 * clicks the room is one piece, since each piece is a commit of the file system, which waits for everything else written.
 */
const PIECE = 256 * 1024;
/**
 * A sync costs the processor as much as several redirects. When larger groups follow one another without a pause, the
 * next one waits for more facts until it is worth a sync, but never longer than the shortest timer.
 */
const BUSY = 4;
const WORTH_A_SYNC = 32;
const HOLD_MS = 1;

interface Segment {
  file: FileHandle;
  /** The position of the next frame. */
  size: number;
  /** The end of the prepared zeros, where the segment is full. */
  room: number;
  path: string;
  preparedAt: number;
  openedAt: number;
}

/** The bytes of a group that are written together, and the callbacks that wait for them. */
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
 * Opens a router's log. It never throws while running: facts that cannot be written are counted and reported by `health`,
 * and the visitor goes on.
 */
export function openClickLog(options: ClickLogOptions): ClickLog {
  const { folder, log, segmentBytes = MOST_ROOM, segmentMs = SEGMENT_MS, patienceMs = PATIENCE_MS } = options;
  const health: LogHealth = { writable: true, unrecorded: 0, recorded: 0, problem: null };
  let filling = new Group();
  let flushing = new Group();
  let running: Promise<void> | undefined;
  /** The size of the last group; 0 after a pause. */
  let lately = 0;
  /** Ends the wait for more facts. */
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
    // Facts that arrive in this turn of the event loop join the group.
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

  /** The open segment, or the next one if it is full or old. */
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
   * Prepares the next segment completely while nobody waits for it. Resolves with the error if that fails; it is reported
   * when the segment is needed.
   */
  async function prepare(wanted: number): Promise<Segment | { problem: unknown }> {
    const room = wholeBlocks(
      Math.min(Math.max(wanted, Math.min(LEAST_ROOM, segmentBytes)), Math.max(segmentBytes, wanted)),
    );
    // Never reuses a name, because the shipper may already have read what a failed attempt left behind.
    number += 1;
    const path = join(folder, `${segmentName(number)}.log`);
    try {
      await mkdir(folder, { recursive: true });
      const file = await openBlocks(path);
      try {
        await layZeros(file, room, room > LEAST_ROOM ? PIECE : MOST_AT_ONCE);
        await file.sync();
        // Syncing a file does not cover its name, nor that of its folder.
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

  /** Removes what may be half written, so that no fact that was counted as lost turns up later. */
  async function abandon(current: Segment): Promise<void> {
    segment = undefined;
    await closeBehind(current);
  }

  /** Cuts off the unused room. If that fails, readers treat the rest as room or as a torn tail. */
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
