/** The currencies of documents and payments. */
import { isCoin } from '../reading/currency.ts';

/** Why nothing can be billed or paid in a currency; empty if it can. Crypto currencies have no minor units. */
export const currencyProblem = (currency: string): string => {
  if (isCoin(currency)) return `${currency} is not a currency of ISO 4217, so no document or payment can be in it.`;
  return '';
};
