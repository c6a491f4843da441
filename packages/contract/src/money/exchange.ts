/** Chooses the exchange rate of a document or payment. */
import type { DocumentPayload, UsedRate } from './document.ts';
import { dayOn } from './document-texts.ts';
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

/** The last rate published on or before a day; null if none was. */
function lastOn(published: readonly PublishedRate[], currency: string, day: string): PublishedRate | null {
  return published
    .filter((rate) => rate.currency === currency && rate.day <= day)
    .reduce<PublishedRate | null>((best, rate) => (best === null || rate.day > best.day ? rate : best), null);
}

/** A rate that was published more days than this before the day it is used for is old. Holidays take at most five. */
export const OLD_RATE_DAYS = 7;

/** The warning that a rate is old, such as `The rate of GBP is of 29 Sept 2026, 58 days before …`; empty if it is not. */
function oldRateText({ currency, to, agreedOn, publishedOn }: UsedRate, named = currency): string {
  const days = Math.round((Date.parse(agreedOn) - Date.parse(publishedOn)) / DAY_MS);
  if (currency === to || days <= OLD_RATE_DAYS) return '';
  return `The rate of ${named} is of ${dayOn('en', publishedOn)}, ${days} days before ${dayOn('en', agreedOn)}. Enter a newer one under Partner override, Rates, and save the draft again.`;
}

/** The warnings of all old rates of a document; empty without any. */
export const oldRatesText = ({ rate, nationalVat }: Pick<DocumentPayload, 'rate' | 'nationalVat'>): string =>
  [oldRateText(rate), nationalVat === undefined ? '' : oldRateText(nationalVat.rate, nationalVat.rate.to)]
    .filter((text) => text !== '')
    .join(' ');

const DAY_MS = 86_400_000;

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
  const last = lastOn(published, currency, day);
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

/**
 * The rate between two currencies, from the rates of both in base currency; the earlier day of publication is stated. Names
 * the currency without a rate.
 */
export function crossRateOn(
  published: readonly PublishedRate[],
  ask: { currency: string; to: string; base: string; day: string },
): { rate: UsedRate } | { missing: string } {
  const { currency, to, base, day } = ask;
  const target = lastOn(published, to, day);
  if (target === null) return { missing: to };
  const own = currency === base ? { ...target, perEuro: '1' } : lastOn(published, currency, day);
  const rate = own === null ? null : divideMoney(target.perEuro, own.perEuro, RATE_PLACES);
  if (own === null || rate === null) return { missing: currency };
  const { day: publishedOn, source, fetchedAt } = own.day < target.day ? own : target;
  return { rate: { currency, to, rate, agreedOn: day, publishedOn, source, fetchedAt } };
}
