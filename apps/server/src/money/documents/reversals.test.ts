/** An entry that was wrong is taken back once, and every balance is as if the entry had never existed. */

import { changeTiers } from '@signpost/contract/calls/document-approvals.ts';
import * as calls from '@signpost/contract/calls/documents.ts';
import { createDrafts, creditDocument } from '@signpost/contract/calls/documents.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import {
  allocatePayment,
  listPayments,
  recordPayment,
  reverseAllocation,
  reversePayment,
  writeOffDocument,
} from '@signpost/contract/calls/payments.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { compareMoney } from '@signpost/contract/money/money.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { buildPartner } from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readRows } from '../../platform/rows.ts';
import { documentWorld } from './testing/world.ts';

const partnerCalls = entityCalls(partner);

const world = await documentWorld();
const { author, admin, db, view, tell, draft, drafts, issue, setNow } = world;
await setNow('2026-11-12T10:00:00Z');

await tell([
  { partnerId: 951, amount: '100', revenue: '100' },
  { partnerId: 952, amount: '1000.01', currency: 'USD', rate: '0.8', revenue: '800.008' },
]);
const euros = await draft('receivable', 951);
const dollars = await draft('receivable', 952, 'USD');
for (const id of [euros, dollars]) await issue(id);

const balance = (account: string) =>
  readRows(
    db,
    z.object({ currency: z.string(), amount: z.string(), base: z.string() }),
    sql`SELECT currency, sum(amount)::text AS amount, sum(base_amount)::text AS base FROM postings
      WHERE account = ${account} GROUP BY currency HAVING sum(amount) <> 0 OR sum(base_amount) <> 0 ORDER BY currency`,
  );
const pay = async (body: object): Promise<number> => {
  const payment = { legalEntityId: 1, side: 'receivable', day: '2026-11-10', ...body };
  const { status, body: answer } = await attempt(author, recordPayment, { body: payment });
  expect([status, answer.errors]).toEqual([201, undefined]);
  return z.object({ id: z.number() }).parse(answer.data).id;
};
const REVERSE = { payments: reversePayment, allocations: reverseAllocation };
const reverse = (what: 'payments' | 'allocations', id: number, reason = 'Entered twice') =>
  attempt(author, REVERSE[what], { params: { id }, body: { reason } });
const unitOf = (documentId: number, amount: string, taken = amount) => [{ documentId, amount, taken }];

describe('A payment that was entered wrongly', () => {
  it('is reversed once, with a reason, and leaves the document open and every account as before', async () => {
    const before = [await balance('receivables'), await balance('bank'), await balance('exchangeDifference')];
    // Parts of odd amounts, of which the middle one is taken back.
    const parts = [];
    for (const amount of ['33.33', '333.34', '77.77'])
      parts.push(await pay({ partyId: 952, currency: 'EUR', amount, allocations: unitOf(dollars, '100.01', amount) }));
    expect((await view(dollars)).open).toBe('699.98');
    expect((await reverse('payments', parts[1] ?? 0, '')).body.errors[0]?.path).toBe('reason');
    for (const id of [parts[1], parts[0], parts[2]]) expect((await reverse('payments', id ?? 0)).status).toBe(200);
    expect(await view(dollars)).toMatchObject({ open: '1000.01', state: 'issued' });
    expect([await balance('receivables'), await balance('bank'), await balance('exchangeDifference')]).toEqual(before);
    expect(await balance('exchangeClearing')).toEqual([]);
    const again = await Promise.all([reverse('payments', parts[0] ?? 0), reverse('payments', 999_999)]);
    expect(again.map(({ status }) => status)).toEqual([409, 404]);
    const { data } = (await attempt(author, listPayments, {})).body;
    const listed = z
      .array(z.object({ left: z.string(), isVoid: z.boolean(), settles: z.array(z.string()) }))
      .parse(data);
    expect(listed).toHaveLength(6);
    expect(listed.every(({ left, isVoid, settles }) => Number(left) === 0 && isVoid && settles.length === 0)).toBe(
      true,
    );
    const rest = { allocations: unitOf(dollars, '1', '1') };
    expect((await refusal(author, allocatePayment, { params: { id: parts[0] }, body: rest })).status).toBe(409);
  });

  it('leaves nothing behind when its document is settled completely afterwards', async () => {
    const wrong = await pay({ partyId: 952, currency: 'USD', amount: '3.33', allocations: unitOf(dollars, '3.33') });
    await pay({ partyId: 952, currency: 'USD', amount: '333.35', allocations: unitOf(dollars, '333.35') });
    expect((await reverse('payments', wrong)).status).toBe(200);
    await pay({ partyId: 952, currency: 'USD', amount: '666.66', allocations: unitOf(dollars, '666.66') });
    expect(await view(dollars)).toMatchObject({ open: '0.00', state: 'paid' });
    const left = (await balance('receivables')).filter(({ currency }) => currency === 'USD');
    expect(left).toEqual([]);
  });
});

