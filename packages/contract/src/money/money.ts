/** Arithmetic on money as decimal strings: never a binary float, exact sums, rounded only when a document is issued. */
import { Decimal } from 'decimal.js';
import { isMoney, type Money } from './money-text.ts';

/** Sixty digits hold every sum of `numeric(20,6)` exactly. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_EVEN, toExpNeg: -60, toExpPos: 60 });

const exact = (amount: string): Decimal => {
  if (!isMoney(amount)) throw new RangeError(`Not an amount: ${JSON.stringify(amount)}`);
  return new Exact(amount);
};

const plain = (amount: Decimal): Money => {
  const text = amount.isZero() ? '0' : amount.toFixed();
  if (!isMoney(text)) throw new RangeError(`Not an amount: ${text}`);
  return text;
};

/**
 * The exact sum; '0' for an empty list. @throws {RangeError} for a text that is not a plain decimal, like all functions
 * here.
 */
export function sumMoney(amounts: Iterable<string>): Money {
  let sum = new Exact(0);
  for (const amount of amounts) sum = sum.plus(exact(amount));
  return plain(sum);
}

/** The exact difference. */
export function subtractMoney(one: string, other: string): Money {
  return plain(exact(one).minus(exact(other)));
}

/** The exact product, e.g. of an amount and a rate. */
export function multiplyMoney(one: string, other: string): Money {
  return plain(exact(one).times(exact(other)));
}

/** The quotient with `places` decimals; null if the denominator is 0, because such a ratio is empty and not 0. */
export function divideMoney(numerator: string, denominator: string, places = 6): Money | null {
  const by = exact(denominator);
  return by.isZero() ? null : plain(exact(numerator).div(by).toDecimalPlaces(places));
}

/** Compares two amounts for sorting: negative, 0 or positive. */
export function compareMoney(one: string, other: string): number {
  return exact(one).comparedTo(exact(other));
}

/** Rounds an amount half-even to `places` and writes all of them. Only for amounts on issued documents. */
export function issueMoney(amount: string, places = 2): Money {
  const rounded = exact(amount).toDecimalPlaces(places);
  const text = (rounded.isZero() ? rounded.abs() : rounded).toFixed(places);
  return isMoney(text) ? text : plain(rounded);
}

/**
 * Splits a total by weight into shares that add up to it exactly, each with `places` decimals. The largest remainders
 * are rounded up; of equal remainders the earlier share comes first. Weights that are all 0 split evenly; no weights
 * give no shares. @throws {RangeError} for a negative weight, or a total with more decimals than `places`.
 */
export function splitMoney(total: string, weights: readonly (number | string)[], places = 2): Money[] {
  if (weights.length === 0) return [];
  const unit = new Exact(10).pow(-places);
  const units = exact(total).abs().div(unit);
  if (!units.isInteger()) throw new RangeError(`${total} has more than ${places} decimals.`);
  const parts = weights.map((weight) => new Exact(weight));
  if (parts.some((part) => part.isNegative() || !part.isFinite())) throw new RangeError('A weight is negative.');
  const sum = parts.reduce((one, other) => one.plus(other), new Exact(0));
  const share = (part: Decimal) => (sum.isZero() ? units.div(parts.length) : units.times(part).div(sum));
  const shares = parts.map((part, index) => {
    const whole = share(part).floor();
    return { index, whole, remainder: share(part).minus(whole) };
  });
  const left = units.minus(shares.reduce((one, other) => one.plus(other.whole), new Exact(0))).toNumber();
  const byRemainder = [...shares].sort((a, b) => b.remainder.comparedTo(a.remainder) || a.index - b.index);
  const lucky = new Set(byRemainder.slice(0, left).map((it) => it.index));
  const sign = exact(total).isNegative() ? -1 : 1;
  return shares.map(({ index, whole }) =>
    plain(
      whole
        .plus(lucky.has(index) ? 1 : 0)
        .times(unit)
        .times(sign),
    ),
  );
}
