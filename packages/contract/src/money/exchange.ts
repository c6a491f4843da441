/** Chooses the exchange rate of a document or payment. */

import { REPORTED_PLACES } from '../reading/minor-units.ts';
import { QUOTED_FOR } from './base-currency.ts';
import type { DocumentPayload, UsedRate } from './document.ts';
import { dayOn } from './document-texts.ts';
import { divideMoney } from './money.ts';

/** Units of a currency for one euro, as published. */
export interface PublishedRate {
  currency: string;
  day: string;
  perEuro: string;
  source: string;
  fetchedAt: string;
}

/** The last rate published on or before a day; null if none was. */
function lastOn(published: readonly PublishedRate[], currency: string, day: string): PublishedRate | null {
  return published
    .filter((rate) => rate.currency === currency && rate.day <= day)
    .reduce<PublishedRate | null>((best, rate) => (best === null || rate.day > best.day ? rate : best), null);
}

/** A rate that was published more days than this before the day it is used for is old. Holidays take at most five. */
export const OLD_RATE_DAYS = 7;

/** The warning that a rate is old, such as `The rate of GBP is of 29 Sept 2026, 58 days before …`; empty if it is not. */
function oldRateText({ currency, to, agreedOn, publishedOn }: UsedRate): string {
  const days = Math.round((Date.parse(agreedOn) - Date.parse(publishedOn)) / DAY_MS);
  if (currency === to || days <= OLD_RATE_DAYS) return '';
  const quoted = [currency, to].filter((code) => code !== QUOTED_FOR).join(' to ');
  return `The rate of ${quoted} is of ${dayOn('en', publishedOn)}, ${days} days before ${dayOn('en', agreedOn)}. Enter a newer one under Partner override, Rates, and save the draft again.`;
}

/** The warnings of all old rates of a document; empty without any. */
export const oldRatesText = ({ rate, nationalVat }: Pick<DocumentPayload, 'rate' | 'nationalVat'>): string =>
  [oldRateText(rate), nationalVat === undefined ? '' : oldRateText(nationalVat.rate)]
    .filter((text) => text !== '')
    .join(' ');

const DAY_MS = 86_400_000;

/**
 * The rate between two currencies on the agreed day: the units of `to` for one unit of `currency`, from the last rates of
 * both that were published on or before it, of which the earlier day is stated. A rate of a later day never applies. Names
 * the currency without a rate.
 */
export function rateOn(
  published: readonly PublishedRate[],
  ask: { currency: string; to: string; day: string },
): { rate: UsedRate } | { missing: string } {
  const { currency, to, day } = ask;
  if (currency === to)
    return {
      rate: { currency, to, rate: '1', agreedOn: day, publishedOn: day, source: 'same currency', fetchedAt: null },
    };
  const quotes: PublishedRate[] = [];
  for (const code of [to, currency]) {
    if (code === QUOTED_FOR) continue;
    const last = lastOn(published, code, day);
    if (last === null) return { missing: code };
    quotes.push(last);
  }
  const perEuro = (code: string): string => quotes.find((quote) => quote.currency === code)?.perEuro ?? '1';
  const rate = crossRate(perEuro(currency), perEuro(to));
  const oldest = quotes.reduce((one, other) => (other.day < one.day ? other : one));
  return {
    rate: {
      currency,
      to,
      rate,
      agreedOn: day,
      publishedOn: oldest.day,
      source: oldest.source,
      fetchedAt: oldest.fetchedAt,
    },
  };
}

/** The units of one currency for one unit of another, from the units of both for one euro. */
export const crossRate = (perEuro: string, toPerEuro: string): string =>
  divideMoney(toPerEuro, perEuro, REPORTED_PLACES) ?? '0';
