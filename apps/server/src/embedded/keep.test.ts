import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { keep } from './keep.ts';

const log = createLog({ level: 'silent', name: 'test' });
const quick = { firstMs: 1, longestMs: 4, healthyMs: 60_000 };

/** Something that can be crashed. */
function life() {
  const { promise: ended, resolve: crash } = Promise.withResolvers<void>();
  return { ended, crash, stop: async () => crash() };
}

it('restarts a process that ends, even if a start fails in between, until it is stopped', async () => {
  const lives: ReturnType<typeof life>[] = [];
  let attempts = 0;
  const start = async () => {
    attempts += 1;
    if (attempts === 3) throw new Error('not this time');
    const started = life();
    lives.push(started);
    return started;
  };
  const kept = await keep('test', start, log, quick);
  lives[0]?.crash();
  while (lives.length < 2) await delay(1);
  lives[1]?.crash();
  while (lives.length < 3) await delay(1);
  expect(attempts).toBe(4);
  await kept.stop();
  expect(attempts).toBe(4);
});

it('rejects when the first start fails', async () => {
  const start = async (): Promise<ReturnType<typeof life>> => {
    throw new Error('no');
  };
  await expect(keep('test', start, log, quick)).rejects.toThrow('no');
});
