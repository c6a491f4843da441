/** The demo's legal entity and three months of documents in every state, made by the product's own functions. */

import { addMonths } from '@signpost/contract/dates/dates.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import type { Side } from '@signpost/contract/money/document.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../../../database.ts';
import { createCreditNote } from '../../../money/documents/credit.ts';
import { findDisputed, openDispute } from '../../../money/documents/disputes.ts';
import { createDraft } from '../../../money/documents/drafts.ts';
import { listFacts } from '../../../money/documents/facts.ts';
import { issueDocument } from '../../../money/documents/issue.ts';
import { propose } from '../../../money/documents/lifecycle.ts';
import { recordPayment } from '../../../money/documents/payments.ts';
import { readDocument } from '../../../money/documents/store.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { readRows } from '../../../platform/rows.ts';
import { demoEmail } from '../../../workplace/people/demo-email.ts';
import type { DemoRecords } from './records.ts';

const ENTITY = 1;
const PARTNERS = 3;
const PUBLISHERS = 2;
const MONTHS = 3;
const COUNTRIES = ['MT', 'AT', 'DE', 'GB', 'CY', 'SE'];
const VAT_IDS: Readonly<Record<string, string>> = {
  MT: 'MT12345678',
  AT: 'ATU12345678',
  DE: 'DE123456789',
  CY: 'CY12345678X',
  SE: 'SE123456789012',
};
/** The tax numbers by country. The tax office knows a business without a VAT id by such a number. */
const TAX_NUMBERS: Readonly<Record<string, string>> = { AT: '12 345/6789', GB: '12345 67890' };

/** Everybody who is billed has an address; countries and kinds differ, so that every VAT treatment appears. */
async function storeBilling(trx: Trx, { partners, publishers }: DemoRecords, now: Date): Promise<void> {
  const begins = addMonths(`${now.toISOString().slice(0, 'YYYY-MM'.length)}-01`, -MONTHS);
  await sql`INSERT INTO legal_entities (id, name, legal_name, street, postal_code, city, billing_geo_id, vat_id,
      company_number, billing_email, bank_name, iban, bic, number_prefix)
    SELECT ${ENTITY}, 'Signpost Media', 'Signpost Media GmbH', 'Mariahilfer Straße 12', '1060', 'Vienna', id, 'ATU87654321',
      'FN 123456a', 'invoices@signpost.example', 'Example Bank', 'AT611904300234573201', 'EXMPATWW', 'SP'
    FROM geos WHERE code = 'AT' ON CONFLICT DO NOTHING`.execute(trx);
  for (const [table, rows] of [
    ['partners', partners],
    ['publishers', publishers],
  ] as const)
    for (const [at, { id, name }] of rows.entries()) {
      const code = COUNTRIES[at % COUNTRIES.length] ?? 'AT';
      const isSmall = table === 'publishers' && at === COUNTRIES.indexOf('AT');
      await sql`UPDATE ${sql.table(table)} SET legal_name = ${`${name} Ltd`}, street = ${`Harbour Street ${at + 1}`},
          postal_code = ${String(1000 + at * 10)}, city = 'Example City', vat_id = ${isSmall ? null : (VAT_IDS[code] ?? null)},
          tax_number = ${TAX_NUMBERS[code] ?? null},
          billing_from = ${begins}, billing_email = ${`billing@${name.toLowerCase().replaceAll(/[^a-z]/g, '')}.example`},
          billing_geo_id = (SELECT id FROM geos WHERE code = ${code}), is_small_business = ${isSmall}
        WHERE id = ${id} AND billing_geo_id IS NULL`.execute(trx);
    }
}

interface Maker {
  db: Db;
  clickhouse: ClickHouse;
  author: number;
  approver: number;
}

const idRow = z.object({ id: z.number() });
const personOf = async (db: Db, grade: 'Admin' | 'Management'): Promise<number | undefined> =>
  (await readRows(db, idRow, sql`SELECT id FROM users WHERE email = ${demoEmail(grade)}`))[0]?.id;

