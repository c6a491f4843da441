/**
 * The territories of VAT, which differ from countries (docs/decisions/0322). Areas outside the VAT area of the European
 * Union: Directive 2006/112/EC, Article 6, as amended by Directive (EU) 2019/475. Countries that count as a part of another
 * one: Article 7 of the same Directive (Monaco; the Isle of Man, which has the VAT of the United Kingdom under the Customs
 * and Excise Agreement of 1979), and the treaty of 1994 by which Liechtenstein applies the VAT of Switzerland. The
 * Commission lists all of them as “Territorial status of EU countries and certain territories”.
 */
import type { Party } from './document.ts';
import { isInEu } from './vat-ids.ts';

/** The parts of a party that say where it is. */
export type TerritoryParty = Pick<Party, 'countryCode' | 'country' | 'street' | 'postalCode' | 'city'>;

export interface VatTerritory {
  /** The code of the country whose rates apply, or of the area. */
  code: string;
  /** The name that refusals show. */
  name: string;
  isInEu: boolean;
  /** The member state whose VAT law also applies in the area. The table has no rule for services between the two. */
  taxedWith: string | null;
}

/** Countries that have the VAT of another one. */
const PART_OF: Readonly<Record<string, string>> = { IM: 'GB', LI: 'CH', MC: 'FR' };

/** Areas with a country code of their own whose VAT ids are those of a member state. */
const AREA_OF: Readonly<Record<string, string>> = {
  AX: 'FI',
  BL: 'FR',
  GF: 'FR',
  GP: 'FR',
  MF: 'FR',
  MQ: 'FR',
  RE: 'FR',
  YT: 'FR',
};

/**
 * Finnish VAT covers services on Åland; France has rates of its own for Guadeloupe, Martinique and Réunion; Büsingen is a
 * part of the VAT area of Switzerland (MWSTG, Article 3 a).
 */
const TAXED_WITH: Readonly<Record<string, string>> = { AX: 'FI', GP: 'FR', MQ: 'FR', RE: 'FR', 'DE-78266': 'CH' };

interface Area {
  country: string;
  /** Postal codes of the area. */
  postal: RegExp;
  code: string;
  name: string;
}

/** Areas outside the VAT area by the postal codes of their country; of two that fit, the first one counts. */
const AREAS: readonly Area[] = [
  { country: 'ES', postal: /^3[58]/, code: 'IC', name: 'the Canary Islands' },
  { country: 'ES', postal: /^51/, code: 'ES-CE', name: 'Ceuta' },
  { country: 'ES', postal: /^52/, code: 'ES-ML', name: 'Melilla' },
  { country: 'IT', postal: /^23041$/, code: 'IT-23041', name: 'Livigno' },
  // In the customs territory since 2020, still outside the VAT area.
  { country: 'IT', postal: /^22061$/, code: 'IT-22061', name: 'Campione d’Italia' },
  { country: 'DE', postal: /^78266$/, code: 'DE-78266', name: 'Büsingen' },
  { country: 'DE', postal: /^27498$/, code: 'DE-27498', name: 'Heligoland' },
  { country: 'FI', postal: /^22/, code: 'AX', name: 'Åland' },
  { country: 'GR', postal: /^63086$/, code: 'GR-63086', name: 'Mount Athos' },
  { country: 'FR', postal: /^97133$/, code: 'BL', name: 'Saint Barthélemy' },
  { country: 'FR', postal: /^97150$/, code: 'MF', name: 'Saint Martin' },
  { country: 'FR', postal: /^971/, code: 'GP', name: 'Guadeloupe' },
  { country: 'FR', postal: /^972/, code: 'MQ', name: 'Martinique' },
  { country: 'FR', postal: /^973/, code: 'GF', name: 'French Guiana' },
  { country: 'FR', postal: /^974/, code: 'RE', name: 'Réunion' },
  { country: 'FR', postal: /^975/, code: 'PM', name: 'Saint Pierre and Miquelon' },
  { country: 'FR', postal: /^976/, code: 'YT', name: 'Mayotte' },
  { country: 'FR', postal: /^977/, code: 'BL', name: 'Saint Barthélemy' },
  { country: 'FR', postal: /^978/, code: 'MF', name: 'Saint Martin' },
  { country: 'FR', postal: /^986/, code: 'WF', name: 'Wallis and Futuna' },
  { country: 'FR', postal: /^987/, code: 'PF', name: 'French Polynesia' },
  { country: 'FR', postal: /^988/, code: 'NC', name: 'New Caledonia' },
  // Crown Dependencies that share the postal system of the United Kingdom, but not its VAT.
  { country: 'GB', postal: /^JE\d/, code: 'JE', name: 'Jersey' },
  { country: 'GB', postal: /^GY\d/, code: 'GG', name: 'Guernsey' },
];

