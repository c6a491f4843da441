import type { IncomingMessage } from 'node:http';
import type { Database } from '../../database.ts';
import type { Env } from '../../env.ts';
import { postbackHandler } from '../../partners/conversions/intake/server.ts';
import { storeLimitedClicks } from '../../partners/conversions/limited-clicks.ts';
import { storeProblems } from '../../partners/conversions/link-problems.ts';
import { storeOrphans } from '../../partners/conversions/orphan-visits.ts';
import { openClickHouse } from '../../platform/clickhouse.ts';
import { clientAddress } from '../../platform/client-address.ts';
import { createLog } from '../../platform/log.ts';
import { measuredClickHouse } from '../../platform/measured-clickhouse.ts';
import { openPostgres } from '../../platform/postgres.ts';
import { listen } from '../../platform/postgres-listen.ts';
import { openReader } from '../../platform/postgres-reader.ts';
import type { Running } from '../../platform/running.ts';
import type { Tracing } from '../../platform/spans.ts';
import { StartError } from '../../platform/start-error.ts';
import { openFiles } from '../../platform/store/open.ts';
import { openTracing, tracedClickHouse } from '../../platform/tracing.ts';
import { compareKeyAtStart, lazyVault } from '../../platform/vault.ts';
import { tellWorkers } from '../../platform/wakes.ts';
import { OrphanVisits } from '../../traffic/clicks/orphans/orphan-visits.ts';
import { clickFinder } from '../../traffic/clicks/out/find-click.ts';
import { LinkProblems } from '../../traffic/clicks/problems/link-problems.ts';
import type { Beside } from '../../traffic/clicks/redirect/server.ts';
import { startRouter } from '../../traffic/clicks/router.ts';
import { LimitedClicks } from '../../traffic/clicks/snapshot/limited-clicks.ts';
import { pushHandler } from '../../traffic/push/intake.ts';
import { metricsBeside, openMeasures, startMetrics } from './measures.ts';
import { storeCounted } from './store-counted.ts';

/** A partner's request waits this long for a database connection before it is answered with 503. */
const PATIENCE_MS = 5_000;

/** Serves visitors' links on CLICK_PORT. It works without either database, because it routes by the last snapshot. */
export async function run(env: Env): Promise<Running> {
  const { clickhouseUrl, databaseUrl } = env;
  if (databaseUrl === undefined) throw new StartError('The click role needs DATABASE_URL.');
  const log = createLog({ level: env.logLevel, name: 'click' });
  const measures = openMeasures(env);
  const tracing = await openTracing(env.tracing, { role: 'click', log });
  const reader = openReader(databaseUrl, {
    applicationName: 'signpost click',
    statementTimeoutMs: 10_000,
    onIdleError: (err) => log.warn({ err }, 'a PostgreSQL connection was lost'),
  });
  const db = openPostgres<Database>(databaseUrl, {
    applicationName: 'signpost postbacks',
    measures,
    tracing,
    statementTimeoutMs: PATIENCE_MS,
    max: 8,
    onIdleError: (err) => log.warn({ err }, 'a PostgreSQL connection was lost'),
  });
  // Connections of its own, so that browsers never hold up the postbacks of partners.
  const pushDb = openPostgres<Database>(databaseUrl, {
    applicationName: 'signpost push',
    measures,
    tracing,
    statementTimeoutMs: PATIENCE_MS,
    max: 4,
    onIdleError: (err) => log.warn({ err }, 'a PostgreSQL connection was lost'),
  });
  const vault = lazyVault({ db, dataDir: env.dataDir, key: env.vaultKey });
  await compareKeyAtStart(vault, log);
  const addressOf = (request: IncomingMessage): string => clientAddress(request, env.trustedProxies);
  const countPostback = measures?.counter('signpost_postbacks_total');
  const answered = (status: number): void => countPostback?.({ status: String(status) });
  const metrics = metricsBeside(measures, env, log);
  const problems = new LinkProblems();
  const orphans = new OrphanVisits();
  const limitedClicks = new LimitedClicks();
  const stored = tellWorkers(db, 'reports');
  const postbacks = postbackHandler({ db, vault, log, addressOf, stored, answered, problems });
  const push = pushHandler({ db: pushDb, log, addressOf, allowPrivate: env.privateTargets });
  const engine =
    clickhouseUrl === undefined ? undefined : openClickHouse({ url: clickhouseUrl, applicationName: 'signpost-click' });
  const clickhouse = engine && tracedClickHouse(measuredClickHouse(engine, measures), tracing);
  const beside: Beside = (request, response, countryOf) =>
    postbacks(request, response) || metrics(request, response) || push(request, response, countryOf);
  const storing = [
    storeCounted(problems, (counted) => storeProblems(db, counted), { name: 'problems of links', log }),
    storeCounted(limitedClicks, async (counted) => limitedClicks.keep(await storeLimitedClicks(db, counted)), {
      name: 'limited clicks',
      log,
    }),
    storeCounted(orphans, (counted) => storeOrphans(db, counted), { name: 'orphan visits', log }),
  ];
  const router = await startRouter({
    port: env.clickPort,
    host: env.host,
    dataDir: env.dataDir,
    files: await openFiles(env.dataDir, env.files),
    trustedProxies: env.trustedProxies,
    consentParameter: env.consentParameter,
    healthSecret: env.healthSecret,
    log,
    measures,
    problems,
    orphans,
    limitedClicks,
    beside: tracing === undefined ? beside : tracedBeside(tracing, beside),
    findClick: clickhouse && clickFinder(clickhouse, log),
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
  const ownPort = await startMetrics(measures, env, log);
  log.info('ready');
  return {
    async stop() {
      await ownPort?.stop();
      await router.stop();
      await Promise.all(storing.map((one) => one.stop()));
      await reader.close();
      await clickhouse?.close();
      await db.destroy();
      await pushDb.destroy();
      await tracing?.stop();
    },
  };
}

/** The kinds of addresses that a request can ask for, without the ids and keys in them. */
const KNOWN = ['health', 'images', 'metrics', 'out', 'postback', 'push'] as const;
const kindOf = (url = '/'): string => KNOWN.find((name) => url.startsWith(`/${name}`)) ?? 'link';

/** Every request is a span until its answer is out; postbacks and web push do their work within it. */
const tracedBeside =
  (tracing: Tracing, beside: Beside): Beside =>
  (request, response, countryOf) => {
    const { method = 'GET', url } = request;
    const span = tracing.begin(`${method} ${kindOf(url)}`, 'server', {
      'http.request.method': method,
      'http.route': kindOf(url),
    });
    response.once('close', () => {
      span.set({ 'http.response.status_code': response.statusCode });
      span.end(response.statusCode >= 500 ? { failure: undefined } : undefined);
    });
    return span.run(() => beside(request, response, countryOf));
  };
