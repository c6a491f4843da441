import * as calls from '@signpost/contract/calls/documents.ts';
import { creditDocument, listDocuments } from '@signpost/contract/calls/documents.ts';
import * as payments from '@signpost/contract/calls/payments.ts';
import {
  allocatePayment,
  applyCreditNote,
  recordPayment,
  writeOffDocument,
} from '@signpost/contract/calls/payments.ts';
import { compareMoney, subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { thorough } from '@signpost/testkit/thorough.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runOnce } from '../../platform/postgres.ts';
import { readRows } from '../../platform/rows.ts';
import { documentWorld } from './testing/world.ts';
import { verifyDocuments } from './verify.ts';

const world = await documentWorld();
const { author, db, view, tell, draft, issue, setNow } = world;

const revenue = (amount: string, more = {}) => ({ partnerId: 951, amount, revenue: amount, firstDeposits: 1, ...more });
const statement = async (partyId: number, from = '2026-01-01', to = '2026-12-31') =>
  await call(author, payments.readStatement, { params: { side: 'receivable', partyId }, query: { from, to } });

/** The balance of a partner in the ledger, per currency, and the sum of all postings in base currency. */
async function ledger(partyId: number) {
  const rows = await readRows(
    db,
    z.object({ currency: z.string(), amount: z.string(), base: z.string() }),
    sql`SELECT currency, sum(amount)::text AS amount, sum(base_amount)::text AS base FROM postings
      WHERE partner_id = ${partyId} AND account = 'receivables' GROUP BY currency`,
  );
  const [sum] = await readRows(
    db,
    z.object({ base: z.string() }),
    sql`SELECT coalesce(sum(base_amount), 0)::text AS base FROM postings`,
  );
  expect(compareMoney(sum?.base ?? '1', '0')).toBe(0);
  return rows;
}

await setNow('2026-11-12T10:00:00Z');

const pay = (body: object) =>
  attempt(author, recordPayment, { body: { legalEntityId: 1, side: 'receivable', day: '2026-11-12', ...body } });

describe('An invoice in another currency', () => {
  it('is taxed by the table, booked at the last published rate, and part-paid with a realised difference', async () => {
    const deposit = { partnerId: 952, amount: '125', currency: 'USD', rate: '0.8', revenue: '100', firstDeposits: 1 };
    await tell([
      ...Array.from({ length: 8 }, () => deposit),
      { partnerId: 952, amount: '0.333333', currency: 'USD', rate: '0.8', revenue: '0.266666', dealType: 'RevShare' },
    ]);
    const id = await draft('receivable', 952, 'USD');
    const { payload } = await view(id);
    expect(payload.groups).toMatchObject([{ category: 'AE', vat: '0.00', noteCode: 'VATEX-EU-AE' }]);
    expect(payload.rate).toMatchObject({
      rate: '0.8',
      publishedOn: '2026-09-30',
      agreedOn: '2026-10-31',
      source: 'ecb',
    });
    expect(payload.functional).toEqual({ net: '800.26', vat: '0.00', total: '800.26' });
    expect(payload.statistics.base).toBe('800.266666');
    expect(payload.lines.map(({ quantity, unitPrice, net }) => [quantity, unitPrice, net])).toEqual([
      ['8', '125.00', '1000.00'],
      ['1', '0.33', '0.33'],
    ]);
    await issue(id);
    const payment = { partyId: 952, currency: 'EUR', amount: '600', reference: 'Wire 1' };
    const tooMuch = [{ documentId: id, amount: '1000.34', taken: '600' }];
    expect((await pay({ ...payment, allocations: tooMuch })).body.errors).toEqual([
      { path: 'allocations.0.amount', message: 'At most $1,000.33 are open.' },
    ]);
    expect((await pay({ ...payment, allocations: [{ documentId: id, amount: '800', taken: '600' }] })).status).toBe(
      201,
    );
    expect(await view(id)).toMatchObject({ state: 'partPaid', open: '200.33' });
    const difference = await readRows(
      db,
      z.object({ base: z.string() }),
      sql`SELECT sum(base_amount)::text AS base FROM postings WHERE account = 'exchangeDifference'`,
    );
    // The document's part was worth 639.998… EUR at its own rate, rounded; 600 were received.
    expect(difference[0]?.base).toBe('40.00');
    expect(await ledger(952)).toEqual([{ currency: 'USD', amount: '200.33', base: '160.26' }]);
  });
});

describe('Credit notes', () => {
  it('reduce what is open, never exceed a line, and together come to exactly the invoice', async () => {
    await tell([revenue('33.335'), revenue('33.335', { geoId: 57 }), revenue('33.335', { productId: 2 })]);
    const id = await draft('receivable', 951);
    await issue(id);
    const invoice = await view(id);
    expect(invoice.payload.totals).toEqual({ net: '100.01', vat: '20.00', total: '120.01' });
    const credit = (lines: { position: number; amount: string }[], more = {}) =>
      attempt(author, creditDocument, { params: { id }, body: { lines, reason: 'Rejected players', ...more } });
    expect((await credit([{ position: 1, amount: '33.36' }])).body.errors[0]).toEqual({
      path: 'lines.0.amount',
      message: 'At most 33.34 can still be credited.',
    });
    let vat = '0';
    let net = '0';
    for (const parts of [['11.11', '5.55', '0.01'], ['1.23', '27.78', '0.02'], null]) {
      const { creditable } = await view(id);
      const lines = creditable.map(({ position, left }, at) => ({ position, amount: parts?.[at] ?? left }));
      const made = await credit(lines, { releasesFacts: parts === null, settlement: 'customerCredit' });
      expect(made.status).toBe(201);
      expect((await credit([{ position: 1, amount: '1' }])).status).toBe(409);
      const note: { id: number } = made.body.data;
      expect(await issue(note.id)).toMatch(/^SP-CN-2026-0000\d$/);
      const { payload } = await view(note.id);
      vat = sumMoney([vat, payload.totals.vat]);
      net = sumMoney([net, payload.totals.net]);
    }
    expect([net, vat]).toEqual(['100.01', '20']);
    expect(await view(id)).toMatchObject({ state: 'credited', open: '0.00' });
    expect((await credit([{ position: 1, amount: '0.01' }])).status).toBe(400);
    const [acme] = await statement(951);
    expect(acme).toMatchObject({ closing: '0', documents: '0', settled: '0' });
    expect(await ledger(951)).toEqual([{ currency: 'EUR', amount: '0.00', base: '0.00' }]);
  });

  it('give the facts of a fully credited invoice back, which are billed again', async () => {
    const id = await draft('receivable', 951);
    expect((await view(id)).payload.totals.net).toBe('100.01');
    await issue(id);
  });
});

describe('Customer credit', () => {
  it('settles another invoice of its party, never more than either has left, and only within its currency', async () => {
    await tell([
      { partnerId: 952, amount: '500', currency: 'USD', rate: '0.8', revenue: '400', at: '2026-11-02T12:00:00.000Z' },
    ]);
    const first = await draft('receivable', 952, 'USD', '2026-11');
    await issue(first);
    await pay({
      partyId: 952,
      currency: 'USD',
      amount: '500',
      allocations: [{ documentId: first, amount: '500', taken: '500' }],
    });
    const made = await attempt(author, creditDocument, {
      params: { id: first },
      body: {
        lines: [{ position: 1, amount: '300' }],
        reason: 'Fraud',
        settlement: 'customerCredit',
      },
    });
    const note: { id: number } = made.body.data;
    const apply = (documentId: number, amount: string, id = note.id) =>
      attempt(author, applyCreditNote, { params: { id }, body: { documentId, amount } });
    expect((await apply(first, '1')).status).toBe(409);
    await issue(note.id);
    expect(await view(note.id)).toMatchObject({ open: '300.00', state: 'issued' });
    const rows = await call(author, calls.listDocuments, { query: { partnerId: 952, state: 'partPaid', limit: 500 } });
    const invoice = rows.find(({ currency }) => currency === 'USD');
    const id = invoice?.id ?? 0;
    expect(invoice?.open).toBe('200.33');
    const [acme] = await call(author, calls.listDocuments, { query: { partnerId: 951, kind: 'invoice' } });
    const refusals = [
      await apply(id, '200.34'),
      await apply(id, '0'),
      await apply(acme?.id ?? 0, '1'),
      await apply(note.id, '1'),
      await apply(id, '300.01'),
    ];
    expect(refusals.map(({ status, body }) => [status, body.errors[0]?.path])).toEqual([
      [400, 'amount'],
      [400, 'amount'],
      [400, 'documentId'],
      [400, 'documentId'],
      [400, 'amount'],
    ]);
    expect((await apply(first, '1', id)).status).toBe(409);
    const atOnce = await Promise.all([apply(id, '150'), apply(id, '150')]);
    expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(await view(id)).toMatchObject({ open: '50.33', state: 'partPaid' });
    expect(await view(note.id)).toMatchObject({ open: '150.00', state: 'issued' });
    // A credit that settles an invoice moves nothing between the party and us.
    const usd = (await statement(952)).find(({ currency }) => currency === 'USD');
    expect(usd?.closing).toBe('-99.67');
    const own = (await ledger(952)).find(({ currency }) => currency === 'USD');
    expect(own?.amount).toBe('-99.67');
  });

  it('closes every statement with the opening of the next, whatever day divides them', async () => {
    const days = fc.date({ min: new Date('2025-11-01'), max: new Date('2027-03-01'), noInvalidDate: true });
    await fc.assert(
      fc.asyncProperty(days, fc.constantFrom(951, 952), async (at, partyId) => {
        const day = at.toISOString().slice(0, 10);
        const next = new Date(at.getTime() + 86_400_000).toISOString().slice(0, 10);
        const before = await statement(partyId, '2025-01-01', day);
        const after = await statement(partyId, next, '2027-12-31');
        for (const { currency, opening, documents, settled, closing } of after) {
          const earlier = before.find((one) => one.currency === currency);
          expect(compareMoney(opening, earlier?.closing ?? '0')).toBe(0);
          expect(compareMoney(closing, subtractMoney(sumMoney([opening, documents]), settled))).toBe(0);
        }
      }),
      { numRuns: thorough(6, 200) },
    );
  });
});

describe('Payments', () => {
  it.each([
    ['partyId', { partyId: 777_777 }],
    ['partyId', { partyId: 910 }],
    ['legalEntityId', { legalEntityId: 777_777 }],
    ['currency', { currency: 'XXX' }],
    ['day', { day: '2026-11-13' }],
    ['day', { day: '2027-01-01' }],
    ['amount', { amount: '0' }],
  ])('are refused at %s for %j', async (path, more) => {
    const { status, body } = await pay({ partyId: 951, currency: 'EUR', amount: '1.00', ...more });
    expect([status, body.errors[0]?.path]).toEqual([400, path]);
  });

  it('settle several documents, refuse more than is open, and are recorded once per key', async () => {
    const [invoice] = await call(author, calls.listDocuments, { query: { state: 'issued', kind: 'invoice' } });
    const documentId = invoice?.id ?? 0;
    const allocations = [{ documentId, amount: '20.01', taken: '20.01' }];
    const payment = { partyId: 951, currency: 'EUR', amount: '100', reference: 'Wire 2', allocations };
    const results = await Promise.all([1, 2].map(() => pay({ ...payment, amount: '120' })));
    expect(results.map(({ status }) => status)).toEqual([201, 201]);
    expect(await view(documentId)).toMatchObject({ open: '79.99', state: 'partPaid' });
    const paymentId = z.object({ id: z.number() }).parse(results[0]?.body.data).id;
    const rest = (amount: string) =>
      attempt(author, allocatePayment, {
        params: { id: paymentId },
        body: {
          allocations: [{ documentId, amount, taken: amount }],
        },
      });
    const answers = await Promise.all([rest('50'), rest('50')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const writeOff = async (amount: string) =>
      await attempt(
        author,
        writeOffDocument,
        { params: { id: documentId }, body: { amount, reason: 'Bankrupt' } },
        { 'idempotency-key': `write-off-${amount}` },
      );
    // The answer was lost and the button was pressed again: nothing is written off twice.
    expect([(await writeOff('9.99')).status, (await writeOff('9.99')).status]).toEqual([200, 200]);
    expect(await view(documentId)).toMatchObject({ open: '20.00' });
    expect((await writeOff('20.00')).status).toBe(200);
    expect(await view(documentId)).toMatchObject({ open: '0.00', state: 'writtenOff' });
  });

  it('leave a statement that closes with the balance of the ledger, at any date', async () => {
    for (const partyId of [951, 952])
      for (const from of ['2026-01-01', '2026-11-06', '2026-12-31'])
        for (const one of await statement(partyId, from)) {
          const sum = subtractMoney(sumMoney([one.opening, one.documents]), one.settled);
          expect(compareMoney(sum, one.closing)).toBe(0);
          const own = (await ledger(partyId)).find(({ currency }) => currency === one.currency);
          expect(compareMoney(one.closing, own?.amount ?? '0')).toBe(0);
          if (one.entries.length > 0) expect(one.entries.at(-1)?.balance).toBe(one.closing);
        }
  });

  it('leave the same open in the list of balances as in each statement', async () => {
    const balances = await call(author, payments.listBalances, { params: { side: 'receivable' } });
    expect(balances.length).toBeGreaterThan(1);
    for (const { partyId, currency, documents, settled, open } of balances) {
      const own = (await statement(partyId, '2020-01-01', '2029-12-31')).find((one) => one.currency === currency);
      expect(compareMoney(open, own?.closing ?? '')).toBe(0);
      expect(compareMoney(documents, own?.documents ?? '')).toBe(0);
      expect(compareMoney(settled, own?.settled ?? '')).toBe(0);
    }
    const open = balances.map((row) => Number(row.open));
    expect(open).toEqual([...open].sort((one, other) => other - one));
    expect(await call(author, payments.listBalances, { params: { side: 'payable' } })).toEqual([]);
  });

  it('age what is open and list each document under exactly its state', async () => {
    await setNow('2027-02-01T10:00:00Z');
    const all = await attempt(author, listDocuments, { query: { limit: 500 } });
    const rows = z.array(z.looseObject({ id: z.number(), state: z.string() })).parse(all.body.data);
    for (const state of [
      'draft',
      'proposed',
      'approved',
      'issued',
      'partPaid',
      'paid',
      'credited',
      'writtenOff',
    ] as const) {
      const listed = await call(author, calls.listDocuments, { query: { state, limit: 500 } });
      expect(listed.map(({ id }) => id).sort()).toEqual(
        rows
          .filter((row) => row.state === state)
          .map(({ id }) => id)
          .sort(),
      );
    }
    expect(all.body.meta.ages).toEqual([{ side: 'receivable', age: 'upTo60', open: '40.26', count: 1 }]);
  });
});

describe('Issuing', () => {
  it('gives 16 issuers at once numbers without a gap, and refuses a day before the last one', async () => {
    const ids: number[] = [];
    for (let month = 1; month <= 8; month += 1) {
      const at = `2025-0${month}-15T12:00:00.000Z`;
      await tell([revenue('10', { at }), { ...revenue('12', { at }), partnerId: 952 }]);
      ids.push(
        await draft('receivable', 951, 'EUR', `2025-0${month}`),
        await draft('receivable', 952, 'EUR', `2025-0${month}`),
      );
    }
    const numbers = await Promise.all(ids.map((id) => issue(id)));
    expect([...numbers].sort()).toEqual(
      Array.from({ length: 16 }, (_, index) => `SP-INV-2027-${String(index + 1).padStart(5, '0')}`),
    );
    expect((await verifyDocuments(db)).problems).toEqual([]);
    await setNow('2027-01-31T10:00:00Z');
    await tell([revenue('10', { at: '2025-09-15T12:00:00.000Z' })]);
    await expect(issue(await draft('receivable', 951, 'EUR', '2025-09'))).rejects.toThrow('Dates never go backwards');
  });

  it('is found broken by whoever changes a document behind the triggers', async () => {
    const change = (statement: string) =>
      runOnce(world.databases.databaseUrl, `SET session_replication_role = replica; ${statement}`);
    const last = `(SELECT id FROM documents WHERE number = 'SP-INV-2027-00016')`;
    await change(`UPDATE documents SET total = total + 1 WHERE id = ${last}`);
    expect((await verifyDocuments(db)).problems[0]).toMatch('do not add up');
    await change(`UPDATE documents SET total = total - 1, payload = payload || '{"note": "x"}' WHERE id = ${last}`);
    expect((await verifyDocuments(db)).problems[0]).toMatch('content of SP-INV-2027-00016 was changed');
    await change(`DELETE FROM documents WHERE id = ${last}`);
    expect((await verifyDocuments(db)).problems[0]).toMatch('was cut off after number 15');
  });
});
