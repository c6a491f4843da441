/** A second web, router and worker against the databases of a product, in a data folder of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readPidFile } from '../../apps/server/src/operations/embedded/postmaster.ts';
import { mayHaveHosts, type OwnHost, openHost } from './own-host.ts';
import { killAll, processTree } from './process-tree.ts';
import { SERVER } from './server.ts';

const ROLES = ['web', 'click', 'worker'] as const;
export type SecondRole = (typeof ROLES)[number];

export interface SecondMachine {
  /** Whether it is a host of its own, with an address, a process namespace per role and a link. */
  readonly isHost: boolean;
  /** `kill -9`; the role is started again at once, as systemd does. */
  kill(role: SecondRole): Promise<void>;
  /** Cuts the link to the databases, if there is one, until the returned function is called. */
  cut(): Promise<() => Promise<void>>;
  /** `kill -9` of all of them, for good. */
  killAll(): void;
  stop(): Promise<void>;
}

const noLink = async (): Promise<() => Promise<void>> => async () => undefined;

/**
 * Starts all three and resolves when web and router answer. `first` is the data folder of the product, `needs` are further
 * ports that they reach. As root they run on a host of their own, unless HOSTS is 0.
 */
export async function startSecondMachine(
  first: string,
  { dataDir, port, clickPort, needs }: { dataDir: string; port: number; clickPort: number; needs: readonly number[] },
): Promise<SecondMachine> {
  const postmaster = await readPidFile(join(first, 'postgres'));
  const password = (await readFile(join(first, 'postgres.password'), 'utf8')).trim();
  const clickhouseUrl = (await readFile(join(first, 'analytics.url'), 'utf8')).trim();
  const postgresPort = postmaster?.port ?? 0;
  const host: OwnHost | null =
    process.env.HOSTS !== '0' && (await mayHaveHosts())
      ? await openHost({
          here: [postgresPort, Number(new URL(clickhouseUrl).port), ...needs],
          there: [port, clickPort],
        })
      : null;
  const env = {
    ...process.env,
    DATABASE_URL: `postgres://signpost:${password}@127.0.0.1:${postgresPort}/signpost`,
    CLICKHOUSE_URL: clickhouseUrl,
    DATA_DIR: dataDir,
    PORT: String(port),
    CLICK_PORT: String(clickPort),
    DEMO: '1',
    PRIVATE_TARGETS: '1',
    LOG_LEVEL: 'warn',
  };
  let isOver = false;
  const children = new Map<SecondRole, ChildProcess>();
  const start = (role: SecondRole): void => {
    const [command = '', ...args] = [...(host?.prefix ?? []), process.execPath, SERVER, role];
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
    children.set(role, child);
    child.once('exit', () => {
      if (!isOver) start(role);
    });
  };
  for (const role of ROLES) start(role);
  for (const url of [`http://127.0.0.1:${port}/api/health`, `http://127.0.0.1:${clickPort}/health`])
    while (!(await fetch(url).catch(() => undefined))?.ok) await delay(100);
  /** The process of a role, below those that opened its namespaces. */
  const processOf = async (child: ChildProcess): Promise<number> => (await processTree(child.pid ?? 0)).at(-1) ?? 0;
  return {
    isHost: host !== null,
    async kill(role) {
      const child = children.get(role);
      if (child !== undefined) killAll([await processOf(child)]);
    },
    cut: host === null ? noLink : () => host.cut(),
    killAll() {
      isOver = true;
      for (const child of children.values()) child.kill('SIGKILL');
    },
    async stop() {
      isOver = true;
      for (const child of children.values())
        if (child.exitCode === null && child.signalCode === null) {
          const ended = once(child, 'exit');
          process.kill(await processOf(child), 'SIGTERM');
          await ended;
        }
      await host?.remove();
    },
  };
}
