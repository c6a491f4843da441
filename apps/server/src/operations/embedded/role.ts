import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { childEnv } from '../../platform/child-env.ts';
import { StartError } from '../../platform/start-error.ts';
import { watchLife } from './life.ts';
import { MAIN } from './programs.ts';
import type { Supervised } from './supervised.ts';

export type Role = 'web' | 'worker' | 'click';

const stopPatienceMs = 15_000;

/**
 * Starts a role as a child process and resolves when it is ready. Rejects with the child's own message if it cannot
 * start. `opened` is called if the role shows a page before it is ready.
 */
export async function startRole(
  role: Role,
  values: Record<string, string>,
  opened: () => void = () => undefined,
): Promise<Supervised> {
  const child = fork(MAIN, [role], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: childEnv(values),
  });
  const ended = once(child, 'exit').then(() => undefined);
  const message = await Promise.race([verdictOf(child, opened), ended]);
  if (!isReady(message)) {
    await ended;
    throw new StartError(
      refusal(message) ?? `The role '${role}' of Signpost could not start; its log above gives the reason.`,
    );
  }
  return { ended, reason: watchLife(child), stop: () => stopChild(child, ended) };
}

/** The first message of a child that says whether it could start. */
const verdictOf = (child: ChildProcess, opened: () => void): Promise<unknown> =>
  new Promise((resolve) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && 'opened' in message) opened();
      else resolve(message);
    });
  });

/** Asks a child to end, and kills it after a while. */
export async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  const cancel = new AbortController();
  const late = delay(stopPatienceMs, true, { signal: cancel.signal }).catch(() => false);
  if (await Promise.race([late, ended.then(() => false)])) child.kill('SIGKILL');
  cancel.abort();
  await ended;
}

function isReady(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'ready' in message;
}

function refusal(message: unknown): string | undefined {
  const known = typeof message === 'object' && message !== null && 'refusal' in message;
  if (known && typeof message.refusal === 'string') return message.refusal;
  return undefined;
}
