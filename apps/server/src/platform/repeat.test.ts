import { expect, it, vi } from 'vitest';
import { createLog } from './log.ts';
import { repeat } from './repeat.ts';
import { newWakes } from './wakes.ts';

const log = createLog({ level: 'silent', name: 'test' });

/** Work that finds nothing to do until there is some. */
function queue() {
  let waiting = 0;
  let rounds = 0;
  return {
    add: () => {
      waiting += 1;
    },
    rounds: () => rounds,
    waiting: () => waiting,
    run: async () => {
      rounds += 1;
      const done = waiting;
      waiting = 0;
      return done;
    },
  };
}

it('Work that finds nothing to do rests longer and longer, and is done at once when it is woken.', async () => {
  vi.useFakeTimers();
  const { add, rounds, waiting, run } = queue();
  const wakes = newWakes();
  const onWake = (wake: () => void) => wakes.on(['leads'], wake);
  const work = repeat({ name: 'leads', everyMs: 100, idleMs: 5_000, onWake, log, run });
  await vi.advanceTimersByTimeAsync(60_000);
  // Pauses of 200, 400, 800, 1 600 and 3 200 ms, and then of five seconds each.
  expect(rounds()).toBeLessThan(20);
  add();
  wakes.tell('mails');
  await vi.advanceTimersByTimeAsync(100);
  expect(waiting()).toBe(1);
  wakes.tell('leads');
  await vi.advanceTimersByTimeAsync(100);
  expect(waiting()).toBe(0);
  add();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(waiting()).toBe(0);
  await work.stop();
  vi.useRealTimers();
});

it('Work that appears during a run is done by the next one, without a longer pause between them.', async () => {
  vi.useFakeTimers();
  const wakes = newWakes();
  const running = Promise.withResolvers<number>();
  const run = vi.fn(async () => await running.promise);
  const onWake = (wake: () => void) => wakes.on(['runs'], wake);
  const work = repeat({ name: 'runs', everyMs: 100, idleMs: 60_000, onWake, log, run });
  wakes.tellAll();
  running.resolve(0);
  await vi.advanceTimersByTimeAsync(100);
  expect(run).toHaveBeenCalledTimes(2);
  await work.stop();
  vi.useRealTimers();
});

it('Being woken often does not make runs follow each other faster than their pause.', async () => {
  vi.useFakeTimers();
  const { rounds, run } = queue();
  const wakes = newWakes();
  const onWake = (wake: () => void) => wakes.on(['clicks'], wake);
  const work = repeat({ name: 'clicks', everyMs: 100, idleMs: 5_000, onWake, log, run });
  for (let ms = 0; ms < 1_000; ms += 10) {
    wakes.tell('clicks');
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(rounds()).toBeLessThanOrEqual(11);
  await work.stop();
  vi.useRealTimers();
});
