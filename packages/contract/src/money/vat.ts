/** Decides how a service between two parties is taxed (docs/product/documents.md#vat, docs/decisions/0322). */
import { z } from 'zod';
import type { Party, Side } from './document.ts';
import { VAT_CATEGORIES, VAT_TREATMENTS, type VatTreatment } from './vat-codes.ts';
import { idsOf, isInEu, isVatId, readVatId } from './vat-ids.ts';
import { regionWithOwnRates, type TerritoryParty, territoryOf, vatCountryOf } from './vat-territory.ts';

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
export type VatParty = TerritoryParty &
  Pick<Party, 'kind' | 'name' | 'country' | 'vatCountry' | 'vatId' | 'taxNumber' | 'isConsumer' | 'isSmallBusiness'>;

/**
 * A party as documents state it. Its VAT id is complete, and `vatCountry` names the country of the id if it differs from
 * the party's own. A text that is not a VAT id stays unchanged, and the VAT decision refuses it.
 */
export function statedParty<Given extends VatParty>(party: Given): Given {
  const country = vatCountryOf(party);
  const stated = { ...party, vatId: readVatId(party.vatId, country) ?? party.vatId };
  if (country === party.countryCode) return stated;
  return { ...stated, vatCountry: country };
}

const hasVatId = (party: VatParty): boolean => {
  const country = party.vatCountry ?? party.countryCode;
  if (isInEu(country)) return isVatId(party.vatId, country);
  return idsOf(party).vatId !== '';
};

/** A text that is no valid VAT id in the EU is no tax number either, because it was meant as a VAT id. */
const hasId = (party: VatParty): boolean =>
  hasVatId(party) ||
  (territoryOf(party).isInEu ? (party.taxNumber?.trim() ?? '') !== '' : idsOf(party).taxNumber !== '');

/** Where the seller and the buyer are, seen from the VAT area of the European Union. */
export const VAT_PLACES = [
  'sameInEu',
  'sameOutsideEu',
  'withinEu',
  'leavesEu',
  'entersEu',
  'outsideEu',
  'stateAndArea',
] as const;
export type VatPlace = (typeof VAT_PLACES)[number];

/** The place of a service. */
export function placeOf(seller: VatParty, buyer: VatParty): VatPlace {
  const from = territoryOf(seller);
  const to = territoryOf(buyer);
  if (from.code === to.code) return from.isInEu ? 'sameInEu' : 'sameOutsideEu';
  if (from.taxedWith === to.code || to.taxedWith === from.code) return 'stateAndArea';
  if (from.isInEu && to.isInEu) return 'withinEu';
  if (from.isInEu) return 'leavesEu';
  if (to.isInEu) return 'entersEu';
  return 'outsideEu';
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
  { ...EVERY, places: ['stateAndArea'], treatment: null },
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
  if (isSmallBusiness) return 'smallBusiness';
  return 'business';
}

function buyerOf(buyer: VatParty): (typeof BUYERS)[number] {
  if (buyer.isConsumer) return 'privatePerson';
  if (hasVatId(buyer)) return 'business';
  return 'businessWithoutVatId';
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

const enterAt = ({ kind }: VatParty): string => {
  if (kind === 'legalEntity') return 'with the legal entity under All invoices';
  return 'under Billing';
};
const noVatId = (party: VatParty): string =>
  `${party.name} has no VAT id of the right format, which reverse charge needs. Enter it ${enterAt(party)}.`;

/** The refusal of a VAT id that was entered and cannot be used; empty if there is none. Private persons need no VAT id. */
function unusableIdOf(party: VatParty): string {
  const { name, country, vatId, isConsumer } = party;
  const isUsable = vatId.trim() === '' || !isInEu(vatCountryOf(party)) || hasVatId(party);
  if (isConsumer || isUsable) return '';
  return `The VAT id “${vatId.trim()}” of ${name} is not one of ${country}. Correct or remove it ${enterAt(party)}.`;
}

/** A sentence that says what is missing for the treatment; empty if nothing is. */
function missingOf({ sellerNeeds, buyerNeeds }: VatRule, { seller, buyer }: VatCase): string {
  if (sellerNeeds === 'anyId' && !hasId(seller))
    return `${seller.name} has neither a VAT id of the right format nor a tax number. Enter one ${enterAt(seller)}.`;
  if (sellerNeeds === 'vatId' && !hasVatId(seller)) return noVatId(seller);
  if (buyerNeeds === 'vatId' && !hasVatId(buyer)) return noVatId(buyer);
  return '';
}

/** The row that decides, or a sentence that says why there is none. */
export type VatDecision = { row: VatRow; refused: null } | { row: null; refused: string };

/** The row of a treatment on a day, from the newest version valid then; the oldest one for days before all versions. */
function rowOf(rows: readonly VatRow[], treatment: VatTreatment, country: string, day: string): VatRow | undefined {
  const fitting = rows.filter(
    (row) => row.treatment === treatment && (row.country === null || row.country === country),
  );
  const ageOf = ({ validFrom, version }: VatRow): string => `${validFrom} ${version}`;
  const byAge = fitting.toSorted((one, other) => (ageOf(one) < ageOf(other) ? 1 : -1));
  return byAge.find(({ validFrom }) => validFrom <= day) ?? byAge.at(-1);
}

/** Treatments that charge the rate of the seller's country. */
const AT_SELLERS_RATE: ReadonlySet<VatTreatment> = new Set(['domestic', 'euConsumer']);

/** Decides about a service on a day. */
export function decideVat(rows: readonly VatRow[], given: VatCase, day: string): VatDecision {
  const service = { side: given.side, seller: statedParty(given.seller), buyer: statedParty(given.buyer) };
  const { seller, buyer } = service;
  const unusable = unusableIdOf(seller) || unusableIdOf(buyer);
  if (unusable !== '') return { row: null, refused: unusable };
  const from = territoryOf(seller);
  const to = territoryOf(buyer);
  const rule = ruleOf(service);
  if (rule === undefined || rule.treatment === null) {
    const who = placeOf(seller, buyer) === 'stateAndArea' ? 'a party' : 'a private person';
    return { row: null, refused: `The VAT table has no rate for ${who} in ${to.name} who buys from ${from.name}.` };
  }
  const missing = missingOf(rule, service);
  if (missing !== '') return { row: null, refused: missing };
  const region = AT_SELLERS_RATE.has(rule.treatment) ? regionWithOwnRates(seller, buyer) : null;
  if (region !== null) return { row: null, refused: `The VAT table has no rate for ${region}.` };
  const row = rowOf(rows, rule.treatment, from.code, day);
  if (row === undefined) return { row: null, refused: `The VAT table has no rate for ${from.name}.` };
  return { row, refused: null };
}
