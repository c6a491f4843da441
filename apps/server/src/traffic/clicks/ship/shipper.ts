/** Ships the log of every router in DATA_DIR to ClickHouse, each fact once (docs/product/operations.md#shipping). One per data folder. */
import { rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../../platform/files.ts';
import { repeat } from '../../../platform/repeat.ts';
import { doneFolder, routersIn, segmentsIn } from '../log/segments.ts';
import { Lanes } from './lanes.ts';
import { SegmentShipper, type SegmentState, type ShipContext } from './segment.ts';

/** Often enough for facts to be visible within a second, rarely enough for the engine to keep up with merging. */
const ROUND_MS = 300;
/** A click may be written to the log this long after its time was taken. */
const COMMIT_MS = 2_000;
const KEEP_MS = 7 * 24 * 60 * 60 * 1000;
const TIDY_MS = 60 * 60 * 1000;
/** While the engine stores one batch, the next is read and cut. More would only compete for the same core. */
const INSERTS_AT_ONCE = 2;
/** A router starts a new segment every minute, so a last segment this old no longer has a writer. */
const ABANDONED_MS = 60 * 60 * 1000;

export interface Shipper {
  /** Resolves after the inserts under way have ended. */
  stop(): Promise<void>;
}

interface ShipperOptions {
  roundMs?: number;
  /**
   * Called after each complete round with the number of facts that it stored: everything that was logged before this
   * instant is in the engine.
   */
  onShipped?: (until: Date, facts: number) => void;
}

/** Starts shipping. Failures are retried for ever, with growing pauses. */
export function startShipper(options: Omit<ShipContext, 'signal'> & ShipperOptions): Shipper {
  const stopping = new AbortController();
  const context: ShipContext = { ...options, signal: stopping.signal };
  const round = shippingRounds(context);
  const { roundMs = ROUND_MS, log, onShipped } = options;

  const running = repeat({ name: 'facts of the click log', everyMs: roundMs, log, run: shipRound });

  async function shipRound(): Promise<void> {
    const began = Date.now();
    const facts = await round();
    if (!stopping.signal.aborted) onShipped?.(new Date(began - COMMIT_MS), facts);
  }

  return {
    async stop() {
      stopping.abort();
      await running.stop();
    },
  };
}

async function stateOfNewest(segment: SegmentShipper): Promise<SegmentState> {
  if ((await segment.idleMs()) > ABANDONED_MS) return 'abandoned';
  return 'open';
}

/** Runs one round: every segment of every router, oldest first. Rejects at the first failure. */
export function shippingRounds(context: ShipContext): () => Promise<number> {
  const segments = new Map<string, SegmentShipper>();
  const compared = new Set<string>();
  let tidiedAt = Number.NEGATIVE_INFINITY;

  async function shipperOf(router: string, file: string): Promise<SegmentShipper> {
    const key = join(router, file);
    const known = segments.get(key) ?? (await SegmentShipper.open(context, router, join(context.clicks, router), file));
    segments.set(key, known);
    return known;
  }

  /** Also compares the chunks that were sent just before the last stop, although they were recorded as done. */
  async function compareNewestDone(router: string): Promise<void> {
    const folder = doneFolder(join(context.clicks, router));
    for (const name of (await segmentsIn(folder, 'done')).slice(-INSERTS_AT_ONCE)) {
      await (await SegmentShipper.open(context, router, folder, `${name}.done`)).reconcile();
    }
  }

  async function shipRouter(router: string): Promise<number> {
    if (!compared.has(router)) {
      await compareNewestDone(router);
      compared.add(router);
    }
    const folder = join(context.clicks, router);
    const names = await segmentsIn(folder, 'log');
    const open = await Promise.all(names.map((name) => shipperOf(router, `${name}.log`)));
    let current = open.length - 1;
    while (current > 0 && (await open[current]?.unused())) current -= 1;
    const lanes = new Lanes(INSERTS_AT_ONCE);
    const underWay: (() => Promise<number>)[] = [];
    let shipped = 0;
    try {
      for (const [index, segment] of open.entries()) {
        const state = index >= current ? await stateOfNewest(segment) : 'closed';
        await segment.reconcile();
        await segment.ship(state, lanes);
        underWay.push(() => settle(segment, join(router, `${names[index]}.log`), state));
        // Segments are shipped in order, so that a stop leaves only the newest ones behind.
        if (underWay.length > INSERTS_AT_ONCE) shipped += (await underWay.shift()?.()) ?? 0;
      }
      for (const settled of underWay) shipped += await settled();
    } finally {
      await lanes.end();
    }
    return shipped;
  }

  /** Waits for a segment's inserts, and marks the segment as shipped when all of it is stored. */
  async function settle(segment: SegmentShipper, key: string, state: SegmentState): Promise<number> {
    const rows = await segment.sent();
    if (state !== 'open' && (await segment.finished())) {
      await segment.finish();
      segments.delete(key);
    }
    return rows;
  }

  return async () => {
    let shipped = 0;
    for (const name of await routersIn(context.clicks)) {
      if (context.signal.aborted) break;
      shipped += await shipRouter(name);
    }
    if (performance.now() - tidiedAt > TIDY_MS) {
      tidiedAt = performance.now();
      await tidy(context.clicks);
    }
    return shipped;
  };
}

/** Removes shipped segments after their retention period. */
async function tidy(clicks: string): Promise<void> {
  for (const router of await routersIn(clicks)) {
    const folder = join(clicks, router);
    const done = doneFolder(folder);
    for (const name of await segmentsIn(done, 'done')) {
      const path = join(done, `${name}.done`);
      if (Date.now() - (await stat(path)).mtimeMs < KEEP_MS) continue;
      await rm(path);
      await rm(join(done, `${name}.chunks`), { force: true });
    }
    // A router's folder is removed with its last segment; a new folder still waits for its first segment.
    if (Date.now() - (await stat(folder)).mtimeMs > KEEP_MS) {
      await removeEmpty(done);
      await removeEmpty(folder);
    }
  }
}

async function removeEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: unknown) => {
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) throw error;
  });
}
