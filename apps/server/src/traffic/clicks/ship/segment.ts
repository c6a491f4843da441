/** Ships one segment of one router's log. */
import { mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { writeFileAtomic } from '../../../platform/files.ts';
import type { Log } from '../../../platform/log.ts';
import { FRAME_HEAD, type Frame, isBlank, LONGEST_PAYLOAD, nextFrame, scanFrames } from '../log/frames.ts';
import { doneFolder } from '../log/segments.ts';
import { batchesOf, type CutChunk, cutChunks, linesOf } from './cut.ts';
import { putAside } from './dead-letters.ts';
import type { Lanes } from './lanes.ts';
import { type Chunk, type Ledger, openLedger, planChunks, settleChunks } from './ledger.ts';
import { compareFacts } from './longer-copy.ts';
import { countByChunk, deleteChunk, earlierInsertsEnded, insertLines, isRowRefused } from './store.ts';

export interface ShipContext {
  clicks: string;
  clickhouse: ClickHouse;
  log: Log;
  signal: AbortSignal;
}

/**
 * Whether a router may still write to a segment: `open` to its newest one, never to a `closed` older one. A newest one
 * that nobody has written to for long is `abandoned`: its router ended.
 */
export type SegmentState = 'open' | 'abandoned' | 'closed';

/** How much is read at once: several chunks. */
const WINDOW = 32 * 1024 * 1024;
/** How often a chunk is compared before the shipper gives up on it. */
const MOST_ATTEMPTS = 4;

/** A file of a router's log, in the router's folder. */
interface SegmentFile {
  router: string;
  folder: string;
  file: string;
}

export class SegmentShipper {
  readonly #context: ShipContext;
  readonly #router: string;
  readonly #name: string;
  readonly #path: string;
  readonly #ledgerPath: string;
  readonly #ledger: Ledger;
  /** Chunks with an unknown outcome; they are compared before anything else is sent. */
  readonly #doubtful: Map<number, Chunk>;
  /** The inserts that the last call of {@link ship} started. */
  #sending: Promise<void>[] = [];
  #rows = 0;

  private constructor(context: ShipContext, { router, folder, file }: SegmentFile, ledger: Ledger) {
    this.#context = context;
    this.#router = router;
    this.#name = file.slice(0, file.lastIndexOf('.'));
    this.#path = join(folder, file);
    this.#ledgerPath = join(folder, `${this.#name}.chunks`);
    this.#ledger = ledger;
    // This also includes chunks that are recorded as done, to find rows that the engine has lost.
    this.#doubtful = new Map([...ledger.chunks].filter(([, chunk]) => chunk.rows > 0));
  }

  /** Continues a segment where an earlier process stopped. */
  static async open(context: ShipContext, router: string, folder: string, file: string): Promise<SegmentShipper> {
    const ledger = await openLedger(join(folder, `${file.slice(0, file.lastIndexOf('.'))}.chunks`));
    return new SegmentShipper(context, { router, folder, file }, ledger);
  }

  /** Chunks that must still be compared or sent. */
  get doubtful(): number {
    return this.#doubtful.size;
  }

  /**
   * Compares the chunks that were cut earlier with ClickHouse: missing → insert, partial → delete and insert. Facts that
   * only another copy of this log has are never deleted.
   */
  async reconcile(): Promise<void> {
    if (this.#doubtful.size === 0) return;
    const { clickhouse, log } = this.#context;
    await earlierInsertsEnded(clickhouse);
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const open = [...this.#doubtful.values()];
      const counts = await countByChunk(
        clickhouse,
        open.map((chunk) => this.#idOf(chunk)),
      );
      const equal = open.filter((chunk) => counts.get(this.#idOf(chunk)) === this.#expected(chunk));
      await this.#settle(
        equal.filter((chunk) => !this.#ledger.done.has(chunk.from)).map((chunk) => ({ chunk, dead: 0 })),
      );
      for (const chunk of equal) this.#doubtful.delete(chunk.from);
      if (this.#doubtful.size === 0) return;
      for (const chunk of this.#doubtful.values()) {
        const id = this.#idOf(chunk);
        const found = counts.get(id) ?? 0;
        if (found > this.#expected(chunk) && (await this.#complete(chunk))) continue;
        log.warn({ chunk: id, expected: this.#expected(chunk), found }, 'a chunk is sent again');
        if (found > 0) await deleteChunk(clickhouse, id);
        const token = attempt === 0 && found === 0 ? id : `${id}.${Date.now()}`;
        await this.#send(await this.#readChunk(chunk), token);
      }
    }
    throw new Error(
      `Chunks of ${this.#router}/${this.#name} still differ from the engine after several attempts: ${[...this.#doubtful.keys()]}.`,
    );
  }

  /** Sends what is missing of a chunk of which the statistics have more than this log; false for any other chunk. */
  async #complete(chunk: Chunk): Promise<boolean> {
    const { clickhouse, log } = this.#context;
    const id = this.#idOf(chunk);
    const cut = await this.#readChunk(chunk);
    const longer = await compareFacts(clickhouse, id, cut);
    if (longer === null) return false;
    const { foreign, missing } = longer;
    log.warn({ chunk: id, foreign, missing: missing.length }, 'another copy of this log was shipped: its facts stay');
    if (missing.length > 0) await this.#send(cut, `${id}.${Date.now()}`, missing);
    else if (!this.#ledger.done.has(chunk.from)) await this.#settle([{ chunk, dead: 0 }]);
    this.#doubtful.delete(chunk.from);
    return true;
  }

  /**
   * Cuts and sends new facts. In an open segment, the first incomplete frame is its end for now. In the others, damage
   * is quarantined and skipped, except at the end of an abandoned one, where a write was cut off that nobody
   * acknowledged. Returns while the last inserts are still running in `lanes`: see {@link sent}.
   */
  async ship(state: SegmentState, lanes: Lanes): Promise<void> {
    const isOpen = state === 'open';
    this.#sending = [];
    this.#rows = 0;
    const { size } = await stat(this.#path);
    while (this.#ledger.cut < size && !this.#context.signal.aborted) {
      const from = this.#ledger.cut;
      // The writer reserves space with zeros, so most checks of a quiet segment end here.
      if (isOpen && isBlank((await this.#read(from, Math.min(size, from + FRAME_HEAD), false)).buffer)) break;
      const { buffer, wholeFile } = await this.#read(from, Math.min(size, from + WINDOW), isOpen);
      const { chunks, end } = cutChunks(buffer, from);
      if (chunks.length > 0) {
        await planChunks(this.#ledgerPath, this.#ledger, chunks);
        await this.#sendAll(chunks, lanes);
      } else if (isOpen) {
        break;
      } else if (isBlank(buffer) || (state === 'abandoned' && nextFrame(buffer, end) === undefined)) {
        await planChunks(this.#ledgerPath, this.#ledger, [{ from, to: from + buffer.length, rows: 0 }]);
      } else if (wholeFile || buffer.length > LONGEST_PAYLOAD) {
        await this.#quarantine(buffer, from, end);
      }
    }
  }

  /** Waits for the inserts under way and returns their number of rows. Rejects if one of them failed. */
  async sent(): Promise<number> {
    await Promise.all(this.#sending);
    return this.#rows;
  }

  /** Whether the whole segment has been cut and every chunk of it is in ClickHouse. */
  async finished(): Promise<boolean> {
    return this.#doubtful.size === 0 && this.#ledger.cut >= (await stat(this.#path)).size;
  }

  /** Whether nothing has been written to it yet: a router prepares its next segment in advance. */
  async unused(): Promise<boolean> {
    return this.#ledger.cut === 0 && isBlank((await this.#read(0, FRAME_HEAD, false)).buffer);
  }

  /** Milliseconds since the last write to it. */
  async idleMs(): Promise<number> {
    return Date.now() - (await stat(this.#path)).mtimeMs;
  }

  /**
   * Marks it as shipped; it is kept for a while. The log is moved before its ledger, because a log without a ledger
   * would be split into chunks again.
   */
  async finish(): Promise<void> {
    const folder = doneFolder(dirname(this.#path));
    await mkdir(folder, { recursive: true });
    await rename(this.#path, join(folder, `${this.#name}.done`));
    if (this.#ledger.chunks.size > 0) await rename(this.#ledgerPath, join(folder, `${this.#name}.chunks`));
  }

  async #sendAll(chunks: readonly CutChunk[], lanes: Lanes): Promise<void> {
    for (const { from, to, rows } of chunks) this.#doubtful.set(from, { from, to, rows });
    for (const batch of batchesOf(chunks)) {
      if (this.#context.signal.aborted) return;
      const { ended } = await lanes.start(async () => {
        await this.#sendBatch(batch);
        for (const chunk of batch) {
          this.#doubtful.delete(chunk.from);
          this.#rows += chunk.rows;
        }
      });
      this.#sending.push(ended);
    }
  }

  /** Sends all chunks in one insert. If a row is refused, the whole insert is rejected and each chunk is sent separately. */
  async #sendBatch(batch: readonly CutChunk[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    if (batch.length > 1) {
      const lines = linesOf(batch.map((chunk) => ({ ...chunk, id: this.#idOf(chunk) })));
      try {
        await insertLines(this.#context.clickhouse, lines, `${this.#idOf(first)}.${batch.length}`);
        await this.#settle(batch.map((chunk) => ({ chunk, dead: 0 })));
        return;
      } catch (error) {
        if (!isRowRefused(error)) throw error;
      }
    }
    for (const chunk of batch) await this.#send(chunk, this.#idOf(chunk));
  }

  async #send(chunk: CutChunk, token: string, frames = chunk.frames): Promise<void> {
    const dead = await this.#insert(chunk, frames, token);
    await this.#settle([{ chunk, dead }]);
  }

  /** Inserts rows. If the engine refuses their content, they are halved until the bad rows are found. */
  async #insert(chunk: CutChunk, frames: readonly Frame[], token: string): Promise<number> {
    const { clickhouse, clicks, log } = this.#context;
    const chunkId = this.#idOf(chunk);
    try {
      await insertLines(clickhouse, linesOf([{ buffer: chunk.buffer, frames, id: chunkId }]), token);
      return 0;
    } catch (error) {
      if (!isRowRefused(error)) throw error;
      const [only] = frames;
      if (frames.length === 1 && only !== undefined) {
        const offset = chunk.from + only.start - (chunk.frames[0]?.start ?? 0);
        log.error({ chunk: chunkId, offset, code: error.code }, 'a fact was refused and stored as a dead letter');
        await putAside(clicks, { chunkId, offset, line: chunk.buffer.toString('utf8', only.payload, only.end) }, error);
        return 1;
      }
      const middle = Math.ceil(frames.length / 2);
      const left = await this.#insert(chunk, frames.slice(0, middle), `${token}.l`);
      return left + (await this.#insert(chunk, frames.slice(middle), `${token}.r`));
    }
  }

  async #quarantine(buffer: Buffer, from: number, end: number): Promise<void> {
    const next = nextFrame(buffer, end) ?? buffer.length;
    const file = join(this.#context.clicks, 'quarantine', `${this.#router}.${this.#name}.${from}`);
    await writeFileAtomic(file, buffer.subarray(end, next));
    this.#context.log.error({ file, bytes: next - end }, 'the click log is damaged: the damaged part is skipped');
    await planChunks(this.#ledgerPath, this.#ledger, [{ from: from + end, to: from + next, rows: 0 }]);
  }

  async #readChunk(chunk: Chunk): Promise<CutChunk> {
    const { buffer } = await this.#read(chunk.from, chunk.to, false);
    const { frames } = scanFrames(buffer);
    if (frames.length !== chunk.rows) {
      this.#context.log.error(
        { chunk: this.#idOf(chunk), frames: frames.length },
        'a chunk cannot be read whole again',
      );
    }
    return { ...chunk, month: '', buffer, frames };
  }

  /** With `sync`, the data is synced to disk first, so that no fact is shipped that a power cut could still undo. */
  async #read(from: number, to: number, sync: boolean): Promise<{ buffer: Buffer; wholeFile: boolean }> {
    const file = await open(this.#path, 'r');
    try {
      const buffer = Buffer.allocUnsafe(to - from);
      let length = 0;
      while (length < buffer.length) {
        const { bytesRead } = await file.read(buffer, length, buffer.length - length, from + length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      if (sync) await file.datasync();
      return { buffer: buffer.subarray(0, length), wholeFile: from + length >= (await file.stat()).size };
    } finally {
      await file.close();
    }
  }

  async #settle(settled: readonly { chunk: Chunk; dead: number }[]): Promise<void> {
    const lines = settled.map(({ chunk, dead }) => ({ done: chunk.from, dead }));
    await settleChunks(this.#ledgerPath, this.#ledger, lines);
  }

  #idOf(chunk: Chunk): string {
    return `${this.#router}.${this.#name}.${chunk.from}`;
  }

  #expected(chunk: Chunk): number {
    return chunk.rows - (this.#ledger.done.get(chunk.from) ?? 0);
  }
}
