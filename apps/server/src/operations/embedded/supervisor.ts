import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Env } from '../../env.ts';
import { compiledEnv } from '../../platform/compiled.ts';
import { readIfThere } from '../../platform/files.ts';
import type { Log } from '../../platform/log.ts';
import { migrateBoth } from '../../platform/migrate.ts';
import { portToBeFree } from '../../platform/ports.ts';
import type { Running } from '../../platform/running.ts';
import { StartError } from '../../platform/start-error.ts';
import { startAnalytics } from './analytics.ts';
import { lockDataFolder, UNFINISHED_RESTORE } from './data-folder.ts';
import { keep } from './keep.ts';
import { startPostgres } from './postgres.ts';
import { announceAnalytics, createAnalyticsDatabase, retractAnalytics } from './reach-engines.ts';
import { type Role, startRole } from './role.ts';

/**
 * Runs the whole product on one machine: locks the data folder, starts the engines that are not configured elsewhere,
 * migrates, then runs web, worker and click as children and restarts each one that ends by itself. `stop` ends the
 * children first and the engines last. `opened` is called when the app's port shows a page, before the app is ready.
 */
export async function supervise(env: Env, log: Log, opened?: () => void): Promise<Running> {
  const undo: (() => Promise<void>)[] = [];
  const ending = new AbortController();
  const stop = async (): Promise<void> => {
    ending.abort();
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const lock = await lockDataFolder(env.dataDir);
    undo.push(() => lock.release());
    await refuseUnfinishedRestore(env.dataDir);
    const { port: metricsPort, token } = env.metrics;
    const metricsPorts = metricsPort === undefined ? [] : ROLES.map((_, place) => metricsPort + place);
    const metricsHost = token === undefined ? '127.0.0.1' : env.host;
    const places = [
      { port: env.port, host: env.host },
      { port: env.clickPort, host: env.host },
      ...metricsPorts.map((port) => ({ port, host: metricsHost })),
    ];
    for (const place of places)
      await portToBeFree(place, { onWait: () => log.warn(place, 'waiting for a taken port') });
    const urls = await engines({ env, log, undo, ending: ending.signal });
    const applied = await migrateBoth({ ...urls, clickhouseCluster: env.clickhouseCluster });
    if (applied.length > 0) log.info({ applied }, 'migrated');
    const values = {
      DATABASE_URL: urls.databaseUrl,
      CLICKHOUSE_URL: urls.clickhouseUrl,
      // This is decided here, because only the supervisor knows which settings were configured and which it added.
      DEMO: env.demo ? '1' : '0',
      ...compiledEnv(env.dataDir),
    };
    const started = await Promise.allSettled(
      ROLES.map((role, place) => {
        // Each role has a port for its figures: METRICS_PORT and the two after it.
        const own: Record<string, string> = { ...values };
        if (metricsPorts[place] !== undefined) own.METRICS_PORT = String(metricsPorts[place]);
        return keep(role, () => startRole(role, own, opened), log, { ending: ending.signal });
      }),
    );
    undo.push(async () => {
      await Promise.all(started.map((result) => result.status === 'fulfilled' && result.value.stop()));
    });
    for (const result of started) if (result.status === 'rejected') throw result.reason;
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const ROLES: readonly Role[] = ['web', 'worker', 'click'];

async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  if ((await readIfThere(join(dataDir, UNFINISHED_RESTORE))) !== undefined)
    throw new StartError(
      `The restore into ${dataDir} was interrupted: empty the folder (and the databases, if they are elsewhere) and restore again.`,
    );
}

/** The things that starting an engine needs; `undo` gets the steps that stop it. */
interface Starting {
  env: Env;
  log: Log;
  undo: (() => Promise<void>)[];
  ending: AbortSignal;
}

/** Starts the engines that have no configured URL. A restarted engine keeps its port, so that its URL stays valid. */
async function engines(starting: Starting) {
  const [postgres, analytics] = await Promise.allSettled([
    starting.env.databaseUrl ?? keepPostgres(starting),
    starting.env.clickhouseUrl ?? keepAnalytics(starting),
  ]);
  if (postgres.status === 'rejected') throw postgres.reason;
  if (analytics.status === 'rejected') throw analytics.reason;
  return { databaseUrl: postgres.value, clickhouseUrl: analytics.value };
}

async function keepPostgres({ env, log, undo, ending }: Starting): Promise<string> {
  let port: number | undefined;
  const start = async () => {
    const engine = await startPostgres({ dataDir: env.dataDir, port });
    port = Number(new URL(engine.url).port);
    return engine;
  };
  const supervised = await keep('postgres', start, log, { ending });
  undo.push(() => supervised.stop());
  return supervised.first.url;
}

async function keepAnalytics({ env, log, undo, ending }: Starting): Promise<string> {
  const secret = randomBytes(24).toString('hex');
  let port = 0;
  const start = async () => {
    const engine = await startAnalytics({ dataDir: env.dataDir, secret, port });
    port = Number(new URL(engine.url).port);
    return engine;
  };
  const kept = await keep('analytics', start, log, { ending });
  undo.push(() => kept.stop());
  const url = await createAnalyticsDatabase(kept.first.url);
  await announceAnalytics(env.dataDir, url);
  undo.push(() => retractAnalytics(env.dataDir));
  return url;
}
