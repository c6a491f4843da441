/** The writing side of the click log, one per router process (docs/product/operations.md#the-click-log). */
import { errorCode } from '../../../platform/error-text.ts';
import type { Log } from '../../../platform/log.ts';
import { Group, type Recorded } from './group.ts';
import { SegmentPool } from './segment-pool.ts';
import { SEGMENT_MS } from './segments.ts';

export interface LogHealth {
  /** False while the disk refuses writes. */
  writable: boolean;
  /** Facts whose visitors were answered but that could not be logged, since this process started. */
  unrecorded: number;
  recorded: number;
  /** Facts that wait for the disk. */
  waiting: number;
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
/** How often a log that could not be written is tried again while no facts arrive. */
const PROBE_MS = 1_000;
/** Visitors do not wait longer than this for a disk that hangs. */
const PATIENCE_MS = 1_000;
/** When more bytes than this wait to be written, further facts are refused. */
const MOST_WAITING = 64 * 1024 * 1024;
const SEGMENT_BYTES = 32 * 1024 * 1024;
/**
 * A sync costs as much processor time as several redirects. When large groups follow one another without a pause, the
 * next group waits until enough facts have arrived to be worth a sync, but never longer than the shortest timer.
 */
const BUSY = 4;
const WORTH_A_SYNC = 32;
const HOLD_MS = 1;

/**
 * Opens a router's log. It never throws while running: facts that cannot be written are counted and reported by `health`,
 * and the visitor goes on.
 */
export function openClickLog({
  segmentBytes = SEGMENT_BYTES,
  segmentMs = SEGMENT_MS,
  patienceMs = PATIENCE_MS,
  ...options
}: ClickLogOptions): ClickLog {
  const segments = new SegmentPool({ ...options, segmentBytes, segmentMs });
  return new GroupCommit(segments, { ...options, patienceMs });
}

/** Writes facts in groups: facts that arrive while a group is being synced form the next group. */
class GroupCommit implements ClickLog {
  readonly #segments: SegmentPool;
  readonly #options: Required<Pick<ClickLogOptions, 'folder' | 'log' | 'patienceMs'>>;
  readonly #health: Omit<LogHealth, 'waiting'> = { writable: true, unrecorded: 0, recorded: 0, problem: null };
  #filling = new Group();
  #writing = new Group();
  #running: Promise<void> | undefined;
  /** How many facts the last group had; 0 after a pause. */
  #lastCount = 0;
  /** Ends the wait for more facts. */
  #stopHolding: (() => void) | undefined;
  #retryAt = 0;
  #probe: NodeJS.Timeout | undefined;

  constructor(segments: SegmentPool, options: Required<Pick<ClickLogOptions, 'folder' | 'log' | 'patienceMs'>>) {
    this.#segments = segments;
    this.#options = options;
  }

  append(payload: string, recorded: Recorded): void {
    const isHopeless = this.#filling.length > MOST_WAITING || (this.#retryAt > 0 && performance.now() < this.#retryAt);
    if (isHopeless || !this.#filling.add(payload, recorded)) {
      this.#health.unrecorded += 1;
      recorded(false);
      return;
    }
    if (this.#filling.waiting.length >= WORTH_A_SYNC) this.#stopHolding?.();
    // Facts that arrive in this turn of the event loop join the group.
    this.#running ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => this.#flushAll());
  }

  health(): LogHealth {
    return { ...this.#health, waiting: this.#filling.waiting.length + this.#writing.waiting.length };
  }

  async close(): Promise<void> {
    clearInterval(this.#probe);
    await this.#running;
    await this.#segments.close();
  }

  async #flushAll(): Promise<void> {
    while (this.#filling.length > 0) {
      if (this.#lastCount >= BUSY && this.#filling.waiting.length < WORTH_A_SYNC) await this.#hold();
      this.#lastCount = this.#filling.waiting.length;
      const filled = this.#filling;
      this.#filling = this.#writing;
      this.#writing = filled;
      await this.#flush(this.#writing);
      this.#writing.clear();
    }
    this.#lastCount = 0;
    this.#running = undefined;
  }

  /** Waits for more facts. */
  #hold(): Promise<void> {
    return new Promise((resolve) => {
      const stop = (): void => {
        clearTimeout(timer);
        this.#stopHolding = undefined;
        resolve();
      };
      const timer = setTimeout(stop, HOLD_MS);
      this.#stopHolding = stop;
    });
  }

  async #flush(group: Group): Promise<void> {
    const count = group.waiting.length;
    /** These visitors were answered before it was known whether their facts would be stored. */
    let early = 0;
    const patience = setTimeout(() => {
      early = this.#answer(group, false);
      this.#health.unrecorded += early;
      this.#health.problem = 'The disk does not answer.';
    }, this.#options.patienceMs);
    try {
      await this.#segments.append(group.buffer.subarray(0, group.length));
      this.#health.recorded += count;
      // These facts were stored after all, so they no longer count as unrecorded.
      this.#health.unrecorded -= early;
      this.#succeeded();
      this.#answer(group, true);
    } catch (err) {
      this.#failed(err);
      this.#health.unrecorded += this.#answer(group, false);
    } finally {
      clearTimeout(patience);
    }
  }

  #answer(group: Group, safe: boolean): number {
    return group.answer(safe, (err) => this.#options.log.error({ err }, 'a visitor could not be answered'));
  }

  #succeeded(): void {
    const { folder, log } = this.#options;
    const { writable, unrecorded } = this.#health;
    if (!writable) log.warn({ folder, unrecorded }, 'the click log can be written again');
    Object.assign(this.#health, { writable: true, problem: null });
    this.#retryAt = 0;
    clearInterval(this.#probe);
    this.#probe = undefined;
  }

  #failed(err: unknown): void {
    const { folder, log } = this.#options;
    if (this.#health.writable)
      log.error({ err, folder }, 'the click log cannot be written: visitors are still redirected');
    const problem = errorCode(err) || 'unknown';
    Object.assign(this.#health, { writable: false, problem });
    this.#retryAt = performance.now() + RETRY_MS;
    this.#probe ??= setInterval(() => void this.#tryAgain(), PROBE_MS).unref();
  }

  /** Without it, a log that can be written again would only be noticed with the next fact. */
  async #tryAgain(): Promise<void> {
    if ((await this.#segments.isWritable()) && this.#probe !== undefined) this.#succeeded();
  }
}
