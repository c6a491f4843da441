/** Documents and payments in currencies without decimals and with three (docs/decisions/0201). */

import { downloadDocument } from '@signpost/contract/calls/document-files.ts';
import * as calls from '@signpost/contract/calls/documents.ts';
import { creditDocument } from '@signpost/contract/calls/documents.ts';
import * as payments from '@signpost/contract/calls/payments.ts';
import { recordPayment, writeOffDocument } from '@signpost/contract/calls/payments.ts';
import type { DocumentPayload } from '@signpost/contract/money/document.ts';
import { compareMoney, subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { convertMoney, roundMoney } from '@signpost/contract/money/rounding.ts';
import { decimalsOf, placesOf } from '@signpost/contract/reading/minor-units.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { buildExchangeRate, buildPartner } from '@signpost/testkit/factories.ts';
import { thorough } from '@signpost/testkit/thorough.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readRows } from '../../platform/rows.ts';
import { documentWorld } from './testing/world.ts';
import { verifyDocuments } from './verify.ts';

const world = await documentWorld();
const { author, db, view, tell, draft, drafts, issue, setNow } = world;
await buildExchangeRate(db, { currency: 'KWD', day: '2026-01-02', perEuro: '0.36', source: 'manual' });
await buildExchangeRate(db, { currency: 'CLF', day: '2026-01-02', perEuro: '0.027', source: 'manual' });
await buildExchangeRate(db, { currency: 'BTC', day: '2026-01-02', perEuro: '0.00001', source: 'manual' });
await sql`DELETE FROM exchange_rates WHERE currency = 'JPY'`.execute(db);
await buildExchangeRate(db, { currency: 'JPY', day: '2026-01-02', perEuro: '160', source: 'manual' });
await setNow('2026-11-12T10:00:00Z');

let nextId = 30_000;
/** A partner in Austria or Germany; with a VAT id it is a business. */
async function partner({ currency, geoId, hasVatId }: { currency: string; geoId: number; hasVatId: boolean }) {
  nextId += 1;
  const vatId = geoId === 12 ? 'ATU12345678' : 'DE123456789';
  await buildPartner(db, {
    id: nextId,
    name: `Party ${nextId}`,
    partnerTypeId: 950,
    currency,
    legalName: 'Party',
    street: 'Street 1',
    postalCode: '1010',
    city: 'City',
    billingGeoId: geoId,
    vatId: hasVatId ? vatId : null,
    isConsumer: !hasVatId,
    billingFrom: '2025-01-01',
  });
  return nextId;
}

async function invoiceOf(partyId: number, currency: string, amounts: readonly string[]): Promise<number> {
  await tell(
    amounts.map((amount, index) => ({ partnerId: partyId, amount, currency, revenue: amount, productId: index })),
  );
  return await draft('receivable', partyId, currency);
}

const pay = (partyId: number, body: object) =>
  attempt(author, recordPayment, {
    body: { legalEntityId: 1, side: 'receivable', day: '2026-11-12', partyId, ...body },
  });

const statedIn = ({ lines, groups, totals }: DocumentPayload): string[] => [
  ...lines.map(({ net }) => net),
  ...groups.flatMap(({ net, vat }) => [net, vat]),
  ...Object.values(totals),
];

it('states a JPY invoice without decimals, and refuses a finer payment, credit and write-off by a sentence', async () => {
  const partyId = await partner({ currency: 'JPY', geoId: 12, hasVatId: true });
  const id = await invoiceOf(partyId, 'JPY', ['1126.5']);
  const { payload } = await view(id);
  expect(payload.lines.map(({ quantity, unitPrice, net }) => [quantity, unitPrice, net])).toEqual([
    ['1', '1127', '1127'],
  ]);
  expect(payload.totals).toEqual({ net: '1127', vat: '225', total: '1352' });
  expect(payload.functional).toEqual({ net: '7.04', vat: '1.41', total: '8.45' });
  await issue(id);
  const xml = (await attempt(author, downloadDocument, { params: { id, form: 'xml' } })).text;
  expect(xml).toContain('<cbc:PayableAmount currencyID="JPY">1352</cbc:PayableAmount>');
  expect((await attempt(author, downloadDocument, { params: { id, form: 'csv' } })).text).toContain(
    'Total,,,,,,1352,JPY',
  );
  const finer = 'Enter an amount without decimals: JPY has none.';
  const allocations = [{ documentId: id, amount: '10.5', taken: '10.5' }];
  expect((await pay(partyId, { currency: 'JPY', amount: '10.5' })).body.errors).toEqual([
    { path: 'amount', message: finer },
  ]);
  expect((await pay(partyId, { currency: 'JPY', amount: '11', allocations })).body.errors).toEqual([
    { path: 'allocations.0.amount', message: finer },
  ]);
  expect(
    (await refusal(author, writeOffDocument, { params: { id }, body: { amount: '0.4', reason: 'x' } })).errors,
  ).toEqual([{ path: 'amount', message: finer }]);
  const credit = { lines: [{ position: 1, amount: '1.5' }], reason: 'x' };
  expect((await refusal(author, creditDocument, { params: { id }, body: credit })).errors).toEqual([
    { path: 'lines.0.amount', message: finer },
  ]);
  const whole = [{ documentId: id, amount: '1352', taken: '1352' }];
  expect((await pay(partyId, { currency: 'JPY', amount: '1400', allocations: whole })).status).toBe(201);
  expect(await view(id)).toMatchObject({ state: 'paid', open: '0', allocations: [{ amount: '1352', taken: '1352' }] });
  const [payment] = await call(author, payments.listPayments, { query: { partyId } });
  expect(payment).toMatchObject({ amount: '1400', left: '48', baseAmount: '8.75' });
});

it('states a KWD invoice with three decimals, has no XML for it, and says so', async () => {
  const partyId = await partner({ currency: 'KWD', geoId: 12, hasVatId: true });
  const id = await invoiceOf(partyId, 'KWD', ['1.2345', '2']);
  expect((await view(id)).payload.totals).toEqual({ net: '3.235', vat: '0.647', total: '3.882' });
  await issue(id);
  expect((await attempt(author, downloadDocument, { params: { id, form: 'xml' } })).body.errors[0]?.message).toBe(
    'Amounts in KWD have three decimals, and the standard of electronic invoices allows two. There is no XML; send the PDF.',
  );
  expect((await attempt(author, downloadDocument, { params: { id, form: 'pdf' } })).status).toBe(200);
  expect((await pay(partyId, { currency: 'KWD', amount: '1.2345' })).body.errors).toEqual([
    { path: 'amount', message: 'Enter an amount with at most three decimals, as KWD has.' },
  ]);
});

it('makes no document and no payment in a crypto currency', async () => {
  const partyId = await partner({ currency: 'BTC', geoId: 12, hasVatId: true });
  await tell([{ partnerId: partyId, amount: '0.05', currency: 'BTC', revenue: '5000' }]);
  const problem = 'BTC is not a currency of ISO 4217, so no document or payment can be in it.';
  const due = await call(author, calls.listDue, { query: { side: 'receivable', month: '2026-10' } });
  expect(due.find((row) => row.partyId === partyId)).toMatchObject({ currency: 'BTC', problem });
  const items = [{ side: 'receivable' as const, partyId, currency: 'BTC' }];
  expect(await drafts({ legalEntityId: 1, month: '2026-10', items })).toMatchObject([{ documentId: null, problem }]);
  expect((await pay(partyId, { currency: 'BTC', amount: '1' })).body.errors).toEqual([
    { path: 'currency', message: problem },
  ]);
});

it('settles the part of a unit in a document from before minor units, and credits it completely', async () => {
  const partyId = await partner({ currency: 'JPY', geoId: 12, hasVatId: true });
  const id = await invoiceOf(partyId, 'JPY', ['1000']);
  // A draft from before minor units were supported has two decimals in every currency.
  const { payload } = await view(id);
  const [line] = payload.lines;
  const [group] = payload.groups;
  const before = {
    ...payload,
    lines: [{ ...line, net: '1000.30', unitPrice: '1000.30' }],
    groups: [{ ...group, net: '1000.30', vat: '200.06' }],
    totals: { net: '1000.30', vat: '200.06', total: '1200.36' },
  };
  const { createHash } = await import('node:crypto');
  const { canonical } = await import('../../workplace/records/audit-values.ts');
  const hash = createHash('sha256').update(canonical(before)).digest('hex');
  await sql`UPDATE documents SET payload = ${JSON.stringify(before)}::jsonb, payload_hash = ${hash}, net = 1000.30,
    vat = 200.06, total = 1200.36 WHERE id = ${id}`.execute(db);
  await sql`UPDATE document_lines SET net = 1000.30 WHERE document_id = ${id}`.execute(db);
  await issue(id);
  const part = [{ documentId: id, amount: '600.36', taken: '600.36' }];
  expect((await pay(partyId, { currency: 'JPY', amount: '601', allocations: part })).status).toBe(201);
  const credit = { lines: [{ position: 1, amount: '1000.30' }], reason: 'x', settlement: 'outside' as const };
  const note = await call(author, creditDocument, { params: { id }, body: credit });
  expect((await view(note.id)).payload.totals).toEqual(before.totals);
  await issue(note.id);
  expect(await view(id)).toMatchObject({ open: '0.00' });
});

const given = fc.record({
  currency: fc.constantFrom('EUR', 'USD', 'JPY', 'KWD', 'CLF'),
  geoId: fc.constantFrom(12, 57),
  hasVatId: fc.boolean(),
  amounts: fc.array(
    fc.integer({ min: 1, max: 900_000_000 }).map((units) => (units / 1_000_000).toFixed(6)),
    { minLength: 1, maxLength: 6 },
  ),
  /** Percent of what is open, paid one after the other. */
  parts: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 3 }),
});

