import { expect, it } from 'vitest';
import { Pace } from './pace.ts';

function watched(slowMs: number, calmMs: number): { pace: Pace; seen: boolean[] } {
  const seen: boolean[] = [];
  return { seen, pace: new Pace({ slowMs, calmMs, setIdle: (isIdle) => void seen.push(isIdle) }) };
}

it('yields from the start and as long as inserts are fast', async () => {
  const { pace, seen } = watched(10_000, 1);
  expect(await pace.watch(async () => 7)).toBe(7);
  expect(seen).toEqual([true]);
});

it('stops yielding once an insert is slow, even if it fails, and yields again when all have ended', async () => {
  const { pace, seen } = watched(10, 20);
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const failing = expect(pace.watch(() => first.promise)).rejects.toThrow('the engine refused it');
  const lasting = pace.watch(() => second.promise);
  await expect.poll(() => seen).toEqual([true, false]);
  first.reject(new Error('the engine refused it'));
  await failing;
  expect(seen).toEqual([true, false]);
  second.resolve();
  await lasting;
  await expect.poll(() => seen).toEqual([true, false, true]);
});

it('allows an insert more time during a report before it stops yielding', async () => {
  const seen: boolean[] = [];
  const pace = new Pace({ slowMs: 10, slowBesideReportsMs: 80, calmMs: 10_000, setIdle: (is) => void seen.push(is) });
  const report = Promise.withResolvers<void>();
  const insert = Promise.withResolvers<void>();
  const reading = pace.read(() => report.promise);
  const began = performance.now();
  const inserting = pace.watch(() => insert.promise);
  await expect.poll(() => seen).toEqual([true, false]);
  expect(performance.now() - began).toBeGreaterThanOrEqual(79);
  report.resolve();
  insert.resolve();
  await Promise.all([reading, inserting]);
});
