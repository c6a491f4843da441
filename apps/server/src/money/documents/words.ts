/** The words of lines, in the language of the legal entity. */

import { countText } from '@signpost/contract/define/words.ts';
import type { Contract } from '@signpost/contract/money/document.ts';
import type { VatRow } from '@signpost/contract/money/vat.ts';
import type { VatTreatment } from '@signpost/contract/money/vat-codes.ts';
import { REPORTED } from '@signpost/contract/partners/conversions/deal-types.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';

const nameRow = z.object({ kind: z.enum(['product', 'geo']), id: z.number(), code: z.string(), name: z.string() });

export interface Names {
  product: ReadonlyMap<number, string>;
  geo: ReadonlyMap<number, string>;
}

/** The current names of products, and those of geos in a language. */
export async function readNames(db: Queryable, language: 'en' | 'de'): Promise<Names> {
  const rows = await readRows(
    db,
    nameRow,
    sql`SELECT 'product' AS kind, id, '' AS code, name FROM products
      UNION ALL SELECT 'geo', id, coalesce(code, ''), country FROM geos`,
  );
  const namesOf = (kind: 'product' | 'geo') =>
    new Map(rows.filter((row) => row.kind === kind).map(({ id, ...named }) => [id, countryIn(language, named)]));
  return { product: namesOf('product'), geo: namesOf('geo') };
}

const WORDS = {
  en: {
    flat: 'Flat fees',
    performance: 'Commission',
    firstDeposits: ['first deposit', 'first deposits'],
    leads: ['lead', 'leads'],
    takenBack: 'taken back',
  },
  de: {
    flat: 'Fixgebühren',
    performance: 'Provision',
    firstDeposits: ['Ersteinzahlung', 'Ersteinzahlungen'],
    leads: ['Lead', 'Leads'],
    takenBack: 'zurückgenommen',
  },
} as const;

const counted = (count: number, [one, many]: readonly [string, string]): string => countText(count, one, many);

/** The texts of the VAT table in German; those of the table itself are English (Directive 2006/112/EC has both). */
const GERMAN_NOTES: Readonly<Partial<Record<VatTreatment, string>>> = {
  reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers (Artikel 196 der Richtlinie 2006/112/EG).',
  outsideEuConsumer:
    'Nicht steuerbar: Der Ort der Leistung liegt außerhalb des Mehrwertsteuergebiets der Europäischen Union (Artikel 59 der Richtlinie 2006/112/EG).',
  abroad: 'Nicht steuerbar: Die Leistung gilt als in dem Land erbracht, in dem ihr Empfänger ansässig ist.',
  smallBusinessOutsideEu: 'Steuerfrei: Der Leistende ist nach dem Recht seines Landes Kleinunternehmer.',
  privateSeller: 'Nicht steuerbar: Der Leistende ist eine Privatperson und kein Steuerpflichtiger.',
  outsideEu:
    'Nicht steuerbar: Der Ort der Leistung liegt außerhalb des Mehrwertsteuergebiets der Europäischen Union (Artikel 44 der Richtlinie 2006/112/EG).',
  smallBusiness: 'Steuerfrei: Der Leistende ist Kleinunternehmer (Artikel 284 der Richtlinie 2006/112/EG).',
};

/** The notes that replace those of the table, which are English. */
const NOTES: Readonly<Record<'en' | 'de', typeof GERMAN_NOTES>> = { en: {}, de: GERMAN_NOTES };

/** The note of a VAT row in the language of a document. */
export const noteIn = (language: 'en' | 'de', { treatment, note }: VatRow): string =>
  NOTES[language][treatment] ?? note ?? '';

/** The name of a country in the language of a document; English names are those of the product's own list. */
export function countryIn(language: 'en' | 'de', { code, name }: { code: string; name: string }): string {
  if (language === 'en' || !/^[A-Z]{2}$/.test(code)) return name;
  return new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(code) ?? name;
}

interface Described {
  contract: Contract;
  dealType: string;
  productId: number;
  geoId: number;
  /** The month in which the facts happened. */
  earned: string;
  takenBack: boolean;
  firstDeposits: number;
  leads: number;
}

/** Types of deals have the same name in every language, except “As reported”, which is left out. */
const titleOf = (dealType: string, { performance }: { performance: string }): string =>
  [dealType === REPORTED ? '' : dealType, performance].filter(Boolean).join(' ');

/** For example `CPA commission · Casino · Austria · October 2026 · 14 first deposits`. */
export function describeLine(group: Described, names: Names, language: 'en' | 'de'): string {
  const words = WORDS[language];
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${group.earned}-01T00:00:00Z`),
  );
  const title = group.contract === 'flat' ? words.flat : titleOf(group.dealType, words);
  return [
    title,
    names.product.get(group.productId),
    names.geo.get(group.geoId),
    month,
    group.takenBack && words.takenBack,
    !group.takenBack && group.firstDeposits > 0 && counted(group.firstDeposits, words.firstDeposits),
    !group.takenBack && group.leads > 0 && counted(group.leads, words.leads),
  ]
    .filter(Boolean)
    .join(' · ');
}