describe('A settlement that was entered wrongly', () => {
  it('is taken back alone, so that the payment settles another document', async () => {
    const payment = await pay({ partyId: 951, currency: 'EUR', amount: '50', allocations: unitOf(euros, '50') });
    const [allocation] = (await view(euros)).allocations;
    expect(allocation?.isReversible).toBe(true);
    const both = await Promise.all([1, 2].map(() => reverse('allocations', allocation?.id ?? 0)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await view(euros)).toMatchObject({ open: '120.00', state: 'issued' });
    const again = { allocations: unitOf(euros, '20') };
    expect((await attempt(author, allocatePayment, { params: { id: payment }, body: again })).status).toBe(200);
    expect((await view(euros)).open).toBe('100.00');
    expect((await reverse('payments', payment)).status).toBe(200);
    expect((await view(euros)).open).toBe('120.00');
  });

  it('is a write-off as well, and a credit note reduces it before anything is paid back', async () => {
    const loss = { amount: '120.00', reason: 'Bankrupt' };
    await call(author, writeOffDocument, { params: { id: euros }, body: loss });
    const written = (await view(euros)).allocations.at(-1);
    expect((await reverse('allocations', written?.id ?? 0)).status).toBe(200);
    expect((await view(euros)).open).toBe('120.00');
    await call(author, writeOffDocument, { params: { id: euros }, body: loss });
    const lines = [{ position: 1, amount: '10' }];
    const made = await attempt(author, creditDocument, {
      params: { id: euros },
      body: {
        lines,
        reason: 'Fraud',
        settlement: 'refund',
      },
    });
    const note = z.object({ id: z.number() }).parse(made.body.data).id;
    await issue(note);
    // Nobody paid anything, so nothing is refunded: the loss is smaller.
    expect(await view(note)).toMatchObject({ open: '0.00', state: 'credited' });
    expect(await view(euros)).toMatchObject({ open: '0.00', state: 'writtenOff' });
    const [lost] = await balance('writtenOff');
    expect(compareMoney(lost?.base ?? '', '108')).toBe(0);
    expect((await balance('receivables')).filter(({ currency }) => currency === 'EUR')).toEqual([]);
    const own = (await view(euros)).allocations.find(({ kind }) => kind === 'credit');
    expect(own?.isReversible).toBe(false);
    expect((await reverse('allocations', own?.id ?? 0)).status).toBe(409);
  });
});

describe('Drafts of many parties', () => {
  it('answer for each party, and nothing is made if the request as a whole is wrong', async () => {
    await tell([{ partnerId: 951, amount: '7', revenue: '7' }]);
    const items = [
      { side: 'receivable' as const, partyId: 951, currency: 'EUR' },
      { side: 'receivable' as const, partyId: 777_777, currency: 'EUR' },
    ];
    const wrong = await attempt(author, createDrafts, { body: { legalEntityId: 777, month: '2026-10', items } });
    expect([wrong.status, wrong.body.errors[0]?.path]).toEqual([400, 'legalEntityId']);
    expect(await call(author, calls.listDocuments, { query: { state: 'draft' } })).toEqual([]);
    const future = await drafts({ legalEntityId: 1, month: '2026-12', items });
    expect(future.map(({ documentId, problem }) => [documentId, problem])).toEqual([
      [null, '2026-12 has not begun.'],
      [null, '2026-12 has not begun.'],
    ]);
    const made = await drafts({ legalEntityId: 1, month: '2026-10', items });
    expect(made.map(({ documentId, problem }) => [documentId === null, problem])).toEqual([
      [false, ''],
      [true, 'There is no such partner.'],
    ]);
  });
});

describe('A party that was never billed', () => {
  it('is billed from the month that whoever makes the first draft chooses, and nothing before is ever due', async () => {
    await buildPartner(db, { id: 954, name: 'Dusk', partnerTypeId: 950, currency: 'EUR', billingGeoId: 12 });
    const at = (month: string) => `${month}-15T12:00:00.000Z`;
    await tell([
      { partnerId: 954, amount: '800', revenue: '800', at: at('2026-08') },
      { partnerId: 954, amount: '90', revenue: '90', at: at('2026-09') },
      { partnerId: 954, amount: '10', revenue: '10', at: at('2026-10') },
    ]);
    const due = async () => {
      const rows = await call(author, calls.listDue, { query: { side: 'receivable', month: '2026-10' } });
      return rows.find(({ partyId }) => partyId === 954);
    };
    expect(await due()).toMatchObject({ beginsWith: null, exact: '900' });
    const make = async (more: { beginsWith?: string }) => {
      const items = [{ side: 'receivable' as const, partyId: 954, currency: 'EUR' }];
      const [made] = await drafts({ legalEntityId: 1, month: '2026-10', items, ...more });
      return made;
    };
    expect((await make({}))?.problem).toBe('This party was never billed. Choose the month with which billing begins.');
    expect((await make({ beginsWith: '2026-11' }))?.problem).toBe('Billing of this party begins with 2026-11.');
    expect(await due()).toMatchObject({ beginsWith: null });
    const made = await make({ beginsWith: '2026-09' });
    expect((await view(made?.documentId ?? 0)).payload).toMatchObject({
      period: { start: '2026-09-01' },
      totals: { net: '100.00' },
    });
    expect(await due()).toBeUndefined();
    const { data } = (await attempt(author, partnerCalls.read, { params: { id: 954 } })).body;
    expect(data).toMatchObject({ billingFrom: '2026-09-01', version: 2 });
  });
});

it('limits of approval never ask for less above a limit than below it', async () => {
  const tier = (upTo: string | null, approvers: number, needsAdmin = false) => ({ upTo, approvers, needsAdmin });
  for (const [rows, at] of [
    [[tier('50', 2), tier('100', 1), tier(null, 2, true)], '1'],
    [[tier(null, 2), tier('50', 1, true)], '0'],
  ] as const) {
    const { status, body } = await attempt(admin, changeTiers, { body: rows });
    expect([status, body.errors[0]?.path]).toEqual([400, at]);
  }
  expect((await attempt(admin, changeTiers, { body: [tier('50', 1), tier(null, 2, true)] })).status).toBe(200);
});

it('the database refuses a credit note that would exceed its invoice, whoever writes it', async () => {
  const insert =
    sql`INSERT INTO documents (kind, side, legal_entity_id, partner_id, currency, payload, payload_hash, net,
      vat, total, base_total, credits_id, created_at, updated_at)
    SELECT 'creditNote', side, legal_entity_id, partner_id, currency, payload, payload_hash, 90.01, 18, 108.01, 108.01,
      id, created_at, updated_at FROM documents WHERE id = ${euros}`.execute(db);
  await expect(insert).rejects.toThrow(`the credit notes of document ${euros} would exceed it`);
});
