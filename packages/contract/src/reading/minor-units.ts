/**
 * The minor units of currencies, by ISO 4217 (list one of six-group.com, the maintenance agency, as of February 2026).
 * `Intl` is not asked, because its lists differ: for it, forints and Iraqi dinars have no decimals (docs/decisions/0201).
 */
import { withoutTrailingZeros } from './money-text.ts';

/** The currencies that do not have two decimals. */
const PLACES: readonly (readonly [places: number, currencies: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];
const PLACES_OF: ReadonlyMap<string, number> = new Map(
  PLACES.flatMap(([places, currencies]) => currencies.split(' ').map((currency) => [currency, places] as const)),
);

/** The decimals of amounts in a currency: 0 for JPY, 3 for KWD, 2 for most. */
export const placesOf = (currency: string): number => PLACES_OF.get(currency) ?? 2;

/**
 * The decimals of reported amounts and of exchange rates: six decimals of a bitcoin are worth cents, and one euro is
 * about 0.00001 bitcoins. Values in the base currency have six.
 */
export const REPORTED_PLACES = 12;

/** The decimals that an amount is written with: 2 for `12.50`. */
export const decimalsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0;

const WORDS = ['no', 'one', 'two', 'three', 'four'] as const;

/** Why an amount is finer than its currency, such as `Enter an amount without decimals: JPY has none.`; empty if it is not. */
export function placesProblem(amount: string, currency: string, places = placesOf(currency)): string {
  if (decimalsOf(withoutTrailingZeros(amount)) <= places) return '';
  if (places === 0) return `Enter an amount without decimals: ${currency} has none.`;
  return `Enter an amount with at most ${WORDS[places] ?? places} decimals${places === 2 ? '' : `, as ${currency} has`}.`;
}

/** The most decimals of an amount in an electronic invoice (BR-DEC of EN 16931). */
const XML_PLACES = 2;

/** Why a document in this currency has no XML; empty if it has one. */
export const xmlProblem = (currency: string): string => {
  if (placesOf(currency) <= XML_PLACES) return '';
  return `Amounts in ${currency} have ${WORDS[placesOf(currency)]} decimals, and the standard of electronic invoices allows two. There is no XML; send the PDF.`;
};
