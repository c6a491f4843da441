/** Arithmetic on money as decimal strings: never a binary float, exact sums, rounded only when a document is issued. */
import { Decimal } from 'decimal.js';
import { isMoney, type Money } from '../reading/money-text.ts';

/** Sixty digits hold every sum of `numeric(26,12)` exactly. */
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
  if (by.isZero()) return null;
  return plain(exact(numerator).div(by).toDecimalPlaces(places));
}

/** Compares two amounts for sorting: negative, 0 or positive. */
export function compareMoney(one: string, other: string): number {
  return exact(one).comparedTo(exact(other));
}

/** The smaller of two amounts. */
export function minMoney(one: string, other: string): Money {
  return plain(Exact.min(exact(one), exact(other)));
}

/** The larger of two amounts. */
export function maxMoney(one: string, other: string): Money {
  return plain(Exact.max(exact(one), exact(other)));
}

/** Rounds an amount half-even to `places` and writes all of them. Only for amounts on issued documents. */
export function issueMoney(amount: string, places = 2): Money {
  const rounded = exact(amount).toDecimalPlaces(places);
  const text = (rounded.isZero() ? rounded.abs() : rounded).toFixed(places);
  if (isMoney(text)) return text;
  return plain(rounded);
}

/**
 * Splits a total by weight into shares that add up to it exactly, each with `places` decimals. Each is the difference of
 * two rounded cumulative values, so the first so many shares together are the rounded part of the total that belongs to
 * them. Weights that are all 0 split evenly; no weights give no shares. @throws {RangeError} for a negative weight, or a
 * total with more decimals than `places`.
 */
export function splitMoney(total: string, weights: readonly (number | string)[], places = 2): Money[] {
  const unit = new Exact(10).pow(-places);
  const units = exact(total).abs().div(unit);
  if (!units.isInteger()) throw new RangeError(`${total} has more than ${places} decimals.`);
  const given = weights.map((weight) => new Exact(weight));
  if (given.some((part) => part.isNegative() || !part.isFinite())) throw new RangeError('A weight is negative.');
  const isEven = given.every((part) => part.isZero());
  const parts = isEven ? given.map(() => new Exact(1)) : given;
  const sum = parts.reduce((one, other) => one.plus(other), new Exact(0));
  const sign = exact(total).isNegative() ? -1 : 1;
  let weight = new Exact(0);
  let before = new Exact(0);
  return parts.map((part) => {
    weight = weight.plus(part);
    const upTo = units.times(weight).div(sum).toDecimalPlaces(0, Decimal.ROUND_HALF_UP);
    const share = upTo.minus(before);
    before = upTo;
    return plain(share.times(unit).times(sign));
  });
}
