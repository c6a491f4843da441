/**
 * The base currency of this installation, in which all statistics, books and limits are kept. Every process sets it once,
 * before it reads any amount: the server from its database, a router from its configuration, the app from the sign-in
 * (docs/decisions/0345).
 */

/** The base currency of installations that have chosen no other one. */
export const DEFAULT_BASE_CURRENCY = 'EUR';

/** The currency in which the European Central Bank quotes all others: a rate is the units for one euro. */
export const QUOTED_FOR = 'EUR';

let known: string | undefined;

export function setBaseCurrency(code: string): void {
  known = code;
}

/** The ISO 4217 code of the base currency. Throws as long as it is not set, because a guess would be wrong money. */
export function baseCurrency(): string {
  if (known === undefined) throw new Error('The base currency was asked for before it was set.');
  return known;
}
