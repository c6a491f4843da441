import { hostname, setPriority } from 'node:os';
import type { Database } from '../../database.ts';
import type { Env } from '../../env.ts';
import { openClickHouse } from '../../platform/clickhouse.ts';
import type { Job } from '../../platform/job.ts';
import { createLog } from '../../platform/log.ts';
import { openMail } from '../../platform/mail.ts';
import { measuredClickHouse } from '../../platform/measured-clickhouse.ts';
import type { Measures } from '../../platform/measures.ts';
import { outgoing } from '../../platform/outgoing.ts';
import { openOwnFiles } from '../../platform/own-files.ts';
import { openPostgres } from '../../platform/postgres.ts';
import { listen } from '../../platform/postgres-listen.ts';
import type { Running } from '../../platform/running.ts';
import type { Tracing } from '../../platform/spans.ts';
import { StartError } from '../../platform/start-error.ts';
import { openStore } from '../../platform/store/open.ts';
import type { ObjectStore } from '../../platform/store/store.ts';
import { openTracing, tracedClickHouse } from '../../platform/tracing.ts';
import { compareKeyAtStart, lazyVault } from '../../platform/vault.ts';
import { newWakes, WORK_CHANNEL } from '../../platform/wakes.ts';
import { clicksFolder } from '../../traffic/clicks/log/segments.ts';
import { startShipper } from '../../traffic/clicks/ship/shipper.ts';
import { forgetFormerWork } from '../../workplace/runs/beats.ts';
import { CLICK_LOG } from '../../workplace/runs/readiness.ts';
import { newPlaces, RUNS_AT_ONCE } from '../../workplace/runs/work.ts';
import type { BackupPlan } from '../backup/jobs.ts';
import { needPassphrase } from '../backup/passphrase.ts';
import { allJobs, startJobs } from '../jobs/index.ts';
import { reportDatabase } from '../watching/measures.ts';
import { takeBaseCurrency } from './base-currency.ts';
import { openMeasures, startMetrics } from './measures.ts';
import { shipAlone } from './ship-alone.ts';
import { takePlaceOfFormer } from './worker-name.ts';

/**
 * Visitors go first: the worker runs at low priority, so that a redirect on the same machine does not wait while a
 * backlog is shipped.
 */
const NICENESS = 10;

