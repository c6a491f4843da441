import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { clicksFolder } from '../clicks/log/segments.ts';
import { startShipper } from '../clicks/ship/shipper.ts';
import { startConversions } from '../conversions/work/worker.ts';
import type { Database } from '../database.ts';
import { lockDataFolder } from '../embedded/data-folder.ts';
import type { Env } from '../env.ts';
import { startHostChecks } from '../hosts/job.ts';
import { startImports } from '../modules/ledger/imports/work.ts';
import { openClickHouse } from '../platform/clickhouse.ts';
import { createLog, type Log } from '../platform/log.ts';
import { outgoing } from '../platform/outgoing.ts';
import { openPostgres } from '../platform/postgres.ts';
import type { Running } from '../platform/running.ts';
import { StartError } from '../platform/start-error.ts';
import { vaultIn } from '../platform/vault.ts';
import { startWeights } from '../weights/job.ts';

const RETRY_MS = 200;
/** Redirects have priority: while a backlog is shipped, a redirect on the same machine must not wait (docs/decisions/0041). */
const NICENESS = 10;

/** Background work: ships the click logs of this machine to ClickHouse, counts conversions. */
export async function run(env: Env): Promise<Running> {
  setPriority(NICENESS);
  const { clickhouseUrl, databaseUrl } = env;
  if (clickhouseUrl === undefined || databaseUrl === undefined)
    throw new StartError('The worker part needs DATABASE_URL and CLICKHOUSE_URL.');
  const log = createLog({ level: env.logLevel, name: 'worker' });
  const clickhouse = openClickHouse({
    url: clickhouseUrl,
    applicationName: 'signpost-worker',
    ...(env.clickhouseCluster !== undefined && { cluster: env.clickhouseCluster }),
  });
  const db = openPostgres<Database>(databaseUrl, {
    applicationName: 'signpost worker',
    onIdleError: (err) => log.warn({ err }, 'a PostgreSQL connection was lost'),
  });
  const imports = startImports({ db, log });
  // The demo's hosts are invented, so checking them would only report unknown hosts.
  const hosts = env.demo ? null : startHostChecks({ db, log, send: outgoing({ allowPrivate: env.privateTargets }) });
  const weights = startWeights({ db, clickhouse, log });
  const clicks = clicksFolder(env.dataDir);
  const conversions = startConversions({
    ...{ db, clickhouse, log, clicks },
    send: outgoing({ allowPrivate: env.privateTargets }),
    vault: vaultIn(env.dataDir),
  });
  const stopping = new AbortController();
  const shipping = shipAlone(clicks, log, stopping.signal, () => startShipper({ clicks, clickhouse, log }));
  log.info('ready');
  return {
    async stop() {
      stopping.abort();
      await conversions.stop();
      await imports.stop();
      await hosts?.stop();
      await weights.stop();
      await shipping;
      await db.destroy();
      await clickhouse.close();
    },
  };
}

/**
 * Ships while no other process does. The worker of a killed run may still live for a moment, and two would cut the same
 * log differently.
 */
async function shipAlone(
  clicks: string,
  log: Log,
  signal: AbortSignal,
  start: () => { stop(): Promise<void> },
): Promise<void> {
  let told = false;
  while (!signal.aborted) {
    try {
      const lock = await lockDataFolder(clicks);
      const shipper = start();
      await ended(signal);
      await shipper.stop();
      await lock.release();
    } catch (err) {
      if (!told) log.warn({ err }, 'the click logs cannot be shipped yet');
      told = true;
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
