import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Bursts } from './bursts.ts';

const LIMITS = { clicks: 10, seconds: 5, addresses: 64 };
const WINDOW = LIMITS.seconds * 1_000;

/** Times of clicks, oldest first, from gaps between them. */
const times = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 3_000 })), { maxLength: 200 })
  .map((gaps) => {
    let at = 1_000;
    return gaps.map((gap) => {
      at += gap;
      return at;
    });
  });
/** How many of the clicks up to and with the one at `index` fall into the window that ends with it. */
const within = (all: readonly number[], index: number): number =>
  all.slice(0, index + 1).filter((at) => at > (all[index] ?? 0) - WINDOW).length;

it('does not mark clicks at human speed, and marks an address that clicks more than twice as often', () => {
  fc.assert(
    fc.property(times, (all) => {
      const bursts = new Bursts(LIMITS);
      const marked = all.map((at) => bursts.count('203.0.113.7', at));
      let busiest = 0;
      for (const [index, isBurst] of marked.entries()) {
        busiest = Math.max(busiest, within(all, index));
        if (busiest <= LIMITS.clicks) expect(isBurst).toBe(false);
        if (within(all, index) > 2 * LIMITS.clicks) expect(isBurst).toBe(true);
      }
    }),
  );
});

it('counts every address separately', () => {
  fc.assert(
    fc.property(times, fc.uniqueArray(fc.ipV4(), { minLength: 2, maxLength: 4 }), (all, addresses) => {
      const together = new Bursts({ ...LIMITS, addresses: 4_096 });
      const alone = addresses.map(() => new Bursts(LIMITS));
      for (const at of all)
        for (const [index, address] of addresses.entries())
          expect(together.count(address, at)).toBe(alone[index]?.count(address, at));
    }),
  );
});

const burst = (bursts: Bursts, address: () => string, at: number): number =>
  Array.from({ length: 30 }, () => bursts.count(address(), at)).filter(Boolean).length;

it('forgets a burst once the address has been quiet for the window', () => {
  const bursts = new Bursts(LIMITS);
  for (let at = 0; at < 60_000; at += 10) bursts.count('198.51.100.1', at);
  expect(bursts.count('198.51.100.1', 60_010)).toBe(true);
  expect(bursts.count('198.51.100.1', 60_010 + WINDOW + 1_000)).toBe(false);
});

it('counts an IPv6 /64 as one address in any notation, and its neighbour as another', () => {
  let n = 0;
  const own = () => (n++ % 2 === 0 ? `2001:db8:0:7::${n.toString(16)}` : `2001:0db8:0000:0007:${n}:0:0:1`);
  expect(burst(new Bursts(LIMITS), own, 0)).toBe(20);
  expect(burst(new Bursts(LIMITS), () => `2001:db8:0:${(n++).toString(16)}::1`, 0)).toBe(0);
});

it('counts text that is not an address like any address', () => {
  const bursts = new Bursts(LIMITS);
  for (const text of ['', 'unknown', ':::', '1.2.3.4:567']) expect(burst(bursts, () => text, 0)).toBe(20);
});

it('evicts quiet addresses when its table is full, and never marks an address by mistake', () => {
  const bursts = new Bursts(LIMITS);
  for (let n = 0; n < 10_000; n += 1) expect(bursts.count(`10.0.${n >> 8}.${n & 255}`, n)).toBe(false);
  // An address that was evicted starts from zero.
  expect(burst(bursts, () => '10.0.0.1', 10_000)).toBe(20);
});
