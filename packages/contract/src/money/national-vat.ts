/**
 * The currency in which a seller's VAT is stated beside the currency of the document. Member states: Article 230 of Directive
 * 2006/112/EC; the United Kingdom: regulation 14 of the VAT Regulations 1995 and VAT Notice 700; Switzerland declares in
 * francs (docs/decisions/0322). Bulgaria has had the euro since 2026.
 */
import { type TerritoryParty, vatCountryOf } from './vat-territory.ts';

/** Countries of the VAT table that do not have the euro. */
const CURRENCY_OF: Readonly<Record<string, string>> = {
  CH: 'CHF',
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  HU: 'HUF',
  PL: 'PLN',
  RO: 'RON',
  SE: 'SEK',
};

/** The national currency of a seller. The VAT of sellers elsewhere is stated in the functional currency, if at all. */
export const nationalCurrencyOf = (seller: TerritoryParty): string | null => CURRENCY_OF[vatCountryOf(seller)] ?? null;
