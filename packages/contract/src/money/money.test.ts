import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMoney } from '../reading/money-text.ts';
import { compareMoney, divideMoney, issueMoney, multiplyMoney, splitMoney, subtractMoney, sumMoney } from './money.ts';

const cents = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });
const asMoney = (value: bigint, places: number): string => {
  const digits = String(value < 0n ? -value : value).padStart(places + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
};
const micros = cents.map((value) => asMoney(value, 6));

describe('amounts', () => {
  it('must be plain decimals', () => {
    expect(['0', '-12.50', '00.1', '123456789012345678901234567890.123456'].every(isMoney)).toBe(true);
    expect(['', '.5', '1.', '1e5', '+1', '1,5', ' 1', 'NaN', 'Infinity', 5, null].some(isMoney)).toBe(false);
    expect(() => sumMoney(['1', 'x'])).toThrow(RangeError);
  });

  it('are added exactly, like integers', () => {
    expect(sumMoney(['0.1', '0.2'])).toBe('0.3');
    expect(sumMoney([])).toBe('0');
    fc.assert(
      fc.property(fc.array(cents), (values) => {
        const sum = values.reduce((one, other) => one + other, 0n);
        expect(compareMoney(sumMoney(values.map((it) => asMoney(it, 6))), asMoney(sum, 6))).toBe(0);
      }),
    );
  });

  it('return to the start when an added amount is subtracted', () => {
    fc.assert(
      fc.property(micros, micros, (one, other) => {
        expect(compareMoney(subtractMoney(sumMoney([one, other]), other), one)).toBe(0);
      }),
    );
  });

  it('are multiplied exactly, without a minus before zero', () => {
    expect(multiplyMoney('19.99', '0.0725')).toBe('1.449275');
    expect(multiplyMoney('-0', '5')).toBe('0');
  });

  it('have no ratio when divided by zero', () => {
    expect(divideMoney('1', '0')).toBeNull();
    expect(divideMoney('0', '0.00')).toBeNull();
    expect(divideMoney('10', '3')).toBe('3.333333');
  });

  it('are rounded half-even when issued', () => {
    const pairs = ['0.125', '0.135', '-0.125', '2.5', '1', '-0.001'].map((it) => issueMoney(it));
    expect(pairs).toEqual(['0.12', '0.14', '-0.12', '2.50', '1.00', '0.00']);
  });
});

describe('shares of a total', () => {
  it('are rounded by largest remainder, earlier shares first', () => {
    expect(splitMoney('100', [1, 1, 1])).toEqual(['33.33', '33.34', '33.33']);
    expect(splitMoney('0.05', [3, 1, 1])).toEqual(['0.03', '0.01', '0.01']);
    expect(splitMoney('-10.00', [1, 2])).toEqual(['-3.33', '-6.67']);
    expect(splitMoney('1', [0, 0, 0])).toEqual(['0.33', '0.34', '0.33']);
    expect(splitMoney('1', [])).toEqual([]);
  });

  it('come to the rounded part of the total at every point', () => {
    const days = splitMoney(
      '100',
      Array.from({ length: 61 }, () => 1),
      6,
    );
    expect(sumMoney(days.slice(0, 31))).toBe('50.819672');
    expect(sumMoney(days)).toBe('100');
  });

  it('add up to the total and differ by less than a cent from exact shares', () => {
    const weights = fc.array(fc.nat(10_000), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(cents, weights, (value, shares) => {
        const total = asMoney(value, 2);
        const split = splitMoney(total, shares);
        expect(compareMoney(sumMoney(split), total)).toBe(0);
        const sum = shares.reduce((one, other) => one + other, 0);
        split.forEach((part, index) => {
          const ideal = divideMoney(
            multiplyMoney(total, String(sum === 0 ? 1 : (shares[index] ?? 0))),
            String(sum === 0 ? shares.length : sum),
            20,
          );
          const stray = subtractMoney(part, ideal ?? '0').replace('-', '');
          expect(compareMoney(stray, '0.01')).toBeLessThan(0);
        });
      }),
    );
  });

  it('refuse negative weights and totals with too many decimals', () => {
    expect(() => splitMoney('1', [1, -1])).toThrow(RangeError);
    expect(() => splitMoney('1.005', [1, 1])).toThrow(RangeError);
  });
});
