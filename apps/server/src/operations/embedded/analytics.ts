import { fork } from 'node:child_process';
import { once } from 'node:events';
import { isObject } from '@signpost/contract/objects.ts';
import { childEnv } from '../../platform/child-env.ts';
import { compiledEnv } from '../../platform/compiled.ts';
import { threadPoolSize } from './analytics-limits.ts';
import { ANALYTICS_MAIN } from './programs.ts';
import { stopChild } from './role.ts';
import type { RunningEngine } from './supervised.ts';

export interface AnalyticsOptions {
  dataDir: string;
  secret: string;
  /** With 0 the system chooses a port. */
  port?: number;
}

/** Opening the data folder takes seconds. Without a limit, a process that never answers would never be replaced. */
const START_PATIENCE_MS = 5 * 60_000;

/**
 * Starts the statistics engine as a child process and resolves when it answers. Rejects if the process ends first, or
 * does not answer within `patienceMs` and is killed. `kill` ends it the way a crash would.
 */
export async function startAnalytics(
  options: AnalyticsOptions,
  { program = ANALYTICS_MAIN, patienceMs = START_PATIENCE_MS } = {},
): Promise<RunningEngine & { kill(): void }> {
  const child = fork(program, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: childEnv({
      UV_THREADPOOL_SIZE: String(threadPoolSize),
      DATA_DIR: options.dataDir,
      ANALYTICS_PORT: String(options.port ?? 0),
      ANALYTICS_SECRET: options.secret,
      ...compiledEnv(options.dataDir),
    }),
  });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-8_000);
  });
  const ended = once(child, 'exit').then(() => undefined);
  const late = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  const message: unknown = await Promise.race([once(child, 'message').then(([first]) => first), ended]);
  clearTimeout(late);
  if (message === undefined) throw new Error(`The embedded statistics engine did not start: ${output.trim()}`);
  let reason: string | undefined;
  child.on('message', (said: unknown) => {
    if (isObject(said) && 'reason' in said) reason = String(said.reason);
  });
  const port = isObject(message) ? message.port : undefined;
  return {
    url: `http://signpost:${options.secret}@127.0.0.1:${port}`,
    ended,
    reason: () => reason,
    stop: () => stopChild(child, ended),
    kill: () => void child.kill('SIGKILL'),
  };
}
