import { type Env, readEnv } from './env.ts';
import { answerLife } from './operations/embedded/life.ts';
import { keepCompiled, writeCompiled } from './platform/compiled.ts';
import { createLog, type Log } from './platform/log.ts';
import { migrateBoth } from './platform/migrate.ts';
import type { Running } from './platform/running.ts';
import { StartError, startSentence } from './platform/start-error.ts';

/**
 * `main.ts` runs the whole product and supervises it; `main.ts web|worker|click` runs one role against DATABASE_URL
 * and CLICKHOUSE_URL.
 * (The embedded statistics engine's process is `operations/embedded/analytics-main.ts`.)
 */
const began = performance.now();
const role = process.argv[2];
const supervised = process.send !== undefined;

/** The time limit of an orderly stop once nobody waits for it any more. */
const orphanPatienceMs = 3_000;

try {
  const env = readEnv();
  const log = createLog({ level: env.logLevel, name: role ?? 'signpost' });
  keepCompiled(env.dataDir);
  const running = await start(role, env, log);
  let _stopping: Promise<void> | undefined;
  const stop = (): void => {
    _stopping ??= running.stop().then(
      () => process.exit(0),
      (err: unknown) => {
        log.error({ err }, 'the product could not stop in an orderly way');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  // A terminal sends SIGINT to the whole group, but a supervised process waits until the supervisor tells it to stop.
  process.on('SIGINT', () => supervised || stop());
  if (supervised) {
    answerLife();
    // The supervisor was killed. Running work may finish, but then the ports must be free for the next start.
    process.on('disconnect', () => {
      setTimeout(() => process.exit(1), orphanPatienceMs).unref();
      stop();
    });
    process.send?.({ ready: true });
  } else if (role === undefined) {
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(`Signpost is ready: ${addressOf(env)} (${seconds} s)\n`);
  }
  writeCompiled();
} catch (error) {
  const sentence = startSentence(error);
  if (sentence === undefined)
    createLog({ level: 'error', name: role ?? 'signpost' }).error({ err: error }, 'not started');
  if (supervised) process.send?.({ refusal: sentence }, () => process.exit(1));
  else {
    process.stderr.write(`${sentence ?? 'Signpost could not start; the line above says why.'}\n`);
    process.exit(1);
  }
}

function addressOf({ host, port }: Env): string {
  const isHere = host === '127.0.0.1' || host === '0.0.0.0';
  return `http://${isHere ? 'localhost' : host}:${port}`;
}

function tellOpened(env: Env): void {
  process.stdout.write(`A demo company is being made: ${addressOf(env)} shows how far it is.\n`);
}

async function start(name: string | undefined, env: Env, log: Log): Promise<Running> {
  switch (name) {
    case undefined:
      return await (await import('./operations/embedded/supervisor.ts')).supervise(env, log, () => tellOpened(env));
    case 'web':
    case 'worker':
      // Under a supervisor the databases have been migrated already.
      if (!supervised) await migrateBoth(configuredUrls(env));
      return await (name === 'web'
        ? await import('./operations/roles/web.ts')
        : await import('./operations/roles/worker.ts')
      ).run(env);
    case 'click':
      return await (await import('./operations/roles/click.ts')).run(env);
    default:
      throw new StartError(`Unknown role '${name}': use web, worker or click.`);
  }
}

function configuredUrls(env: Env) {
  const { databaseUrl, clickhouseUrl, clickhouseCluster } = env;
  if (databaseUrl === undefined || clickhouseUrl === undefined) {
    throw new StartError(
      'A single role needs DATABASE_URL and CLICKHOUSE_URL: set both, or start without naming a role.',
    );
  }
  return { databaseUrl, clickhouseUrl, clickhouseCluster };
}
