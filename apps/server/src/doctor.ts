/**
 * `npm run doctor [-- --json]`: checks an installation and prints each problem with what to do next. It ends with 1 if
 * there is a problem. It uses DATABASE_URL and CLICKHOUSE_URL, or the embedded databases of DATA_DIR.
 */
import { parseArgs } from 'node:util';
import { readHealth } from '@signpost/contract/calls/health.ts';
import { CHECK_AREAS, CHECKS, type Check, summaryOf } from '@signpost/contract/operations/checks.ts';
import { z } from 'zod';
import type { Database } from './database.ts';
import { type Env, readEnv } from './env.ts';
import { sealProblem } from './operations/backup/manifest.ts';
import { runningAnalytics } from './operations/embedded/reach-engines.ts';
import { withPostgres } from './operations/embedded/reach-postgres.ts';
import { runChecks } from './operations/watching/checks/run.ts';
import type { Patient } from './operations/watching/checks/verdict.ts';
import { type ClickHouse, openClickHouse } from './platform/clickhouse.ts';
import { runCommand } from './platform/command.ts';
import { healthHeaders } from './platform/health-access.ts';
import { originOf } from './platform/origin.ts';
import { outgoing } from './platform/outgoing.ts';
import { openPostgres } from './platform/postgres.ts';
import { StartError, startSentence } from './platform/start-error.ts';
import { openFiles, openStore } from './platform/store/open.ts';
import { lazyVault } from './platform/vault.ts';

/** Whether the product that runs on this machine reaches the embedded engine; null if none runs. */
async function isEngineUp({ healthSecret, host, port }: Env): Promise<boolean | null> {
  try {
    const answer = await fetch(`${originOf(host, port)}/api/health`, {
      headers: healthHeaders(healthSecret),
      signal: AbortSignal.timeout(3_000),
    });
    return z.object({ data: readHealth.answer }).parse(await answer.json()).data.clickhouse ?? null;
  } catch {
    return null;
  }
}

/** The embedded engine belongs to the running product, which lets commands of the same user in. */
async function runningEngine({ dataDir }: Env): Promise<string | undefined> {
  try {
    return await runningAnalytics(dataDir);
  } catch (error) {
    if (error instanceof StartError) return undefined;
    throw error;
  }
}

function openEngine(url: string | undefined, { clickhouseCluster: cluster }: Env): ClickHouse | undefined {
  if (url === undefined) return undefined;
  return openClickHouse({ url, applicationName: 'signpost-doctor', cluster });
}

function backupProblemIn({ target, s3, passphrase }: Env['backup']): Patient['backupProblem'] {
  if (target === undefined) return undefined;
  return async () => await sealProblem(await openStore(target, s3), passphrase);
}

async function examine(env: Env, databaseUrl: string): Promise<Check[]> {
  const db = openPostgres<Database>(databaseUrl, { applicationName: 'signpost doctor', max: 4 });

  const clickhouse = openEngine(env.clickhouseUrl ?? (await runningEngine(env)), env);
  try {
    return await runChecks({
      db,
      clickhouse,
      isEngineUp: () => isEngineUp(env),
      vault: lazyVault({ db, dataDir: env.dataDir, key: env.vaultKey }),
      files: await openFiles(env.dataDir, env.files),
      send: outgoing({ allowPrivate: true }),
      hasMail: env.smtpUrl !== undefined,
      env,
      wantedBase: env.baseCurrency,
      now: () => new Date(),
      backupProblem: backupProblemIn(env.backup),
    });
  } finally {
    await clickhouse?.close();
    await db.destroy();
  }
}

/** The checks of whatever the environment leads to. A configuration or folder that cannot be used is the only problem. */
async function checksOf(): Promise<Check[]> {
  try {
    const env = readEnv();
    return await withPostgres(env, (url) => examine(env, url));
  } catch (error) {
    const message = startSentence(error);
    if (message === undefined) throw error;
    const next =
      error instanceof StartError ? 'Correct the variable, or start the product once: npm start' : 'npm start';
    return [{ name: 'configuration', state: 'problem', message, next }];
  }
}

const MARKS = { good: '✓', warning: '!', problem: '✗', skipped: '–' } as const;

function print(checks: readonly Check[]): string {
  const byArea = Map.groupBy(checks, ({ name }) => CHECKS[name].area);
  const lines = [...byArea].flatMap(([area, inArea]) => [
    CHECK_AREAS[area],
    ...inArea.flatMap(({ name, state, message, next }) => {
      const line = `  ${MARKS[state]} ${CHECKS[name].title}: ${message}`;
      if (next === null) return [line];
      return [line, `      → ${next}`];
    }),
  ]);
  return [...lines, `${summaryOf(checks)}.`].join('\n');
}

const USAGE = `Usage: npm run doctor [-- --json]

Checks an installation and prints each problem with what to do next. Ends with 1 if there is a problem.`;

await runCommand(USAGE, async () => {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const checks = await checksOf();
  process.stdout.write(
    `${values.json ? JSON.stringify({ checkedAt: new Date().toISOString(), checks }) : print(checks)}\n`,
  );
  process.exitCode = checks.some(({ state }) => state === 'problem') ? 1 : 0;
});
