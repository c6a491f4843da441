/** Decides how a service between two parties is taxed (docs/product/documents.md#vat, docs/decisions/0322). */
import { z } from 'zod';
import type { Party, Side } from './document.ts';
import { VAT_CATEGORIES, VAT_TREATMENTS, type VatTreatment } from './vat-codes.ts';

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

/** The parts of a party that decide, and those that a refusal names. */
export type VatParty = Pick<
  Party,
  'kind' | 'name' | 'countryCode' | 'country' | 'vatId' | 'taxNumber' | 'isConsumer' | 'isSmallBusiness'
>;

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
 * The ids of a party as they are stated: a VAT id begins with the letters of its country; what stands in its place without
 * them is the number that the tax office of the country gave (BR-CO-09).
 */
export function idsOf(party: Pick<VatParty, 'countryCode' | 'vatId' | 'taxNumber'>): {
  vatId: string;
  taxNumber: string;
} {
  const vatId = plainVatId(party.vatId);
  const letters = party.countryCode === 'GR' ? 'EL' : party.countryCode;
  const taxNumber = party.taxNumber?.trim() ?? '';
  if (vatId.startsWith(letters)) return { vatId, taxNumber };
  return { vatId: '', taxNumber: taxNumber || party.vatId.trim() };
}

const hasVatId = (party: VatParty): boolean =>
  isInEu(party.countryCode) ? isVatId(party.vatId, party.countryCode) : idsOf(party).vatId !== '';

/** A text that is no valid VAT id in the EU is no tax number either, because it was meant as a VAT id. */
const hasId = (party: VatParty): boolean =>
  hasVatId(party) ||
  (isInEu(party.countryCode) ? (party.taxNumber?.trim() ?? '') !== '' : idsOf(party).taxNumber !== '');

/** Where the seller and the buyer are, seen from the VAT area of the European Union. */
export const VAT_PLACES = ['sameInEu', 'sameOutsideEu', 'withinEu', 'leavesEu', 'entersEu', 'outsideEu'] as const;
export type VatPlace = (typeof VAT_PLACES)[number];

/** The place of a service. */
export function placeOf(seller: VatParty, buyer: VatParty): VatPlace {
  const isSellerInEu = isInEu(seller.countryCode);
  if (seller.countryCode === buyer.countryCode) return isSellerInEu ? 'sameInEu' : 'sameOutsideEu';
  const isBuyerInEu = isInEu(buyer.countryCode);
  if (isSellerInEu) return isBuyerInEu ? 'withinEu' : 'leavesEu';
  return isBuyerInEu ? 'entersEu' : 'outsideEu';
}

const SELLERS = ['business', 'smallBusiness', 'privatePerson'] as const;
const BUYERS = ['business', 'businessWithoutVatId', 'privatePerson'] as const;

export interface VatRule {
  /** Empty lists stand for every value. */
  places: readonly VatPlace[];
  sides: readonly Side[];
  seller: readonly (typeof SELLERS)[number][];
  buyer: readonly (typeof BUYERS)[number][];
  /** Null is refused: the table has no rate for it. */
  treatment: VatTreatment | null;
  /** The ids without which no document is made (BR-S-02, BR-AE-02, BR-E-02; Article 226 (3) of Directive 2006/112/EC). */
  sellerNeeds: 'nothing' | 'anyId' | 'vatId';
  buyerNeeds: 'nothing' | 'vatId';
}

const EVERY = { places: [], sides: [], seller: [], buyer: [], sellerNeeds: 'nothing', buyerNeeds: 'nothing' } as const;
const TAXED: readonly (typeof SELLERS)[number][] = ['business', 'smallBusiness'];

/**
 * The decision table; the first rule that fits decides. A private person charges no VAT anywhere. A small business is
 * exempt in its own country and towards consumers; a business that buys from it across the border owes the VAT itself.
 * Our own company needs its VAT id to be the recipient of a reverse charge; a partner without one pays the seller's rate.
 */
