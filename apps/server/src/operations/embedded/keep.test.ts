import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
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
  const kept = await keep('test', start, log, { backOff: quick });
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
  await expect(keep('test', start, log, { backOff: quick })).rejects.toThrow('no');
});

it('logs why a process ended, if the process said so', async () => {
  const lines: string[] = [];
  const told = createLog({ level: 'error', name: 'test', destination: { write: (line) => void lines.push(line) } });
  const first = life();
  const starts = [{ ...first, reason: () => 'An insert was killed but did not stop.' }, life()];
  const kept = await keep('test', async () => starts.shift() ?? life(), told, { backOff: quick });
  first.crash();
  while (lines.length === 0) await delay(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ reason: 'An insert was killed but did not stop.' });
  await kept.stop();
});

it('restarts nothing and logs nothing when everything is about to stop', async () => {
  const lines: string[] = [];
  const told = createLog({ level: 'error', name: 'test', destination: { write: (line) => void lines.push(line) } });
  const ending = new AbortController();
  const lives: ReturnType<typeof life>[] = [];
  const others: ReturnType<typeof life>[] = [];
  const startIn = (list: ReturnType<typeof life>[]) => async () => {
    const started = life();
    list.push(started);
    return started;
  };
  const kept = await keep('test', startIn(lives), told, { backOff: quick, ending: ending.signal });
  const other = await keep('other', startIn(others), log, { backOff: quick });
  // As when a signal to the whole group reaches the process while others are still stopping.
  ending.abort();
  lives[0]?.crash();
  others[0]?.crash();
  while (others.length < 2) await delay(1);
  await kept.stop();
  await other.stop();
  expect([lives.length, lines]).toEqual([1, []]);
});
