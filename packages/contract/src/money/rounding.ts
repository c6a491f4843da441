/**
 * Rounds exact amounts to the cents of a document (docs/decisions/0202): per VAT category and rate the sum is rounded once,
 * and the lines get shares of it, so that lines, groups and total always add up.
 */
import { Decimal } from 'decimal.js';
import { isMoney, type Money } from './money-text.ts';

/** Half away from zero is what tax offices expect; half-even is for entities that agreed on it. */
const MODES = { halfUp: Decimal.ROUND_HALF_UP, halfEven: Decimal.ROUND_HALF_EVEN } as const;
export type RoundingMode = keyof typeof MODES;
export const ROUNDING_MODES = ['halfUp', 'halfEven'] as const satisfies readonly RoundingMode[];

const Exact = Decimal.clone({ precision: 60, toExpNeg: -60, toExpPos: 60 });
const PLACES = 2;

const exact = (amount: string): Decimal => {
  if (!isMoney(amount)) throw new RangeError(`Not an amount: ${JSON.stringify(amount)}`);
  return new Exact(amount);
};

function cents(amount: Decimal): Money {
  const text = (amount.isZero() ? new Exact(0) : amount).toFixed(PLACES);
  if (!isMoney(text)) throw new RangeError(`Not an amount: ${text}`);
  return text;
}

const rounded = (amount: Decimal, mode: RoundingMode): Decimal => amount.toDecimalPlaces(PLACES, MODES[mode]);

/** Rounds an exact amount to cents. Errors: RangeError for a text that is not a plain decimal, like all functions here. */
export function roundMoney(amount: string, mode: RoundingMode): Money {
  return cents(rounded(exact(amount), mode));
}

/** Writes an amount of whole cents with its two decimals: `481` → `481.00`. Errors: RangeError for parts of a cent. */
export function wholeCents(amount: string): Money {
  const value = exact(amount);
  if (value.decimalPlaces() > PLACES) throw new RangeError(`Not whole cents: ${amount}`);
  return cents(value);
}

/** The VAT of a rounded net amount at a rate in percent. */
export function vatOf(net: string, ratePercent: string, mode: RoundingMode): Money {
  return cents(rounded(exact(net).times(exact(ratePercent)).div(100), mode));
}

/** Converts an amount by a rate, rounded to cents. */
export function convertMoney(amount: string, rate: string, mode: RoundingMode): Money {
  return cents(rounded(exact(amount).times(exact(rate)), mode));
}

/**
 * Distributes the rounded sum of exact amounts over them. Every amount is rounded down and the missing cents go to the
 * largest remainders, so no share differs from its exact amount by a cent or more. Amounts of whole cents have no
 * remainder and stay as they are; of equal remainders the earlier amount comes first.
 */
export function shareCents(amounts: readonly string[], mode: RoundingMode): { net: Money; shares: Money[] } {
  const values = amounts.map(exact);
  const sum = values.reduce((one, other) => one.plus(other), new Exact(0));
  const net = rounded(sum, mode);
  const floors = values.map((value, index) => {
    const floor = value.toDecimalPlaces(PLACES, Decimal.ROUND_FLOOR);
    return { index, floor, remainder: value.minus(floor) };
  });
  const missing = net
    .minus(floors.reduce((total, { floor }) => total.plus(floor), new Exact(0)))
    .times(100)
    .toNumber();
  const byRemainder = floors
    .filter(({ remainder }) => !remainder.isZero())
    .sort((one, other) => other.remainder.comparedTo(one.remainder) || one.index - other.index);
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index));
  return {
    net: cents(net),
    shares: floors.map(({ index, floor }) => cents(raised.has(index) ? floor.plus('0.01') : floor)),
  };
}

/**
 * Quantity and unit price whose product is the net amount: the count where its unit price has at most six decimals, and
 * one piece otherwise. A negative amount has a negative quantity, because a unit price is never negative.
 */
export function priceOf(net: string, count: number): { quantity: string; unitPrice: Money } {
  const value = exact(net);
  const sign = value.isNegative() ? -1 : 1;
  if (count > 0) {
    const price = value.abs().div(count);
    if (price.decimalPlaces() <= 6 && price.times(count).equals(value.abs())) {
      const text = price.toFixed(Math.max(PLACES, price.decimalPlaces()));
      if (isMoney(text)) return { quantity: String(sign * count), unitPrice: text };
    }
  }
  return { quantity: String(sign), unitPrice: cents(value.abs()) };
}
