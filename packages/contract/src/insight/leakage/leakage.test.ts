import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CAUSE_NAMES } from './causes.ts';
import { expectedValue, type Loss, meterOf } from './leakage.ts';

const amount = fc.integer({ min: 0, max: 2_000_000_000 }).map((micros) => new Decimal(micros).div(1_000_000).toFixed());
const loss: fc.Arbitrary<Loss> = fc.record({
  cause: fc.constantFrom(...CAUSE_NAMES),
  count: fc.integer({ min: 0, max: 100_000 }),
  isExact: fc.boolean(),
  value: amount,
});
const sum = (amounts: readonly string[]) => amounts.reduce((all, one) => all.plus(one), new Decimal(0)).toFixed(2);

it('adds up causes to the total, exact and estimated apart, to the cent', () => {
  fc.assert(
    fc.property(fc.array(loss, { maxLength: 60 }), (losses) => {
      const { rows, total } = meterOf(losses);
      expect(sum(rows.map((row) => row.total))).toBe(new Decimal(total.total).toFixed(2));
      expect(sum([total.exact, total.estimated])).toBe(new Decimal(total.total).toFixed(2));
      for (const row of rows) expect(sum([row.exact, row.estimated])).toBe(new Decimal(row.total).toFixed(2));
      expect(rows.reduce((all, { count }) => all + count, 0)).toBe(losses.reduce((all, { count }) => all + count, 0));
      // The whole differs from the unrounded sum by at most half a cent for each of the sums.
      const unrounded = losses.reduce(
        (all, { count, value }) => all.plus(new Decimal(value).times(count)),
        new Decimal(0),
      );
      expect(
        unrounded
          .minus(total.total)
          .abs()
          .lte(0.005 * 2 * CAUSE_NAMES.length),
      ).toBe(true);
    }),
  );
});

it('expects of a click what its group brings, as far as the group has clicks', () => {
  // (100 + 200 · 0.5) ÷ (200 + 200)
  expect(expectedValue({ clicks: 200, revenue: '100' }, '0.5')).toBe('0.5');
  expect(expectedValue({ clicks: 0, revenue: '0' }, '0.25')).toBe('0.25');
  expect(expectedValue({ clicks: 800, revenue: '0' }, '1')).toBe('0.2');
  expect(expectedValue({ clicks: 10, revenue: '-5000' }, '1')).toBe('0');
});
