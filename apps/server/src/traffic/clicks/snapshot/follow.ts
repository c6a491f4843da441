/** Keeps a router's snapshot fresh by notifications and polling of PostgreSQL, or from disk when PostgreSQL is away. */

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_BASE_CURRENCY, setBaseCurrency } from '@signpost/contract/money/base-currency.ts';
import { readIfThere, writeFileAtomic } from '../../../platform/files.ts';
import type { Log } from '../../../platform/log.ts';
import { compile, type Snapshot } from './compile.ts';
import { parseConfig, type Query, type RoutingConfig, readConfig } from './config.ts';
import { Flights } from './flights.ts';
import { LimitedClicks } from './limited-clicks.ts';
import { stateReader } from './state.ts';

export interface SnapshotSource {
  query: Query;
  /** Listens to notifications of PostgreSQL; `told` is called for each one and after each lost connection. */
  listen(onNotification: () => void): Promise<{ close(): Promise<void> }>;
}

export interface Following {
  /** The newest good snapshot; undefined while there has never been one. */
  current(): Snapshot | undefined;
  /** Counts a click that was sent to a deal, so that the deal's cap includes it at once. */
  sent(dealId: number, at: number): void;
  /** Since when the configuration could not be read, or null when it could. */
  staleSince(): Date | null;
  stop(): Promise<void>;
}

/** Notifications arrive at once; a missed one is noticed after this long. */
const POLL_MS = 1_000;
/** Changes that bypass the audit trail are noticed after this long. */
const WHOLE_MS = 60_000;
/** At start, the router waits at most this long for a PostgreSQL that does not answer. */
const FIRST_MS = 2_000;

const NOT_READ_YET = 'the configuration cannot be read yet: links are not answered';
const NOT_READ_AGAIN = 'the configuration cannot be read: the last one remains in use';

/** The file of the last good configuration. */
export function snapshotFile(clicks: string): string {
  return join(clicks, 'configuration.json');
}

async function keepOnDisk(text: string, { clicks, log }: { clicks: string; log: Log }): Promise<void> {
  try {
    await writeFileAtomic(snapshotFile(clicks), text);
  } catch (err) {
    log.error({ err }, 'the configuration could not be stored on disk: a restart would need PostgreSQL');
  }
}

/** The configuration stored on disk; undefined if there is none that can be read. */
async function readFromDisk({
  clicks,
  log,
}: {
  clicks: string;
  log: Log;
}): Promise<{ config: RoutingConfig; text: string } | undefined> {
  try {
    const text = await readIfThere(snapshotFile(clicks));
    if (text === undefined) return undefined;
    return { config: parseConfig(text), text };
  } catch (err) {
    log.error({ err }, 'the configuration stored on disk cannot be read');
    return undefined;
  }
}

/**
 * Loads the first snapshot and follows every change until `stop`. Never rejects because of PostgreSQL: the router
 * continues with the last good snapshot, which is also stored on disk.
 */
export async function followSnapshot(options: {
  clicks: string;
  source: SnapshotSource;
  log: Log;
  pollMs?: number;
  /** Counts the clicks of direct links and boxes with a limit. */
  limitedClicks?: LimitedClicks;
}): Promise<Following> {
  const { clicks, source, log, pollMs = POLL_MS, limitedClicks = new LimitedClicks() } = options;
  const readState = stateReader(source.query);
  let snapshot: Snapshot | undefined;
  const flights = new Flights();
  let known: { version: string; text: string } | undefined;
  let readAt = 0;
  let staleSince: Date | null = null;
  let listening: { close(): Promise<void> } | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let wasNotified = false;
  let busy: Promise<void> = Promise.resolve();

  async function reload(): Promise<void> {
    const config = await readConfig(source.query);
    readAt = performance.now();
    const text = JSON.stringify(config);
    if (text === known?.text) return;
    use(config, text);
    log.info({ version: config.version, boxes: config.boxes.length }, 'routing by a new configuration');
    await keepOnDisk(text, { clicks, log });
  }

  function use(config: RoutingConfig, text: string): void {
    setBaseCurrency(config.baseCurrency ?? DEFAULT_BASE_CURRENCY);
    snapshot = { ...compile(config), use: flights, limitedClicks };
    known = { version: config.version, text };
  }

  async function fromDisk(): Promise<void> {
    const stored = await readFromDisk({ clicks, log });
    // PostgreSQL may have answered in the meantime.
    if (stored === undefined || known !== undefined) return;
    use(stored.config, stored.text);
    log.warn('routing by the configuration stored on disk');
  }

  async function look(): Promise<void> {
    const whole = wasNotified || known === undefined || staleSince !== null || performance.now() - readAt > WHOLE_MS;
    wasNotified = false;
    try {
      const state = await readState();
      // The totals are taken over before the configuration, so that a link that is used up is never open.
      limitedClicks.refresh(state.limitedClicks);
      if (whole || state.version !== known?.version) await reload();
      flights.refresh(state.use, Date.now());
      listening ??= await source.listen(hear);
      if (staleSince !== null) log.info('the configuration can be read again');
      staleSince = null;
    } catch (err) {
      if (staleSince === null) log.warn({ err }, known === undefined ? NOT_READ_YET : NOT_READ_AGAIN);
      staleSince ??= new Date();
    }
  }

  /** Only one poll runs at a time; the next one is planned when it ends. */
  function plan(): void {
    if (stopped) return;
    timer = setTimeout(run, wasNotified ? 0 : pollMs);
  }

  function run(): void {
    clearTimeout(timer);
    timer = undefined;
    busy = look().then(plan);
  }

  function hear(): void {
    wasNotified = true;
    // The timer is only set between two polls; during a poll, `plan` reads the flag when the poll ends.
    if (timer !== undefined && !stopped) run();
  }

  busy = look().then(plan);
  await Promise.race([busy, delay(FIRST_MS, undefined, { ref: false })]);
  if (snapshot === undefined) await fromDisk();

  return {
    current: () => snapshot,
    sent: (dealId, at) => flights.sent(dealId, at),
    staleSince: () => staleSince,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await busy;
      await listening?.close();
    },
  };
}
