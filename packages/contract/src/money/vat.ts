/** Decides how a supply between two parties is taxed, from the versioned table (docs/product/documents.md#vat). */
import { z } from 'zod';

/** The codes of EN 16931: standard rate, reverse charge, not subject to VAT, exempt. */
export const VAT_CATEGORIES = ['S', 'AE', 'O', 'E'] as const;

export const VAT_TREATMENTS = ['domestic', 'reverseCharge', 'outsideEu', 'smallBusiness', 'euConsumer'] as const;
export type VatTreatment = (typeof VAT_TREATMENTS)[number];

export const vatRowSchema = z.object({
  version: z.string(),
  validFrom: z.iso.date(),
  treatment: z.enum(VAT_TREATMENTS),
  country: z.string().nullable(),
  category: z.enum(VAT_CATEGORIES),
  rate: z.string(),
  noteCode: z.string().nullable(),
  note: z.string().nullable(),
});
export type VatRow = z.infer<typeof vatRowSchema>;

/** The parts of a party that decide. */
export interface VatParty {
  countryCode: string;
  vatId: string;
  isConsumer: boolean;
  isSmallBusiness: boolean;
}

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

/** Whether a country belongs to the VAT area of the European Union. */
export const isInEu = (countryCode: string): boolean => Object.hasOwn(VAT_ID, countryCode);

/** A VAT id without spaces, dots and dashes, in capitals. */
export const plainVatId = (vatId: string): string => vatId.replace(/[\s.-]/g, '').toUpperCase();

/** Whether a VAT id has the format of its country. Countries outside the European Union have no format here. */
export function isVatId(vatId: string, countryCode: string): boolean {
  return VAT_ID[countryCode]?.test(plainVatId(vatId)) ?? false;
}

/**
 * The treatment of a service. A small business never charges VAT; within one country the standard rate applies; a
 * business in another country of the EU with a valid id is liable itself; a consumer there pays the seller's rate, as
 * does a business without a valid id; everything across the border of the EU is not subject to its VAT.
 */
export function treatmentOf(seller: VatParty, buyer: VatParty): VatTreatment {
  if (!isInEu(seller.countryCode)) return 'outsideEu';
  if (seller.isSmallBusiness) return 'smallBusiness';
  if (seller.countryCode === buyer.countryCode) return 'domestic';
  if (!isInEu(buyer.countryCode)) return 'outsideEu';
  if (!buyer.isConsumer && isVatId(buyer.vatId, buyer.countryCode)) return 'reverseCharge';
  return 'euConsumer';
}

/** The row for a supply on a day, from the newest version valid then; null if the table has none for this country. */
export function vatRowFor(rows: readonly VatRow[], seller: VatParty, buyer: VatParty, day: string): VatRow | null {
  const treatment = treatmentOf(seller, buyer);
  const fitting = rows.filter(
    (row) => row.treatment === treatment && (row.country === null || row.country === seller.countryCode),
  );
  const byAge = [...fitting].sort((one, other) => (one.validFrom < other.validFrom ? 1 : -1));
  return byAge.find(({ validFrom }) => validFrom <= day) ?? byAge.at(-1) ?? null;
}
