/** Reads VAT ids as people type them, and formats the ids of a party for documents. */
import type { Party } from './document.ts';

/** The format of VAT ids by country of the European Union, without the country's letters. Greece writes EL. */
const VAT_ID: Readonly<Record<string, RegExp>> = {
  AT: /^ATU\d{8}$/,
  BE: /^BE[01]\d{9}$/,
  BG: /^BG\d{9,10}$/,
  CY: /^CY\d{8}[A-Z]$/,
  CZ: /^CZ\d{8,10}$/,
  DE: /^DE\d{9}$/,
  DK: /^DK\d{8}$/,
  EE: /^EE\d{9}$/,
  ES: /^ES[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^FI\d{8}$/,
  FR: /^FR[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GR: /^EL\d{9}$/,
  HR: /^HR\d{11}$/,
  HU: /^HU\d{8}$/,
  IE: /^IE(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^IT\d{11}$/,
  LT: /^LT(\d{9}|\d{12})$/,
  LU: /^LU\d{8}$/,
  LV: /^LV\d{11}$/,
  MT: /^MT\d{8}$/,
  NL: /^NL\d{9}B\d{2}$/,
  PL: /^PL\d{10}$/,
  PT: /^PT\d{9}$/,
  RO: /^RO\d{2,10}$/,
  SE: /^SE\d{12}$/,
  SI: /^SI\d{8}$/,
  SK: /^SK\d{10}$/,
};

/** Whether a country belongs to the VAT area of the European Union; areas of it may lie outside (`vat-territory.ts`). */
export const isInEu = (countryCode: string): boolean => Object.hasOwn(VAT_ID, countryCode);

/** A VAT id without spaces, dots and dashes, in capitals. */
const plainVatId = (vatId: string): string => vatId.replace(/[\s.-]/g, '').toUpperCase();

/** Whether a VAT id has the format of its country. Countries outside the European Union have no format here. */
export function isVatId(vatId: string, countryCode: string): boolean {
  return VAT_ID[countryCode]?.test(plainVatId(vatId)) ?? false;
}

/** The letters with which the VAT ids of a country begin. */
const lettersOf = (countryCode: string): string => {
  if (countryCode === 'GR') return 'EL';
  return countryCode;
};

/**
 * The VAT id that a text means in a country of the European Union: letters that are missing are added, and Greek ids
 * begin with EL. Null if the text is no VAT id of the country. Texts of other countries stay as they are.
 */
export function readVatId(text: string, countryCode: string): string | null {
  const plain = plainVatId(text);
  if (!isInEu(countryCode)) return text;
  if (isVatId(plain, countryCode)) return plain;
  const bare = countryCode === 'GR' ? plain.replace(/^GR/, '') : plain;
  const completed = `${lettersOf(countryCode)}${bare}`;
  if (isVatId(completed, countryCode)) return completed;
  return null;
}

/**
 * The ids of a party as documents state them. A VAT id begins with the letters of the country whose VAT applies (BR-CO-09).
 * A text without these letters in the field of the VAT id is taken as a tax number.
 */
export function idsOf(party: Pick<Party, 'countryCode' | 'vatCountry' | 'vatId' | 'taxNumber'>): {
  vatId: string;
  taxNumber: string;
} {
  const vatId = plainVatId(party.vatId);
  const taxNumber = party.taxNumber?.trim() ?? '';
  if (vatId.startsWith(lettersOf(party.vatCountry ?? party.countryCode))) return { vatId, taxNumber };
  return { vatId: '', taxNumber: taxNumber || party.vatId.trim() };
}