export const VAT_RULES: readonly VatRule[] = [
  { ...EVERY, seller: ['privatePerson'], treatment: 'privateSeller' },
  { ...EVERY, places: ['sameInEu'], seller: ['smallBusiness'], treatment: 'smallBusiness', sellerNeeds: 'anyId' },
  {
    ...EVERY,
    places: ['sameOutsideEu'],
    seller: ['smallBusiness'],
    treatment: 'smallBusinessOutsideEu',
    sellerNeeds: 'anyId',
  },
  { ...EVERY, places: ['sameInEu', 'sameOutsideEu'], treatment: 'domestic', sellerNeeds: 'anyId' },
  {
    ...EVERY,
    places: ['withinEu'],
    seller: TAXED,
    buyer: ['business'],
    treatment: 'reverseCharge',
    sellerNeeds: 'vatId',
    buyerNeeds: 'vatId',
  },
  {
    ...EVERY,
    places: ['withinEu'],
    sides: ['payable'],
    treatment: 'reverseCharge',
    sellerNeeds: 'vatId',
    buyerNeeds: 'vatId',
  },
  { ...EVERY, places: ['withinEu'], seller: ['smallBusiness'], treatment: 'smallBusiness', sellerNeeds: 'anyId' },
  { ...EVERY, places: ['withinEu'], treatment: 'euConsumer', sellerNeeds: 'anyId' },
  { ...EVERY, places: ['leavesEu'], buyer: ['privatePerson'], treatment: 'outsideEuConsumer' },
  { ...EVERY, places: ['leavesEu'], treatment: 'outsideEu' },
  { ...EVERY, places: ['entersEu'], buyer: ['privatePerson'], treatment: null },
  { ...EVERY, places: ['entersEu'], treatment: 'reverseCharge', sellerNeeds: 'anyId', buyerNeeds: 'vatId' },
  { ...EVERY, treatment: 'abroad' },
];

/** A service: on the receivable side we sell, on the payable side the publisher does. */
export interface VatCase {
  side: Side;
  seller: VatParty;
  buyer: VatParty;
}

function sellerOf({ isConsumer, isSmallBusiness }: VatParty): (typeof SELLERS)[number] {
  if (isConsumer) return 'privatePerson';
  return isSmallBusiness ? 'smallBusiness' : 'business';
}

function buyerOf(buyer: VatParty): (typeof BUYERS)[number] {
  if (buyer.isConsumer) return 'privatePerson';
  return hasVatId(buyer) ? 'business' : 'businessWithoutVatId';
}

const fits = <T>(values: readonly T[], value: T): boolean => values.length === 0 || values.includes(value);

function ruleOf({ side, seller, buyer }: VatCase): VatRule | undefined {
  const place = placeOf(seller, buyer);
  return VAT_RULES.find(
    (rule) =>
      fits(rule.places, place) &&
      fits(rule.sides, side) &&
      fits(rule.seller, sellerOf(seller)) &&
      fits(rule.buyer, buyerOf(buyer)),
  );
}

const enterAt = ({ kind }: VatParty): string =>
  kind === 'legalEntity' ? 'with the legal entity under All invoices' : 'under Billing';
const noVatId = (party: VatParty): string =>
  `${party.name} has no VAT id of the right format, which reverse charge needs. Enter it ${enterAt(party)}.`;

/** What is missing for the treatment; empty if nothing is. */
function missingOf({ sellerNeeds, buyerNeeds }: VatRule, { seller, buyer }: VatCase): string {
  if (sellerNeeds === 'anyId' && !hasId(seller))
    return `${seller.name} has neither a VAT id of the right format nor a tax number. Enter one ${enterAt(seller)}.`;
  if (sellerNeeds === 'vatId' && !hasVatId(seller)) return noVatId(seller);
  return buyerNeeds === 'vatId' && !hasVatId(buyer) ? noVatId(buyer) : '';
}

/** The row that decides, or a sentence that says why there is none. */
export type VatDecision = { row: VatRow; refused: null } | { row: null; refused: string };

/** The row of a treatment on a day, from the newest version valid then; the oldest one for days before all versions. */
function rowOf(rows: readonly VatRow[], treatment: VatTreatment, country: string, day: string): VatRow | undefined {
  const fitting = rows.filter(
    (row) => row.treatment === treatment && (row.country === null || row.country === country),
  );
  const byAge = fitting.toSorted((one, other) => (one.validFrom < other.validFrom ? 1 : -1));
  return byAge.find(({ validFrom }) => validFrom <= day) ?? byAge.at(-1);
}

/** Decides about a service on a day. */
export function decideVat(rows: readonly VatRow[], service: VatCase, day: string): VatDecision {
  const { seller, buyer } = service;
  const rule = ruleOf(service);
  if (rule === undefined || rule.treatment === null)
    return {
      row: null,
      refused: `The VAT table has no rate for a private person in ${buyer.country} who buys from ${seller.country}.`,
    };
  const missing = missingOf(rule, service);
  if (missing !== '') return { row: null, refused: missing };
  const row = rowOf(rows, rule.treatment, seller.countryCode, day);
  if (row === undefined) return { row: null, refused: `The VAT table has no rate for ${seller.country}.` };
  return { row, refused: null };
}
