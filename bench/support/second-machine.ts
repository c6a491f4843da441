/** A second web, router and worker against the databases of a product, in a data folder of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readPidFile } from '../../apps/server/src/embedded/postmaster.ts';

const ROLES = ['web', 'click', 'worker'] as const;
export type SecondRole = (typeof ROLES)[number];
const main = join(import.meta.dirname, '../../apps/server/src/main.ts');

export interface SecondMachine {
  /** `kill -9`; the role is started again at once, as systemd does. */
  kill(role: SecondRole): void;
  /** `kill -9` of all of them, for good. */
  killAll(): void;
  stop(): Promise<void>;
}

/** Starts all three and resolves when web and router answer. `first` is the data folder of the product. */
export async function startSecondMachine(
  first: string,
  { dataDir, port, clickPort }: { dataDir: string; port: number; clickPort: number },
): Promise<SecondMachine> {
  const postmaster = await readPidFile(join(first, 'postgres'));
  const password = (await readFile(join(first, 'postgres.password'), 'utf8')).trim();
  const env = {
    ...process.env,
    DATABASE_URL: `postgres://signpost:${password}@127.0.0.1:${postmaster?.port}/signpost`,
    CLICKHOUSE_URL: (await readFile(join(first, 'analytics.url'), 'utf8')).trim(),
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
    const child = spawn(process.execPath, [main, role], { stdio: ['ignore', 'ignore', 'inherit'], env });
    children.set(role, child);
    child.once('exit', () => {
      if (!isOver) start(role);
    });
  };
  for (const role of ROLES) start(role);
  for (const url of [`http://127.0.0.1:${port}/api/health`, `http://127.0.0.1:${clickPort}/health`])
    while (!(await fetch(url).catch(() => undefined))?.ok) await delay(100);
  return {
    kill: (role) => void children.get(role)?.kill('SIGKILL'),
    killAll() {
      isOver = true;
      for (const child of children.values()) child.kill('SIGKILL');
    },
    async stop() {
      isOver = true;
      for (const child of children.values()) child.kill('SIGTERM');
      for (const child of children.values())
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