/** Regions inside the VAT area with rates of their own, which the VAT table does not have. */
const OWN_RATES: readonly { country: string; postal: RegExp; name: string; decides: 'seller' | 'either' }[] = [
  // CIVA, Article 18 (3): the region in which the service is supplied decides.
  { country: 'PT', postal: /^9[5-9]/, name: 'the Azores', decides: 'either' },
  { country: 'PT', postal: /^9[0-4]/, name: 'Madeira', decides: 'either' },
  // UStG 1994, § 10 (4): businesses that are established there.
  { country: 'AT', postal: /^6691$/, name: 'Jungholz', decides: 'seller' },
  { country: 'AT', postal: /^699[123]$/, name: 'Mittelberg', decides: 'seller' },
];

/** The postal code as its own field has it: in capitals, without blanks, dashes and the letters of the country. */
function plainCodeOf({ postalCode, countryCode }: TerritoryParty): string {
  const plain = postalCode.toUpperCase().replaceAll(/[\s-]/g, '');
  const letters = [countryCode, countryCode.slice(0, 1)].find(
    (one) => plain.startsWith(one) && /^\d/.test(plain.slice(one.length)),
  );
  if (letters === undefined) return plain;
  return plain.slice(letters.length);
}

/** The region with rates of its own that decides about a service at the seller's rate; null if there is none. */
export function regionWithOwnRates(seller: TerritoryParty, buyer: TerritoryParty): string | null {
  const isIn = (party: TerritoryParty, { country, postal }: { country: string; postal: RegExp }): boolean =>
    party.countryCode === country && postal.test(plainCodeOf(party));
  const region = OWN_RATES.find((one) => isIn(seller, one) || (one.decides === 'either' && isIn(buyer, one)));
  return region?.name ?? null;
}

/**
 * The postal code of five digits: from its own field with or without the country's letters and blanks, and otherwise the
 * only number of five digits in the city or the street. Empty if there is none.
 */
export function postalCodeOf({ postalCode, city, street }: TerritoryParty): string {
  const own = /(?<!\d)\d{5}(?!\d)/.exec(postalCode.replace(/\s/g, ''))?.[0];
  if (own !== undefined) return own;
  for (const text of [postalCode, city, street]) {
    const [found, ...others] = text.match(/(?<!\d)(\d{5}|\d{3} \d{2})(?!\d)/g) ?? [];
    if (found !== undefined && others.length === 0) return found.replace(' ', '');
  }
  return '';
}

/** The country whose VAT ids a party has. */
export function vatCountryOf({ countryCode }: TerritoryParty): string {
  return PART_OF[countryCode] ?? AREA_OF[countryCode] ?? countryCode;
}

/** The territory of a party by its country and postal code. Without a readable code it is in the country itself. */
export function territoryOf(party: TerritoryParty): VatTerritory {
  const { countryCode } = party;
  const country = PART_OF[countryCode] ?? countryCode;
  const postal = countryCode === 'GB' ? plainCodeOf(party) : postalCodeOf(party);
  const area = AREAS.find((one) => one.country === countryCode && one.postal.test(postal));
  const code = area?.code ?? country;
  return {
    code,
    name: area?.name ?? party.country,
    isInEu: area === undefined && isInEu(country),
    taxedWith: TAXED_WITH[code] ?? null,
  };
}
