/** Chooses the exchange rate of a document or payment. */
import type { UsedRate } from './document.ts';
import { divideMoney } from './money.ts';

/** Units of a currency for one unit of base currency, as published. */
export interface PublishedRate {
  currency: string;
  day: string;
  perEuro: string;
  source: string;
  fetchedAt: string;
}

const RATE_PLACES = 12;

/**
 * The last rate published on or before the agreed day, in base currency for one unit; null if none was. A rate of a later
 * day never applies. `base` is the base currency, in which all rates are quoted.
 */
export function rateOn(
  published: readonly PublishedRate[],
  { currency, base, day }: { currency: string; base: string; day: string },
): UsedRate | null {
  if (currency === base)
    return { currency, to: base, rate: '1', agreedOn: day, publishedOn: day, source: 'same currency', fetchedAt: null };
  const last = published
    .filter((rate) => rate.currency === currency && rate.day <= day)
    .reduce<PublishedRate | null>((best, rate) => (best === null || rate.day > best.day ? rate : best), null);
  const rate = last === null ? null : divideMoney('1', last.perEuro, RATE_PLACES);
  if (last === null || rate === null) return null;
  return {
    currency,
    to: base,
    rate,
    agreedOn: day,
    publishedOn: last.day,
    source: last.source,
    fetchedAt: last.fetchedAt,
  };
}