it('never states an amount finer than its currency, and payments, losses and what is open come to the total', async () => {
  await fc.assert(
    fc.asyncProperty(given, async ({ currency, geoId, hasVatId, amounts, parts }) => {
      const places = placesOf(currency);
      const rounding = { mode: 'halfUp', places } as const;
      const partyId = await partner({ currency, geoId, hasVatId });
      if (compareMoney(roundMoney(sumMoney(amounts), rounding), '0') === 0) return;
      const id = await invoiceOf(partyId, currency, amounts);
      const { payload } = await view(id);
      expect(new Set(statedIn(payload).map(decimalsOf))).toEqual(new Set([places]));
      const { net, vat, total } = payload.totals;
      const [group] = payload.groups;
      expect(net).toBe(roundMoney(sumMoney(amounts), rounding));
      expect(vat).toBe(convertMoney(net, String(Number(group?.rate) / 100), rounding));
      expect(compareMoney(sumMoney(payload.lines.map((line) => line.net)), net)).toBe(0);
      expect(compareMoney(sumMoney([net, vat]), total)).toBe(0);
      await issue(id);
      let open = total;
      for (const percent of parts) {
        const amount = convertMoney(open, String(percent / 100), rounding);
        const finer = `${amount}${places === 0 ? '.' : ''}5`;
        expect((await pay(partyId, { currency, amount: finer })).status).toBe(400);
        if (compareMoney(amount, '0') === 0) break;
        const allocations = [{ documentId: id, amount, taken: amount }];
        expect((await pay(partyId, { currency, amount, allocations })).status).toBe(201);
        open = subtractMoney(open, amount);
        expect(compareMoney((await view(id)).open, open)).toBe(0);
      }
      if (compareMoney(open, '0') > 0) {
        const loss = { amount: open, reason: 'Given up' };
        expect((await attempt(author, writeOffDocument, { params: { id }, body: loss })).status).toBe(200);
      }
      const settled = await view(id);
      expect(settled.open).toBe(roundMoney('0', rounding));
      expect(compareMoney(sumMoney(settled.allocations.map(({ amount }) => amount)), total)).toBe(0);
      expect(new Set(settled.allocations.map(({ amount }) => decimalsOf(amount)))).toEqual(new Set([places]));
    }),
    { numRuns: thorough(8, 60), endOnFailure: true },
  );
  const wrong = await readRows(
    db,
    z.object({ journalId: z.number() }),
    sql`SELECT journal_id FROM postings GROUP BY journal_id, currency HAVING sum(amount) <> 0
      UNION SELECT journal_id FROM postings GROUP BY journal_id HAVING sum(base_amount) <> 0`,
  );
  expect(wrong).toEqual([]);
  expect((await verifyDocuments(db)).problems).toEqual([]);
});
