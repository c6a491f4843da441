import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Gate } from './gate.ts';

const never = new AbortController().signal;

it('never admits more than its capacity, and eventually admits every caller in any order of arrivals', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.record({ places: fc.integer({ min: 1, max: 4 }), stay: fc.integer({ min: 0, max: 3 }) })),
      async (places, callers) => {
        const gate = new Gate(places);
        let inside = 0;
        const order: number[] = [];
        await Promise.all(
          callers.map(async (caller, index) => {
            const needed = Math.min(caller.places, places);
            const leave = await gate.enter(never, needed);
            order.push(index);
            inside += needed;
            expect(inside).toBeLessThanOrEqual(places);
            for (let turn = 0; turn < caller.stay; turn += 1) await Promise.resolve();
            inside -= needed;
            leave();
          }),
        );
        expect(order).toEqual(callers.map((_, index) => index));
      },
    ),
  );
});

it('admits the next callers when one that needs all places stops waiting', async () => {
  const gate = new Gate(2);
  const leave = await gate.enter(never);
  const impatient = new AbortController();
  const all = gate.enter(impatient.signal, 2);
  const behind = gate.enter(never);
  impatient.abort(new Error('too long'));
  await expect(all).rejects.toThrow('too long');
  (await behind)();
  leave();
  (await gate.enter(never, 2))();
});
