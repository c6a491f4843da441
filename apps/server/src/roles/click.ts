import type { IncomingMessage } from 'node:http';
import { clickFinder } from '../clicks/out/find-click.ts';
import { startRouter } from '../clicks/router.ts';
import { postbackHandler } from '../conversions/intake/server.ts';
import type { Database } from '../database.ts';
import type { Env } from '../env.ts';
import { openClickHouse } from '../platform/clickhouse.ts';
import { clientAddress } from '../platform/client-address.ts';
import { createLog } from '../platform/log.ts';
import { openPostgres } from '../platform/postgres.ts';
import { listen } from '../platform/postgres-listen.ts';
import { openReader } from '../platform/postgres-reader.ts';
import type { Running } from '../platform/running.ts';
import { StartError } from '../platform/start-error.ts';
import { compareKeyAtStart, lazyVault } from '../platform/vault.ts';
import { pushHandler } from '../push/intake.ts';

/** A partner's request waits this long for a database connection before it is answered with 503. */
const PATIENCE_MS = 5_000;

/** Serves visitors' links on CLICK_PORT. It works without either database, because it routes by the last snapshot. */
export async function run(env: Env): Promise<Running> {
  const { clickhouseUrl, databaseUrl } = env;
  if (databaseUrl === undefined) throw new StartError('The click role needs DATABASE_URL.');
  const log = createLog({ level: env.logLevel, name: 'click' });
  const reader = openReader(databaseUrl, {
    applicationName: 'signpost click',
    statementTimeoutMs: 10_000,
    onIdleError: (err) => log.warn({ err }, 'a PostgreSQL connection was lost'),
  });
  const db = openPostgres<Database>(databaseUrl, {
    applicationName: 'signpost postbacks',
    statementTimeoutMs: PATIENCE_MS,
    max: 8,
    onIdleError: (err) => log.warn({ err }, 'a PostgreSQL connection was lost'),
  });
  // Connections of its own, so that browsers never hold up the postbacks of partners.
  const pushDb = openPostgres<Database>(databaseUrl, {
    applicationName: 'signpost push',
    statementTimeoutMs: PATIENCE_MS,
    max: 4,
    onIdleError: (err) => log.warn({ err }, 'a PostgreSQL connection was lost'),
  });
  const vault = lazyVault({ db, dataDir: env.dataDir, key: env.vaultKey });
  await compareKeyAtStart(vault, log);
  const addressOf = (request: IncomingMessage): string => clientAddress(request, env.trustedProxies);
  const postbacks = postbackHandler({ db, vault, log, addressOf });
  const push = pushHandler({ db: pushDb, log, addressOf, allowPrivate: env.privateTargets });
  const clickhouse =
    clickhouseUrl === undefined ? undefined : openClickHouse({ url: clickhouseUrl, applicationName: 'signpost-click' });
  const router = await startRouter({
    port: env.clickPort,
    host: env.host,
    dataDir: env.dataDir,
    trustedProxies: env.trustedProxies,
    healthSecret: env.healthSecret,
    log,
    beside: (request, response, countryOf) => postbacks(request, response) || push(request, response, countryOf),
    ...(clickhouse && { findClick: clickFinder(clickhouse, log) }),
    source: {
      query: reader.query,
      listen: (told) =>
        listen({
          url: databaseUrl,
          channel: 'routing',
          onMessage: told,
          onReconnect: told,
          onError: (err) => log.warn({ err }, 'not listening to PostgreSQL'),
        }),
    },
  });
  log.info('ready');
  return {
    async stop() {
      await router.stop();
      await reader.close();
      await clickhouse?.close();
      await db.destroy();
      await pushDb.destroy();
    },
  };
}
