import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { limiter } from './limit.ts';

/** The heap without garbage, in bytes. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

const LIMITS = { burst: 2, perSecond: 1 };

it('refuses calls beyond the burst and allows them again as time passes', () => {
  let now = 0;
  const limits = limiter(LIMITS, () => now);
  expect([limits.take('a'), limits.take('a'), limits.take('a'), limits.take('b')]).toEqual([true, true, false, true]);
  now = 1_000;
  expect([limits.take('a'), limits.take('a')]).toEqual([true, false]);
});

it('forgets the callers that were away longest, so that any number of names needs bounded memory', () => {
  let now = 0;
  const limits = limiter(LIMITS, () => now);
  limits.take('away');
  limits.take('away');
  expect(limits.take('away')).toBe(false);
  const before = heapInUse();
  for (let name = 0; name < 300_000; name += 1) {
    now += 0.001;
    limits.take(`key ${String(name).padStart(64, '0')}`);
  }
  // All the names would need more than 40 MB.
  expect(heapInUse() - before).toBeLessThan(10_000_000);
  expect(limits.take('away')).toBe(true);
});
