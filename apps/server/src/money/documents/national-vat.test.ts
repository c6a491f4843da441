/** The VAT of a document in the national currency of its seller (docs/decisions/0322). */

import { downloadDocument } from '@signpost/contract/calls/document-files.ts';
import { creditDocument } from '@signpost/contract/calls/documents.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { buildExchangeRate, buildPartner } from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { documentWorld } from './testing/world.ts';

const world = await documentWorld();
const { author, db, view, tell, draft, drafts, issue } = world;

await sql`DELETE FROM exchange_rates WHERE currency IN ('GBP', 'PLN')`.execute(db);
await buildExchangeRate(db, { currency: 'GBP', day: '2026-10-30', perEuro: '0.87', source: 'ecb' });
/** A legal entity and a partner of a country, so that its VAT is charged. */
async function country(id: number, code: string, vatId: string, prefix: string) {
  const geo = await db.selectFrom('geos').select('id').where('code', '=', code).executeTakeFirstOrThrow();
  await sql`INSERT INTO legal_entities (id, name, legal_name, street, postal_code, city, billing_geo_id, vat_id, number_prefix)
    VALUES (${id}, ${prefix}, ${prefix}, 'Street 1', 'W1A 1AA', 'City', ${geo.id}, ${vatId}, ${prefix})`.execute(db);
  await buildPartner(db, {
    id,
    name: prefix,
    partnerTypeId: 950,
    currency: 'EUR',
    legalName: prefix,
    street: 'Street 2',
    postalCode: 'W1A 1AB',
    city: 'City',
    billingGeoId: geo.id,
    vatId,
    billingFrom: '2025-01-01',
  });
}
await country(40_001, 'GB', 'GB123456789', 'UK');
await country(40_002, 'PL', 'PL1234567890', 'PLC');

const due = (partnerId: number, currency: string) =>
  tell([{ partnerId, amount: '100.005', currency, revenue: '100.005', firstDeposits: 1 }]);
const draftOf = (id: number, currency: string) =>
  drafts({ legalEntityId: id, month: '2026-10', items: [{ side: 'receivable', partyId: id, currency }] });

it('is stated in pounds on an invoice in euro or dollars with British VAT, and in parts on its credit notes', async () => {
  await due(40_001, 'EUR');
  const [made] = await draftOf(40_001, 'EUR');
  const id = made?.documentId ?? 0;
  const { payload } = await view(id);
  expect(payload.totals).toEqual({ net: '100.01', vat: '20.00', total: '120.01' });
  expect(payload.nationalVat).toMatchObject({
    net: '87.01',
    vat: '17.40',
    rate: {
      currency: 'EUR',
      to: 'GBP',
      rate: '0.87',
      agreedOn: '2026-10-31',
      publishedOn: '2026-10-30',
      source: 'ecb',
    },
  });
  await issue(id);
  const { text } = await attempt(author, downloadDocument, { params: { id, form: 'xml' } });
  expect(text).toContain('<cbc:TaxCurrencyCode>GBP</cbc:TaxCurrencyCode>');
  expect(text).toContain('<cbc:TaxAmount currencyID="GBP">17.40</cbc:TaxAmount>');
  const parts: string[] = [];
  for (const amount of ['33.33', '33.33', '33.35']) {
    const body = { lines: [{ position: 1, amount }], reason: 'Rejected' };
    const note = await call(author, creditDocument, { params: { id }, body });
    parts.push((await view(note.id)).payload.nationalVat?.vat ?? '');
    await issue(note.id);
  }
  expect(parts.reduce((sum, part) => sum + Math.round(Number(part) * 100), 0)).toBe(1740);
  await due(40_001, 'USD');
  const [other] = await draftOf(40_001, 'USD');
  // One euro is 1.25 dollars and 0.87 pounds.
  expect((await view(other?.documentId ?? 0)).payload.nationalVat).toMatchObject({
    vat: '13.92',
    rate: { currency: 'USD', to: 'GBP', rate: '0.696', publishedOn: '2026-09-30' },
  });
});

it('says which rate is missing, and is not stated where no VAT is charged or the euro is the national currency', async () => {
  await due(40_002, 'EUR');
  expect(await draftOf(40_002, 'EUR')).toMatchObject([
    {
      documentId: null,
      problem: 'No rate of PLN was published on or before 2026-10-31. Add it under Partner override, Rates.',
    },
  ]);
  await due(951, 'EUR');
  expect((await view(await draft('receivable', 951))).payload.nationalVat).toBeUndefined();
  await due(40_001, 'EUR');
  const [reverse] = await drafts({
    legalEntityId: 1,
    month: '2026-10',
    items: [{ side: 'receivable', partyId: 40_001, currency: 'EUR' }],
  });
  const { payload } = await view(reverse?.documentId ?? 0);
  expect([payload.totals.vat, payload.nationalVat]).toEqual(['0.00', undefined]);
});
