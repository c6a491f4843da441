import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CountedClicks, LimitedClicks, limitedClicksOf, limitedKey } from './limited-clicks.ts';

const LINK = { table: 'direct_links', id: 10_001 } as const;
const BOX = { table: 'campaign_boxes', id: 10_001 } as const;
const keyOf = ({ table, id }: Pick<CountedClicks, 'table' | 'id'>) => limitedKey(table, id);

it('counts a link and a box with the same id apart', () => {
  const clicks = limitedClicksOf([{ ...LINK, clicks: 5 }]);
  clicks.count(BOX);
  expect([clicks.clicksOf(keyOf(LINK)), clicks.clicksOf(keyOf(BOX))]).toEqual([5, 1]);
  expect(clicks.take()).toEqual([{ ...BOX, clicks: 1 }]);
});

/** The steps of routers, in any order: count, store, read the stored totals, fail to store. */
const steps = fc.array(
  fc.record({
    router: fc.nat({ max: 2 }),
    does: fc.constantFrom('count', 'store', 'read', 'fail'),
    isBox: fc.boolean(),
  }),
  { maxLength: 200 },
);

it('never loses or doubles a click between routers that count, store and read in any order', () => {
  fc.assert(
    fc.property(steps, (done) => {
      const stored = new Map<string, CountedClicks>();
      const routers = [new LimitedClicks(), new LimitedClicks(), new LimitedClicks()];
      const counted = new Map<string, number>();
      const store = (given: readonly CountedClicks[]) =>
        given.map((one) => {
          const total = { ...one, clicks: one.clicks + (stored.get(keyOf(one))?.clicks ?? 0) };
          stored.set(keyOf(one), total);
          return total;
        });
      for (const { router, does, isBox } of done) {
        const clicks = routers[router];
        const place = isBox ? BOX : LINK;
        if (does === 'count') {
          clicks?.count(place);
          counted.set(keyOf(place), (counted.get(keyOf(place)) ?? 0) + 1);
        }
        if (does === 'store') clicks?.keep(store(clicks.take()));
        if (does === 'read') clicks?.refresh([...stored.values()]);
        if (does === 'fail') clicks?.putBack(clicks.take());
        // No router ever holds a higher total than the real number of clicks.
        for (const one of [LINK, BOX])
          expect(clicks?.clicksOf(keyOf(one))).toBeLessThanOrEqual(counted.get(keyOf(one)) ?? 0);
      }
      for (const clicks of routers) clicks.keep(store(clicks.take()));
      for (const clicks of routers) clicks.refresh([...stored.values()]);
      for (const clicks of routers)
        for (const one of [LINK, BOX]) expect(clicks.clicksOf(keyOf(one))).toBe(counted.get(keyOf(one)) ?? 0);
    }),
  );
});
