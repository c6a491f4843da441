/**
 * Exact arithmetic of report columns. A value is a whole number of units of 10⁻¹²; products and quotients are rounded
 * half-even to units, as metrics are. The server compiles the same rules to SQL, and a test compares both.
 */

import type { Measure } from '../../traffic/clicks/fact.ts';
import type { Sums } from '../stats/evaluate.ts';
import { type Formula, type MetricFormat, metricOf } from '../stats/metrics.ts';
import type { Expression } from './formula.ts';

export const UNIT_DECIMALS = 12;
const ONE = 10n ** BigInt(UNIT_DECIMALS);
/** Values of formulas beyond 100 trillion are empty, so that the engine's 128-bit numbers cannot overflow. */
export const LARGEST_UNITS = 10n ** 26n;
/** Values are shown with at most this many decimals; percents with four, because they are shown times 100. */
export const SHOWN_DECIMALS = 6;
const HIDDEN = 10n ** BigInt(UNIT_DECIMALS - SHOWN_DECIMALS);

/** How a report's column is written. `number` has up to six decimals. */
export type ColumnFormat = MetricFormat | 'number';

function abs(value: bigint): bigint {
  if (value < 0n) return -value;
  return value;
}

/** The quotient, rounded half-even. */
function divided(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twice = 2n * abs(numerator - quotient * denominator);
  const away = abs(denominator);
  const isUp = twice > away || (twice === away && quotient % 2n !== 0n);
  if (!isUp) return quotient;
  if (numerator < 0n === denominator < 0n) return quotient + 1n;
  return quotient - 1n;
}

function bounded(value: bigint | null): bigint | null {
  if (value === null || abs(value) > LARGEST_UNITS) return null;
  return value;
}

/** A plain decimal as units: `-12.5` → −12 500 000 000 000. */
export function unitsOf(text: string): bigint {
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,12}))?$/.exec(text) ?? [];
  const size = BigInt(whole) * ONE + BigInt(decimals.padEnd(UNIT_DECIMALS, '0'));
  if (sign === '-') return -size;
  return size;
}

const measured = (sums: Sums, name: Measure | 'uniqueVisitors'): bigint => unitsOf(String(sums[name] ?? 0));

/** The value of a metric's formula; null if empty. */
export function metricUnits(formula: Formula, sums: Sums): bigint | null {
  switch (formula.kind) {
    case 'sum':
      return measured(sums, formula.measure);
    case 'distinct':
      return measured(sums, 'uniqueVisitors');
    case 'plus': {
      let sum = 0n;
      for (const part of formula.parts) {
        const value = metricUnits(part, sums);
        if (value === null) return null;
        sum += value;
      }
      return sum;
    }
    case 'difference': {
      const from = metricUnits(formula.from, sums);
      const minus = metricUnits(formula.minus, sums);
      if (from === null || minus === null) return null;
      return from - minus;
    }
    case 'ratio': {
      const num = metricUnits(formula.num, sums);
      const den = metricUnits(formula.den, sums);
      if (num === null || den === null || den === 0n) return null;
      return divided(num * ONE, den);
    }
  }
}

/** The value of an expression over the sums of a row; null if empty: a denominator is 0, or a value is too large. */
export function expressionUnits(expression: Expression, sums: Sums): bigint | null {
  switch (expression.kind) {
    case 'number':
      return unitsOf(expression.value);
    case 'metric':
      return bounded(metricUnits(metricOf(expression.id).formula, sums));
    case 'negate': {
      const value = expressionUnits(expression.of, sums);
      if (value === null) return null;
      return -value;
    }
    case 'binary': {
      const left = expressionUnits(expression.left, sums);
      const right = expressionUnits(expression.right, sums);
      if (left === null || right === null) return null;
      switch (expression.operator) {
        case '+':
          return bounded(left + right);
        case '-':
          return bounded(left - right);
        case '*':
          return bounded(divided(left * right, ONE));
        case '/':
          if (right === 0n) return null;
          return bounded(divided(left * ONE, right));
      }
    }
  }
}

/** A value as files have it: a plain decimal without superfluous zeros, percents times 100, empty as ''. */
export function unitsText(units: bigint | null, format: ColumnFormat): string {
  if (units === null) return '';
  const shown = divided(units, HIDDEN);
  const decimals = format === 'percent' ? SHOWN_DECIMALS - 2 : SHOWN_DECIMALS;
  const size = 10n ** BigInt(decimals);
  const digits = String(abs(shown) % size).padStart(decimals, '0');
  let length = digits.length;
  while (length > 0 && digits[length - 1] === '0') length -= 1;
  const fraction = digits.slice(0, length);
  const sign = shown < 0n ? '-' : '';
  return `${sign}${abs(shown) / size}${fraction === '' ? '' : `.${fraction}`}`;
}
