/** Both sides of a document as they are now, for its frozen content. */

import { AppError } from '@signpost/contract/errors.ts';
import { type Party, partySchema, type Side } from '@signpost/contract/money/document.ts';
import { ROUNDING_MODES, type RoundingMode } from '@signpost/contract/money/rounding.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import { partyTable } from './sides.ts';

const PARTY_KINDS = { receivable: 'partner', payable: 'publisher' } as const satisfies Record<Side, Party['kind']>;

const entityRow = partySchema
  .required({ taxNumber: true })
  .omit({ kind: true, isConsumer: true, bank: true, vatCountry: true });
const ownRow = entityRow.extend({
  bankName: z.string(),
  iban: z.string(),
  bic: z.string(),
  functionalCurrency: z.string(),
  roundingMode: z.enum(ROUNDING_MODES),
  documentLanguage: z.enum(['en', 'de']),
  paymentTermsDays: z.number(),
  fiscalYearMonth: z.number(),
  numberPrefix: z.string(),
  timeZone: z.string(),
});
const partnerRow = entityRow.extend({
  isConsumer: z.boolean(),
  paymentTermsDays: z.number().nullable(),
});

export interface LegalEntity {
  party: Party;
  functionalCurrency: string;
  rounding: RoundingMode;
  language: 'en' | 'de';
  paymentTermsDays: number;
  fiscalYearMonth: number;
  numberPrefix: string;
  timeZone: string;
}

const ADDRESS = sql`coalesce(t.street, '') AS street, coalesce(t.postal_code, '') AS postal_code,
  coalesce(t.city, '') AS city, coalesce(g.code, '') AS country_code, coalesce(g.country, '') AS country,
  coalesce(t.vat_id, '') AS vat_id, coalesce(t.tax_number, '') AS tax_number, coalesce(t.company_number, '') AS company_number,
  coalesce(t.billing_email, '') AS email, t.is_small_business`;

async function readEntities(db: Queryable, id: number | null): Promise<LegalEntity[]> {
  const rows = await readRows(
    db,
    ownRow,
    sql`SELECT t.id, t.legal_name AS name, ${ADDRESS}, coalesce(t.bank_name, '') AS bank_name,
        coalesce(t.iban, '') AS iban, coalesce(t.bic, '') AS bic, t.functional_currency, t.rounding_mode,
        t.document_language, t.payment_terms_days, t.fiscal_year_month, t.number_prefix, t.time_zone
      FROM legal_entities t LEFT JOIN geos g ON g.id = t.billing_geo_id
      WHERE ${id === null ? sql`t.archived_at IS NULL` : sql`t.id = ${id}`} ORDER BY t.id`,
  );
  return rows.map((row) => {
    const { bankName, iban, bic, functionalCurrency, roundingMode, documentLanguage, ...rest } = row;
    const { paymentTermsDays, fiscalYearMonth, numberPrefix, timeZone, ...address } = rest;
    return {
      party: {
        kind: 'legalEntity',
        ...address,
        isConsumer: false,
        bank: iban === '' ? null : { name: bankName, holder: address.name, iban, bic },
      },
      functionalCurrency,
      rounding: roundingMode,
      language: documentLanguage,
      paymentTermsDays,
      fiscalYearMonth,
      numberPrefix,
      timeZone,
    };
  });
}

/** One of our companies with its settings. Errors: ITEM_NOT_FOUND. */
export async function readLegalEntity(db: Queryable, id: number): Promise<LegalEntity> {
  const [entity] = await readEntities(db, id);
  if (entity === undefined) throw new AppError('ITEM_NOT_FOUND');
  return entity;
}

/** Our companies that are not archived, as parties of documents. */
export const readOwnParties = async (db: Queryable): Promise<Party[]> =>
  (await readEntities(db, null)).map(({ party }) => party);

const nameRow = z.object({ name: z.string() });

/** Errors: VALIDATION at `path` if there is no such partner or publisher. */
export async function refuseUnknownParty(
  db: Queryable,
  { side, partyId, path }: { side: Side; partyId: number; path: string },
): Promise<void> {
  const rows = await readRows(db, nameRow, sql`SELECT name FROM ${partyTable(side)} WHERE id = ${partyId}`);
  const message = `There is no such ${PARTY_KINDS[side]}.`;
  if (rows.length === 0) throw new AppError('VALIDATION', { message, errors: [{ path, message }] });
}

/** Errors: VALIDATION at `legalEntityId` if there is no such legal entity or it is archived. */
export async function refuseUnknownEntity(db: Queryable, id: number): Promise<void> {
  const rows = await readRows(
    db,
    nameRow,
    sql`SELECT name FROM legal_entities WHERE id = ${id} AND archived_at IS NULL`,
  );
  const message = 'There is no such legal entity.';
  if (rows.length === 0) throw new AppError('VALIDATION', { message, errors: [{ path: 'legalEntityId', message }] });
}

const readOthers = (db: Queryable, side: Side, ids: readonly number[]) =>
  readRows(
    db,
    partnerRow,
    sql`SELECT t.id, coalesce(nullif(t.legal_name, ''), t.name) AS name, ${ADDRESS}, t.is_consumer,
        t.payment_terms_days
      FROM ${partyTable(side)} t LEFT JOIN geos g ON g.id = t.billing_geo_id WHERE t.id = ANY(${[...ids]}::bigint[])`,
  );

/** The account of a publisher is a secret and stays off documents. */
const kindOf = (side: Side) => ({ kind: PARTY_KINDS[side], bank: null }) as const;

/** Partners or publishers by their ids, as far as their country is known. */
export async function readCounterparties(
  db: Queryable,
  side: Side,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Party>> {
  const rows = await readOthers(db, side, ids);
  return new Map(
    rows
      .filter(({ countryCode }) => countryCode !== '')
      .map(({ paymentTermsDays: _, ...address }) => [address.id, { ...address, ...kindOf(side) }]),
  );
}

/** The partner or publisher of a side. Errors: ITEM_NOT_FOUND, and VALIDATION while the country is missing. */
export async function readCounterparty(
  db: Queryable,
  side: Side,
  id: number,
): Promise<{ party: Party; paymentTermsDays: number | null }> {
  const [row] = await readOthers(db, side, [id]);
  if (row === undefined) throw new AppError('ITEM_NOT_FOUND');
  const { paymentTermsDays, ...address } = row;
  if (address.countryCode === '')
    throw new AppError('VALIDATION', {
      message: `${address.name} has no country yet. Enter it under Billing; the VAT depends on it.`,
      errors: [{ path: 'partyId', message: 'The country is missing under Billing.' }],
    });
  return { party: { ...address, ...kindOf(side) }, paymentTermsDays };
}