async function makeDraft(
  { db, clickhouse, author }: Maker,
  ask: { side: Side; partyId: number; currency: string; month: string },
  at: Date,
): Promise<number | null> {
  const kind = ask.side === 'receivable' ? 'invoice' : 'selfBilled';
  try {
    const all = { ...ask, kind, legalEntityId: ENTITY, note: '', externalNumber: '' } as const;
    return await createDraft({ db, clickhouse }, all, { userId: author, at });
  } catch (error) {
    // A party without conversions in a month has nothing to be billed.
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Proposes, approves and issues on one day. The demo has one other person who approves, so the limits are met by hand. */
async function issue({ db, author, approver }: Maker, id: number, at: Date): Promise<void> {
  const { payloadHash } = await readDocument(db, id);
  await db.transaction().execute((trx) => propose(trx, { id, payloadHash }, { userId: author, at }));
  await sql`INSERT INTO approvals (subject, subject_id, payload_hash, user_id, is_admin, verdict, at)
    SELECT 'document', ${id}, ${payloadHash}, u.id, u.grade = 'Admin', 'approved', ${at}
    FROM users u WHERE u.id = ${approver} OR u.email = ${demoEmail('Operations')}`.execute(db);
  await sql`UPDATE documents SET state = 'approved' WHERE id = ${id}`.execute(db);
  await db.transaction().execute((trx) => issueDocument(trx, { id, payloadHash }, { userId: author, at }));
}

/** Payments in full, in part and not at all; a credit note; a dispute. */
async function settle(maker: Maker, ids: readonly number[], at: Date): Promise<void> {
  const { db, author } = maker;
  const by = { userId: author, at };
  for (const [index, id] of ids.entries()) {
    const { side, partyId, currency, total } = await readDocument(db, id);
    if (index % 3 === 2) continue;
    const amount = index % 3 === 0 ? total : String(Math.floor(Number(total) / 2));
    if (Number(amount) <= 0) continue;
    const day = at.toISOString().slice(0, 10);
    const allocations = [{ documentId: id, amount, taken: amount }];
    const payment = {
      legalEntityId: ENTITY,
      side,
      partyId,
      day,
      currency,
      amount,
      reference: `Wire ${1000 + id}`,
      allocations,
    };
    await db.transaction().execute((trx) => recordPayment(trx, payment, by));
  }
}

async function creditAndDispute(maker: Maker, ids: readonly number[], at: Date): Promise<void> {
  const { db, clickhouse, author } = maker;
  const [id] = ids;
  if (id === undefined) return;
  const document = await readDocument(db, id);
  const line = document.payload.lines.find(({ net }) => Number(net) > 0);
  if (line === undefined) return;
  // Lines of corrections can make an invoice smaller than one of its lines.
  const amount = Number(line.net) < Number(document.net) ? line.net : document.net;
  const credit = {
    invoiceId: id,
    lines: [{ position: line.position, amount }],
    reason: 'Players were rejected after the month was billed',
    settlement: 'customerCredit',
    releasesFacts: false,
  } as const;
  const note = await db.transaction().execute((trx) => createCreditNote(trx, credit, { userId: author, at }));
  await issue(maker, note, at);
  const { side, partyId, currency, payload } = document;
  const billed = { side, partyId, currency, ranges: payload.claims, without: [], with: [] };
  const { facts } = await listFacts(clickhouse, billed, { line: line.filter, limit: 1, offset: 0 });
  const [fact] = facts;
  if (fact === undefined) return;
  const disputed = await findDisputed({ db, clickhouse }, { documentId: id, factId: fact.factId });
  const reason = 'This player had an account with us before.';
  await db.transaction().execute((trx) => openDispute(trx, disputed, reason, { userId: author, at }));
}

/** Makes the documents of the last months, unless there are some. */
export async function storeDocuments(db: Db, clickhouse: ClickHouse, records: DemoRecords, now: Date): Promise<void> {
  await db.transaction().execute((trx) => storeBilling(trx, records, now));
  const author = await personOf(db, 'Management');
  const approver = await personOf(db, 'Admin');
  if (author === undefined || approver === undefined) return;
  const maker: Maker = { db, clickhouse, author, approver };
  const parties = [
    ...records.partners
      .slice(0, PARTNERS)
      .map(({ id, currency }) => ({ side: 'receivable' as const, partyId: id, currency })),
    ...records.publishers
      .slice(0, PUBLISHERS)
      .map(({ id }) => ({ side: 'payable' as const, partyId: id, currency: baseCurrency() })),
  ];
  const today = now.toISOString().slice(0, 10);
  for (let back = MONTHS; back >= 1; back -= 1) {
    const month = addMonths(`${today.slice(0, 'YYYY-MM'.length)}-01`, -back).slice(0, 'YYYY-MM'.length);
    const at = new Date(Math.min(now.getTime(), Date.parse(`${addMonths(`${month}-01`, 1).slice(0, 7)}-04T09:00:00Z`)));
    const ids: number[] = [];
    for (const party of parties) {
      const id = await makeDraft(maker, { ...party, month }, at);
      if (id !== null) ids.push(id);
    }
    if (back > 1) {
      for (const id of ids) await issue(maker, id, at);
      await settle(maker, back === MONTHS ? ids : ids.slice(0, 2), now);
      if (back === 2) await creditAndDispute(maker, ids.slice(3), now);
    } else
      for (const [index, id] of ids.entries()) {
        const { payloadHash } = await readDocument(db, id);
        if (index % 3 === 0)
          await db.transaction().execute((trx) => propose(trx, { id, payloadHash }, { userId: author, at }));
        if (index === 1) await issue(maker, id, at);
      }
  }
}
