/** Exact amounts for the demo world: whole cents and whole ten-thousandths, never a fraction of a float. */
import { BASE_CURRENCY } from '@signpost/contract/stats/fact.ts';
import { chance } from './random.ts';

/** `-12.50` of −1250 cents. */
export function fromCents(cents: number): string {
  return (Math.round(cents) / 100).toFixed(2);
}

/** The reported amount and its value: the columns of a fact with an amount. */
export interface Worth {
  amount: string;
  currency: string;
  rate: string;
  /** In base currency. */
  base: string;
}

/** An amount in cents of a currency, by the rate of its month. */
export function worthOf(cents: number, currency: string, month: number): Worth {
  const whole = Math.round(cents);
  if (currency === BASE_CURRENCY) return { amount: fromCents(whole), currency, rate: '1', base: fromCents(whole) };
  const rate = chance(month + 4_000).whole(8_700, 9_500);
  const micros = whole * rate;
  const sign = micros < 0 ? '-' : '';
  const digits = String(Math.abs(micros)).padStart(7, '0');
  return {
    amount: fromCents(whole),
    currency,
    rate: (rate / 10_000).toFixed(4),
    base: `${sign}${digits.slice(0, -6)}.${digits.slice(-6)}`,
  };
}