/** Background work: ships the click logs of this machine to ClickHouse, counts conversions. */
export async function run(env: Env): Promise<Running> {
  setPriority(NICENESS);
  const { clickhouseUrl, databaseUrl } = env;
  if (clickhouseUrl === undefined || databaseUrl === undefined)
    throw new StartError('The worker role needs DATABASE_URL and CLICKHOUSE_URL.');
  const log = createLog({ level: env.logLevel, name: 'worker' });
  const measures = openMeasures(env);
  const tracing = await openTracing(env.tracing, { role: 'worker', log });
  if (measures !== undefined && env.metrics.port === undefined)
    log.warn('the worker has no port, so its figures can only be read with METRICS_PORT');
  const clickhouse = openStatistics(env, clickhouseUrl, { measures, tracing });
  const db = openPostgres<Database>(databaseUrl, {
    applicationName: 'signpost worker',
    measures,
    tracing,
    onIdleError: (err) => log.warn({ err }, 'a PostgreSQL connection was lost'),
  });
  const vault = lazyVault({ db, dataDir: env.dataDir, key: env.vaultKey });
  await compareKeyAtStart(vault, log);
  await takeBaseCurrency(db, clickhouse, env);
  const files = await openOwnFiles(db, env, log);
  const backup = await backupPlan(env, databaseUrl, files);
  const clicks = clicksFolder(env.dataDir);
  const progress = clickLogProgress(measures);
  const wakes = newWakes();
  if (measures !== undefined) reportDatabase(measures, db);
  // This comes first, so that a second worker on the same folder ends here before it has started anything.
  const shipping = await shipAlone({
    clicks,
    databaseUrl,
    log,
    start: () =>
      startShipper({
        clicks,
        clickhouse,
        log,
        onShipped: (until, facts) => {
          progress.onShipped(until);
          if (facts > 0) wakes.tell('clicks');
        },
      }),
  });
  // Two workers of one machine have different folders.
  const worker = `${hostname()}:${env.dataDir}`;
  await takePlaceOfFormer({ db, log, clicks }, worker);
  const send = outgoing({ allowPrivate: env.privateTargets });
  const { dataDir, publicUrl } = env;
  const places = newPlaces();
  measures?.read('places for runs', ['signpost_run_places'], () => [
    { name: 'signpost_run_places', labels: { state: 'taken' }, value: places.taken },
    { name: 'signpost_run_places', labels: { state: 'free' }, value: RUNS_AT_ONCE - places.taken },
    { name: 'signpost_run_places', labels: { state: 'abandoned' }, value: places.abandoned },
  ]);
  const mail = env.smtpUrl === undefined ? null : openMail({ url: env.smtpUrl, from: env.mailFrom, publicUrl });
  const deps = {
    db,
    clickhouse,
    log,
    send,
    mail,
    places,
    wakes,
    tracing,
    publicUrl,
    vault,
    dataDir,
    files,
    clicks,
    ratesUrl: env.exchangeRatesUrl,
    ownLinks: { host: env.host, clickPort: env.clickPort, shortLinkHosts: env.shortLinkHosts },
    backup,
    isDemo: env.demo,
  };
  const work = [...allJobs(deps), progress.job];
  const beats = { db, log, worker, measures, tracing };
  await forgetFormerWork(beats, work);
  const listening = await listen({
    url: databaseUrl,
    channel: WORK_CHANNEL,
    onMessage: wakes.tell,
    onReconnect: wakes.tellAll,
    onError: (err) => log.warn({ err }, 'work is not announced at the moment, so it may wait for a few seconds'),
  });
  const jobs = startJobs(work, { ...beats, wakes });
  const metrics = await startMetrics(measures, env, log);
  log.info('ready');
  return {
    async stop() {
      await metrics?.stop();
      const shipped = shipping.stop();
      await listening.close();
      await jobs.stop();
      await shipped;
      mail?.close();
      await db.destroy();
      await clickhouse.close();
      await tracing?.stop();
    },
  };
}

/** The statistics engine; its statements are measured and traced. */
function openStatistics(
  { clickhouseCluster: cluster }: Env,
  url: string,
  { measures, tracing }: { measures: Measures | undefined; tracing: Tracing | undefined },
) {
  const engine = openClickHouse({ url, applicationName: 'signpost-worker', cluster });
  return tracedClickHouse(measuredClickHouse(engine, measures), tracing);
}

async function backupPlan(env: Env, databaseUrl: string, files: ObjectStore): Promise<BackupPlan | null> {
  const { target, passphrase, at, keep, s3 } = env.backup;
  if (target === undefined) return null;
  needPassphrase(passphrase);
  const { dataDir, vaultKey } = env;
  return { store: await openStore(target, s3), passphrase, at, keep, databaseUrl, dataDir, files, vaultKey };
}

const LOOK_MS = 5_000;
/** A look takes no time, so a worker that is silent for longer than this has ended. */
const LONGEST_LOOK_MS = 30_000;
/** Shipping that brought nothing to an end for this long does not work. */
const STALLED_MS = 5 * 60_000;

/** Shows in the background services how far this machine's click log has been shipped. */
function clickLogProgress(measures: Measures | undefined): { onShipped: (until: Date) => void; job: Job } {
  const startedAt = Date.now();
  let until: Date | null = null;
  measures?.read('shipping', ['signpost_shipping_lag_seconds'], () => [
    { name: 'signpost_shipping_lag_seconds', value: (Date.now() - (until?.getTime() ?? startedAt)) / 1000 },
  ]);
  return {
    onShipped(instant) {
      until = instant;
    },
    job: {
      name: CLICK_LOG,
      everyMs: LOOK_MS,
      longestMs: LONGEST_LOOK_MS,
      watermark: () => until,
      async run() {
        if (Date.now() - (until?.getTime() ?? startedAt) > STALLED_MS)
          throw new Error('The click log cannot be shipped to the statistics; it waits on disk.');
      },
    },
  };
}
