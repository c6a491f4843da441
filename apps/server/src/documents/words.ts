/** The words of lines, in the language of the legal entity. */
import type { Contract } from '@signpost/contract/money/document.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../database.ts';
import { readRows } from '../platform/rows.ts';

const nameRow = z.object({ kind: z.enum(['product', 'geo']), id: z.number(), name: z.string() });

export interface Names {
  product: ReadonlyMap<number, string>;
  geo: ReadonlyMap<number, string>;
}

/** The current names of products and geos. */
export async function readNames(db: Queryable): Promise<Names> {
  const rows = await readRows(
    db,
    nameRow,
    sql`SELECT 'product' AS kind, id, name FROM products UNION ALL SELECT 'geo', id, country FROM geos`,
  );
  const namesOf = (kind: 'product' | 'geo') =>
    new Map(rows.filter((row) => row.kind === kind).map(({ id, name }) => [id, name]));
  return { product: namesOf('product'), geo: namesOf('geo') };
}

const WORDS = {
  en: {
    flat: 'Flat fees',
    performance: 'Commission',
    firstDeposits: ['first deposit', 'first deposits'],
    leads: ['lead', 'leads'],
  },
  de: {
    flat: 'Fixgebühren',
    performance: 'Provision',
    firstDeposits: ['Ersteinzahlung', 'Ersteinzahlungen'],
    leads: ['Lead', 'Leads'],
  },
} as const;

const counted = (count: number, [one, many]: readonly [string, string]): string =>
  `${count} ${count === 1 ? one : many}`;

interface Described {
  contract: Contract;
  dealType: string;
  productId: number;
  geoId: number;
  /** The month in which the facts happened. */
  earned: string;
  firstDeposits: number;
  leads: number;
}

/** For example `CPA commission · Casino · Austria · October 2026 · 14 first deposits`. */
export function describeLine(group: Described, names: Names, language: 'en' | 'de'): string {
  const words = WORDS[language];
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${group.earned}-01T00:00:00Z`),
  );
  const title = group.contract === 'flat' ? words.flat : [group.dealType, words.performance].filter(Boolean).join(' ');
  return [
    title,
    names.product.get(group.productId),
    names.geo.get(group.geoId),
    month,
    group.firstDeposits > 0 && counted(group.firstDeposits, words.firstDeposits),
    group.leads > 0 && counted(group.leads, words.leads),
  ]
    .filter(Boolean)
    .join(' · ');
}
