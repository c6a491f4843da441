/** The segments of one router's click log: the open one, and the next one, which is prepared in advance. */
import { type FileHandle, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../../platform/files.ts';
import type { Log } from '../../../platform/log.ts';
import { Blocks, layZeros, MOST_AT_ONCE, openBlocks, wholeBlocks } from './blocks.ts';
import { segmentName } from './segments.ts';

/**
 * Before its first frame, a segment is filled with zeros that are already on disk. A sync then only writes data and not
 * the file's length, which saves a third of its time. The zeros are written to a separate file, because syncs of a
 * growing file are slow.
 */
const LEAST_ROOM = MOST_AT_ONCE;
/**
 * A prepared segment older than this is not used, because a shipper treats an unused one as abandoned after an hour.
 */
const STALE_MS = 10 * 60_000;
/**
 * Zeros are written and synced in pieces of this size, so that a group of clicks waits for one piece at most. With few
 * clicks all zeros are one piece, since each piece is a commit of the file system, which waits for everything else that
 * is being written.
 */
const PIECE = 256 * 1024;

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

type Prepared = Segment | { problem: unknown };

export interface SegmentPoolOptions {
  /** This process's own folder, created with the first segment. */
  folder: string;
  log: Log;
  /** A segment that is larger or older than this is followed by a new one. */
  segmentBytes: number;
  segmentMs: number;
}

export class SegmentPool {
  readonly #options: SegmentPoolOptions;
  readonly #blocks = new Blocks();
  #number = 0;
  #open: Segment | undefined;
  #next: Promise<Prepared> | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: SegmentPoolOptions) {
    this.#options = options;
  }

  /**
   * Appends the bytes to the open segment and syncs them. Rejects if they cannot be written; the segment is then
   * abandoned, so that no fact that was reported as lost turns up later.
   */
  async append(bytes: Buffer): Promise<void> {
    const segment = await this.#segmentFor(bytes.length);
    try {
      await this.#blocks.append(segment.file, bytes, segment.size);
      segment.size += bytes.length;
      const { segmentMs } = this.#options;
      const isHalfOver = segment.size > segment.room / 2 || performance.now() - segment.openedAt > segmentMs / 2;
      if (isHalfOver) this.#next ??= this.#prepare(segment.size * 2);
    } catch (error) {
      this.#open = undefined;
      await this.#closeSegment(segment);
      throw error;
    }
  }

  /** Prepares the next segment if there is none, and returns whether that succeeded. */
  async isWritable(): Promise<boolean> {
    const known = this.#next;
    const prepared = await known;
    const isMissing = prepared === undefined || 'problem' in prepared;
    if (isMissing && this.#next === known) this.#next = this.#prepare(LEAST_ROOM);
    const next = await this.#next;
    return next !== undefined && !('problem' in next);
  }

  /** Closes the open segment and removes the prepared one. */
  async close(): Promise<void> {
    if (this.#open !== undefined) await this.#closeSegment(this.#open);
    this.#open = undefined;
    await this.#closing;
    const unused = await this.#next;
    if (unused !== undefined && !('problem' in unused)) await discard(unused);
  }

  /** The open segment, or the next one if it is full or old. */
  async #segmentFor(length: number): Promise<Segment> {
    const now = performance.now();
    const open = this.#open;
    const isOver =
      open !== undefined && (open.size + length > open.room || now - open.openedAt > this.#options.segmentMs);
    if (isOver) {
      this.#closing = this.#closeSegment(open);
      this.#open = undefined;
    }
    this.#open ??= await this.#takeNext(length, now);
    return this.#open;
  }

  async #takeNext(length: number, now: number): Promise<Segment> {
    const known = this.#next;
    const prepared = await known;
    if (this.#next === known) this.#next = undefined;
    // It may have failed long ago, on a disk that has room by now.
    const isUsable = prepared !== undefined && !('problem' in prepared);
    let next = isUsable ? prepared : await this.#prepare(length);
    if (!('problem' in next) && (next.room < length || now - next.preparedAt > STALE_MS)) {
      await discard(next);
      next = await this.#prepare(length);
    }
    if ('problem' in next) throw next.problem;
    return { ...next, openedAt: now };
  }

  /** Prepares a whole segment. Resolves with the error if that fails; it is reported when the segment is needed. */
  async #prepare(wanted: number): Promise<Prepared> {
    const { folder, segmentBytes } = this.#options;
    const least = Math.min(LEAST_ROOM, segmentBytes);
    const room = wholeBlocks(Math.min(Math.max(wanted, least), Math.max(segmentBytes, wanted)));
    // A name is never used again, because the shipper may already have read what a failed attempt left behind.
    this.#number += 1;
    const path = join(folder, `${segmentName(this.#number)}.log`);
    try {
      await mkdir(folder, { recursive: true });
      const file = await openBlocks(path);
      try {
        await layZeros(file, room, room > LEAST_ROOM ? PIECE : MOST_AT_ONCE);
        await file.sync();
        // Syncing a file does not sync the entry of its name in the folder, nor the folder's own entry.
        await syncFolder(folder);
        await syncFolder(dirname(folder));
      } catch (problem) {
        await file.close();
        // On a full disk, what is left of the attempt would take the room that somebody makes.
        await rm(path, { force: true });
        throw problem;
      }
      const now = performance.now();
      return { file, path, size: 0, room, preparedAt: now, openedAt: now };
    } catch (problem) {
      return { problem };
    }
  }

  /** Cuts off the unused space. If that fails, readers treat the rest as unused space or as an incomplete frame. */
  async #closeSegment(used: Segment): Promise<void> {
    try {
      await used.file.truncate(used.size);
      await used.file.close();
    } catch (err) {
      this.#options.log.error({ err, path: used.path }, 'a segment of the click log could not be closed');
    }
  }
}

async function discard(unused: Segment): Promise<void> {
  await unused.file.close();
  await rm(unused.path, { force: true });
}
