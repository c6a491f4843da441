import { hostname } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../app.ts';
import type { Database } from '../../database.ts';
import type { Env } from '../../env.ts';
import { openClickHouse } from '../../platform/clickhouse.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog, type Log } from '../../platform/log.ts';
import { openMail } from '../../platform/mail.ts';
import { measuredClickHouse } from '../../platform/measured-clickhouse.ts';
import { outgoing } from '../../platform/outgoing.ts';
import { openOwnFiles } from '../../platform/own-files.ts';
import { openPostgres } from '../../platform/postgres.ts';
import { listen } from '../../platform/postgres-listen.ts';
import type { Running } from '../../platform/running.ts';
import { StartError } from '../../platform/start-error.ts';
import { openTracing, tracedClickHouse } from '../../platform/tracing.ts';
import { compareKeyAtStart, lazyVault } from '../../platform/vault.ts';
import { ensureFirstAdmin, hasAdmin } from '../../workplace/people/first-admin.ts';
import { openingPage } from '../demo/opening.ts';
import { ensureDemoPeople, refuseDemoInInstallation } from '../demo/people.ts';
import { ensureDemoWorld } from '../demo/world.ts';
import { startJobs, watchJob } from '../jobs/index.ts';
import { reportDatabase } from '../watching/measures.ts';
import { takeBaseCurrency } from './base-currency.ts';
import { metricsBeside, openMeasures, startMetrics } from './measures.ts';

const webRoot = join(import.meta.dirname, '../../../../web/dist');

/** Serves the API and the app on PORT. */
export async function run(env: Env): Promise<Running> {
  const { databaseUrl, clickhouseUrl } = env;
  if (databaseUrl === undefined || clickhouseUrl === undefined)
    throw new StartError('The web role needs DATABASE_URL and CLICKHOUSE_URL.');
  const log = createLog({ level: env.logLevel, name: 'web' });
  const measures = openMeasures(env);
  const tracing = await openTracing(env.tracing, { role: 'web', log });
  const db = openPostgres<Database>(databaseUrl, {
    applicationName: 'signpost web',
    measures,
    tracing,
    onIdleError: (err) => log.warn({ err }, 'a PostgreSQL connection was lost'),
  });
  const engine = measuredClickHouse(
    openClickHouse({
      url: clickhouseUrl,
      applicationName: 'signpost-web',
      cluster: env.clickhouseCluster,
    }),
    measures,
  );
  const clickhouse = tracedClickHouse(engine, tracing);
  if (measures !== undefined) reportDatabase(measures, db);
  const vault = lazyVault({ db, dataDir: env.dataDir, key: env.vaultKey });
  await compareKeyAtStart(vault, log);
  await takeBaseCurrency(db, clickhouse, env);
  const files = await openOwnFiles(db, env, log);
  if (env.demo) {
    await refuseDemoInInstallation(db);
    await ensureDemoPeople(db);
    await makeDemoWorld({ db, clickhouse, clock: systemClock, log, env, vault });
  }
  if (env.firstAdmin !== undefined && (await ensureFirstAdmin(db, env.firstAdmin, systemClock)) === 'made')
    log.info('the person of FIRST_ADMIN is an Admin now');
  else if (!(await hasAdmin(db)))
    log.warn('there is no Admin: set FIRST_ADMIN, or run npm run make-admin -- mail@example.com');
  if (!env.demo) warnOfMissing(env, log);
  const mail =
    env.smtpUrl === undefined ? null : openMail({ url: env.smtpUrl, from: env.mailFrom, publicUrl: env.publicUrl });
  const app = await buildApp({
    db,
    clickhouse,
    clock: systemClock,
    log,
    send: outgoing({ allowPrivate: env.privateTargets }),
    mail,
    files,
    vault,
    env,
    webRoot,
    measures,
    tracing,
    metrics: metricsBeside(measures, env, log),
    onNotify: async (channel, told) => {
      const listening = await listen({
        url: databaseUrl,
        channel,
        onMessage: told,
        // Announcements may have been missed in between, so '' stands for any change.
        onReconnect: () => told(''),
        onError: (err) => log.warn({ err, channel }, 'not listening to PostgreSQL'),
      });
      return () => listening.close();
    },
  });
  // The worker's end is told by this process, and the other way round.
  const watching = startJobs([watchJob({ db })], {
    db,
    log,
    worker: `web on ${hostname()}:${env.port}`,
    measures,
    tracing,
  });
  const metrics = await startMetrics(measures, env, log);
  await app.listen({ port: env.port, host: env.host });
  log.info('ready');
  return {
    async stop() {
      await app.close();
      await metrics?.stop();
      await watching.stop();
      mail?.close();
      await clickhouse.close();
      await db.destroy();
      await tracing?.stop();
    },
  };
}

/** Makes the demo world, if it is missing, while a page on the app's port shows how far it is. */
async function makeDemoWorld(deps: Parameters<typeof ensureDemoWorld>[0] & { env: Env }): Promise<void> {
  const { port, host } = deps.env;
  const page = openingPage({ port, host, opened: () => process.send?.({ opened: true }) });
  try {
    await ensureDemoWorld({ ...deps, progress: page.show });
  } finally {
    await page.close();
  }
}

/** Warns of variables without which the product starts, but which every real installation needs. */
function warnOfMissing({ google, publicUrl }: Env, log: Log): void {
  if (google.clientId === undefined)
    log.warn('GOOGLE_CLIENT_ID is not set, so nobody can sign in; people who are signed in stay signed in');
  if (publicUrl === undefined)
    log.warn('PUBLIC_URL is not set, so mails and invitations cannot link to this installation');
}
