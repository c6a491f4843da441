import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { keep } from './keep.ts';
import { watchLife } from './life.ts';

const children = new Set<ReturnType<typeof fork>>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts a child that is asked every 100 ms, and may leave 30 questions unanswered. */
async function start() {
  const child = fork(join(import.meta.dirname, 'testing/standing-still.ts'), { execArgv: [] });
  children.add(child);
  const ended = once(child, 'exit').then(() => undefined);
  await once(child, 'message');
  const reason = watchLife(child, { everyMs: 100, unanswered: 30 });
  return {
    child,
    ended,
    reason,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

it('ends and restarts a process that blocks its event loop, and leaves one alone that gives signs of life', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'error', name: 'test', destination: { write: (line) => void lines.push(line) } });
  const started: Awaited<ReturnType<typeof start>>[] = [];
  const kept = await keep(
    'web',
    async () => {
      const one = await start();
      started.push(one);
      return one;
    },
    log,
    { backOff: { firstMs: 1, longestMs: 4, healthyMs: 60_000 } },
  );
  const well = await start();
  started[0]?.child.send('stand still');
  while (started.length < 2) await delay(20);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    process: 'web',
    reason: expect.stringMatching(/no sign of life/),
  });
  expect([started[1]?.child.exitCode, started[1]?.reason(), well.child.exitCode, well.reason()]).toEqual([
    null,
    undefined,
    null,
    undefined,
  ]);
  await kept.stop();
  await well.stop();
});
