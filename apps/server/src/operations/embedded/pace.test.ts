import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Pace, readProcessorTime } from './pace.ts';

/** A pace that reads the time of an imagined machine; `leave` sets how many cores other programs leave from now on. */
function imagined(calmMs: number) {
  const seen: boolean[] = [];
  const time = { at: 0, own: 0, unused: 0, heldUp: 0 };
  const machine = { left: 2, heldUp: 0, reads: 0 };
  const readTime = () => {
    machine.reads += 1;
    time.at += 100;
    time.own += machine.left * 60;
    time.unused += machine.left * 40;
    time.heldUp += machine.heldUp * 100;
    return { ...time };
  };
  return { seen, machine, pace: new Pace({ setIdle: (is) => void seen.push(is), readTime, everyMs: 2, calmMs }) };
}

it('gives way from the start, and as long as other programs leave enough', async () => {
  const { pace, seen, machine } = imagined(500);
  machine.left = 0.3;
  expect(await pace.watch(async () => await delay(30, 7))).toBe(7);
  expect(machine.reads).toBeGreaterThan(1);
  expect(seen).toEqual([true]);
});

it('takes ordinary turns when others leave too little during a statement, even one that fails', async () => {
  const { pace, seen, machine } = imagined(500);
  const statement = Promise.withResolvers<void>();
  const failing = expect(pace.watch(() => statement.promise)).rejects.toThrow('the engine refused it');
  machine.left = 0.1;
  await expect.poll(() => seen).toEqual([true, false]);
  statement.reject(new Error('the engine refused it'));
  await failing;
  const { reads } = machine;
  await expect.poll(() => machine.reads).toBeGreaterThan(reads + 10);
  expect(seen).toEqual([true, false]);
  // It gives way again without another statement, once enough was left for a while without a break.
  machine.left = 1;
  await expect.poll(() => seen).toEqual([true, false, true]);
});

it('takes ordinary turns while the limit of its container holds it up', async () => {
  const { pace, seen, machine } = imagined(500);
  machine.heldUp = 0.4;
  const statement = Promise.withResolvers<void>();
  const running = pace.watch(() => statement.promise);
  await expect.poll(() => seen).toEqual([true, false]);
  machine.heldUp = 0;
  await expect.poll(() => seen).toEqual([true, false, true]);
  statement.resolve();
  await running;
});

it('measures nothing while no statement runs', async () => {
  const { pace, seen, machine } = imagined(500);
  await pace.watch(async () => await delay(10));
  const { reads } = machine;
  machine.left = 0;
  await delay(30);
  expect([machine.reads, seen]).toEqual([reads, [true]]);
});

it.skipIf(process.platform !== 'linux')('reads times that grow with the work of this process', async () => {
  const before = readProcessorTime();
  // Other programs may take most of the time that passes, so the work is measured by the time of this process.
  const began = process.cpuUsage();
  let worked = 0;
  while (worked < 60) {
    const { user, system } = process.cpuUsage(began);
    worked = (user + system) / 1000;
  }
  const after = readProcessorTime();
  expect(after.at).toBeGreaterThan(before.at);
  expect(after.own - before.own).toBeGreaterThanOrEqual(60);
  expect(after.unused).toBeGreaterThanOrEqual(before.unused);
});
