/**
 * Rounds exact amounts to the minor units of a document's currency (docs/decisions/0201): per VAT category and rate
 * the sum is rounded once, and the lines get shares of it, so that lines, groups and total always add up.
 */
import { Decimal } from 'decimal.js';
import { decimalsOf } from '../reading/minor-units.ts';
import { isMoney, type Money } from '../reading/money-text.ts';

/** Half away from zero is what tax offices expect; half-even is for entities that agreed on it. */
const MODES = { halfUp: Decimal.ROUND_HALF_UP, halfEven: Decimal.ROUND_HALF_EVEN } as const;
export type RoundingMode = keyof typeof MODES;
export const ROUNDING_MODES = ['halfUp', 'halfEven'] as const satisfies readonly RoundingMode[];

/** How amounts are rounded. */
export interface Rounding {
  mode: RoundingMode;
  /** The decimals of the currency. */
  places: number;
}

const Exact = Decimal.clone({ precision: 60, toExpNeg: -60, toExpPos: 60 });

const exact = (amount: string): Decimal => {
  if (!isMoney(amount)) throw new RangeError(`Not an amount: ${JSON.stringify(amount)}`);
  return new Exact(amount);
};

function written(amount: Decimal, places: number): Money {
  const text = (amount.isZero() ? new Exact(0) : amount).toFixed(places);
  if (!isMoney(text)) throw new RangeError(`Not an amount: ${text}`);
  return text;
}

const rounded = (amount: Decimal, { mode, places }: Rounding): Money =>
  written(amount.toDecimalPlaces(places, MODES[mode]), places);

/** Rounds an exact amount. Errors: RangeError for a text that is not a plain decimal, like all functions here. */
export function roundMoney(amount: string, rounding: Rounding): Money {
  return rounded(exact(amount), rounding);
}

/** Writes an amount with all decimals of its currency: `481` → `481.00`. Errors: RangeError for a finer amount. */
export function wholeUnits(amount: string, places: number): Money {
  const value = exact(amount);
  if (value.decimalPlaces() > places) throw new RangeError(`More than ${places} decimals: ${amount}`);
  return written(value, places);
}

/** Writes an amount with at least this many decimals; a finer one keeps its own. */
export function atLeastPlaces(amount: string, places: number): Money {
  const value = exact(amount);
  return written(value, Math.max(places, value.decimalPlaces()));
}

/**
 * How the amounts of a document are rounded. Its own decimals count and not those of its currency, because documents of
 * before minor units were supported have two in every currency.
 */
export const roundingOf = (payload: { rounding: RoundingMode; totals: { total: string } }): Rounding => ({
  mode: payload.rounding,
  places: decimalsOf(payload.totals.total),
});

/** The VAT of a rounded net amount at a rate in percent. */
export function vatOf(net: string, ratePercent: string, rounding: Rounding): Money {
  return rounded(exact(net).times(exact(ratePercent)).div(100), rounding);
}

/** Converts an amount by a rate, rounded to the currency that it is converted to. */
export function convertMoney(amount: string, rate: string, rounding: Rounding): Money {
  return rounded(exact(amount).times(exact(rate)), rounding);
}

/**
 * Distributes the rounded sum of exact amounts over them. Every amount is rounded down and the missing units go to the
 * largest remainders, so no share differs from its exact amount by a unit or more. Amounts of whole units have no
 * remainder and stay as they are; of equal remainders the earlier amount comes first.
 */
export function shareMoney(amounts: readonly string[], rounding: Rounding): { net: Money; shares: Money[] } {
  const { places } = rounding;
  const unit = new Exact(10).pow(-places);
  const values = amounts.map(exact);
  const net = rounded(
    values.reduce((one, other) => one.plus(other), new Exact(0)),
    rounding,
  );
  const floors = values.map((value, index) => {
    const floor = value.toDecimalPlaces(places, Decimal.ROUND_FLOOR);
    return { index, floor, remainder: value.minus(floor) };
  });
  const missing = new Exact(net)
    .minus(floors.reduce((total, { floor }) => total.plus(floor), new Exact(0)))
    .div(unit)
    .toNumber();
  const byRemainder = floors
    .filter(({ remainder }) => !remainder.isZero())
    .sort((one, other) => other.remainder.comparedTo(one.remainder) || one.index - other.index);
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index));
  return {
    net,
    shares: floors.map(({ index, floor }) => written(raised.has(index) ? floor.plus(unit) : floor, places)),
  };
}

/**
 * Quantity and unit price whose product is the net amount: the count where its unit price has at most six decimals, and
 * one piece otherwise. A negative amount has a negative quantity, because a unit price is never negative.
 */
export function priceOf(net: string, count: number, places: number): { quantity: string; unitPrice: Money } {
  const value = exact(net);
  const sign = value.isNegative() ? -1 : 1;
  if (count > 0) {
    const price = value.abs().div(count);
    if (price.decimalPlaces() <= 6 && price.times(count).equals(value.abs()))
      return { quantity: String(sign * count), unitPrice: written(price, Math.max(places, price.decimalPlaces())) };
  }
  return { quantity: String(sign), unitPrice: written(value.abs(), places) };
}
