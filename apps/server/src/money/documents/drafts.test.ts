import * as calls from '@signpost/contract/calls/documents.ts';
import { createDrafts, readDrafts } from '@signpost/contract/calls/documents.ts';
import { cancelRun } from '@signpost/contract/calls/runs.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { buildExchangeRate, buildPartner } from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { documentWorld } from './testing/world.ts';

const world = await documentWorld();
const { author, db, draft, drafts, tell, view } = world;
const item = (partyId: number, currency = 'EUR') => ({ side: 'receivable' as const, partyId, currency });
const bodyOf = (...items: ReturnType<typeof item>[]) => ({ legalEntityId: 1, month: '2026-10', items });
const revenue = (partnerId: number, amount: string, more: object = {}) => ({
  partnerId,
  amount,
  revenue: amount,
  ...more,
});

describe('The job that makes drafts', () => {
  it('is started once by a call that is repeated under its key, and makes every draft once', async () => {
    await tell([revenue(951, '10'), revenue(953, '20')]);
    const key = { 'idempotency-key': 'drafts-of-october' };
    const answers = await Promise.all(
      [1, 2, 3].map(() => attempt(author, createDrafts, { body: bodyOf(item(951), item(953)) }, key)),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const ids = new Set(answers.map(({ body }) => z.object({ id: z.number() }).parse(body.data).id));
    expect(ids.size).toBe(1);
    // Another job does both, whose items overlap.
    const made = await drafts(bodyOf(item(951), item(953)));
    const [id = 0] = ids;
    const first = await call(author, calls.readDrafts, { params: { id } });
    expect(first).toMatchObject({ state: 'succeeded', done: 2, total: 2 });
    const all = [...first.made, ...made].flatMap(({ documentId }) => documentId ?? []);
    expect(all).toHaveLength(1);
    expect(first.made.find(({ partyId }) => partyId === 953)).toMatchObject({
      party: 'Coil',
      documentId: null,
      problem: 'Coil has no country yet. Enter it under Billing; the VAT depends on it.',
    });
    for (const documentId of all) await call(author, calls.deleteDraft, { params: { id: documentId } });
  });

  it('leaves nothing behind if it is cancelled', async () => {
    const { id } = await call(author, calls.createDrafts, { body: bodyOf(item(951)) });
    await call(author, cancelRun, { params: { id } });
    expect(await call(author, calls.readDrafts, { params: { id } })).toMatchObject({ state: 'cancelled', made: [] });
    expect(await call(author, calls.listDocuments, { query: {} })).toEqual([]);
  });

  it('is shown to nobody without the screen', async () => {
    const { id } = await call(author, calls.createDrafts, { body: bodyOf(item(951)) });
    const seo = await world.signIn('Seo User');
    expect((await refusal(seo, readDrafts, { params: { id } })).status).toBe(403);
    await call(author, cancelRun, { params: { id } });
  });
});

describe('The period of a draft', () => {
  it('ends on the last day that it covers if its month has not ended', async () => {
    await tell([revenue(951, '5', { at: '2026-11-03T12:00:00.000Z' })]);
    const { payload } = await view(await draft('receivable', 951, 'EUR', '2026-11'));
    expect(payload.period).toEqual({ start: '2026-10-01', end: '2026-11-05' });
  });

  it('does not begin before billing does, although facts of earlier months became known afterwards', async () => {
    await buildPartner(db, {
      id: 955,
      name: 'Ebb',
      partnerTypeId: 950,
      currency: 'EUR',
      billingGeoId: 12,
      vatId: 'ATU12345678',
      billingFrom: '2026-11-01',
    });
    const late = { at: '2026-11-04T08:00:00.000Z', recordedAt: '2026-11-04T08:00:00.000Z' };
    await tell([
      revenue(955, '7', { at: '2026-11-03T12:00:00.000Z' }),
      // Its month was closed, so it counts when it became known.
      revenue(955, '8', { ...late, trace: JSON.stringify({ happened: '2026-09-07T00:00:00.000Z' }) }),
      // It counts before billing begins, so it is never due.
      revenue(955, '900', { at: '2026-10-07T12:00:00.000Z' }),
    ]);
    const { payload } = await view(await draft('receivable', 955, 'EUR', '2026-11'));
    expect(payload.period).toEqual({ start: '2026-11-01', end: '2026-11-05' });
    expect(payload.lines.map(({ month, isEarlier, net }) => [month, isEarlier, net])).toEqual([
      ['2026-11', false, '7.00'],
      ['2026-09', true, '8.00'],
    ]);
  });
});

it('warns of a rate that was published long before the day it is used for, until the document is issued', async () => {
  await tell([revenue(952, '40', { currency: 'USD' })]);
  const [made] = await drafts(bodyOf(item(952, 'USD')));
  const text =
    'The rate of USD is of 30 Sept 2026, 31 days before 31 Oct 2026. Enter a newer one under Partner override, Rates, and save the draft again.';
  expect(made).toMatchObject({ problem: '', warning: text });
  const id = made?.documentId ?? 0;
  expect((await view(id)).oldRate).toBe(text);
  await buildExchangeRate(db, { currency: 'USD', day: '2026-10-30', perEuro: '1.25', source: 'ecb' });
  await call(author, calls.changeDraft, { params: { id }, body: { note: 'The rate is new.' } });
  expect((await view(id)).oldRate).toBe('');
});

it('states commission in EUR, as the statistics do, and offers the currency in which the publisher is paid', async () => {
  await sql`UPDATE publishers SET currency = 'USD' WHERE id = 911`.execute(db);
  await tell([{ publisherId: 911, amount: '33.37', publisherCost: '33.37' }]);
  const { payload, payingCurrency } = await view(await draft('payable', 911));
  expect([payload.currency, payload.totals.net, payload.statistics.base]).toEqual(['EUR', '33.37', '33.37']);
  expect(payingCurrency).toBe('USD');
});

describe('A VAT id that is typed in another form', () => {
  it('is read and stated in full on the draft, or the draft is refused', async () => {
    await buildPartner(db, {
      id: 961,
      name: 'Bare',
      partnerTypeId: 950,
      currency: 'EUR',
      legalName: 'Bare GmbH',
      billingGeoId: 57,
      vatId: '136695976',
      billingFrom: '2025-01-01',
    });
    await buildPartner(db, {
      id: 962,
      name: 'Alien',
      partnerTypeId: 950,
      currency: 'EUR',
      legalName: 'Alien GmbH',
      billingGeoId: 57,
      vatId: 'FR40303265045',
      billingFrom: '2025-01-01',
    });
    await tell([revenue(961, '100'), revenue(962, '100')]);
    const made = await drafts(bodyOf(item(961), item(962)));
    const bare = made.find(({ partyId }) => partyId === 961);
    const { payload } = await view(bare?.documentId ?? 0);
    expect(payload.buyer.vatId).toBe('DE136695976');
    expect(payload.groups).toMatchObject([{ category: 'AE', treatment: 'reverseCharge', vat: '0.00' }]);
    const problem =
      'The VAT id “FR40303265045” of Alien GmbH is not one of Germany. Correct or remove it under Billing.';
    expect(made.find(({ partyId }) => partyId === 962)).toMatchObject({ documentId: null, problem });
    const due = await call(author, calls.listDue, { query: { side: 'receivable', month: '2026-10' } });
    expect(due.find(({ partyId }) => partyId === 962)).toMatchObject({ problem });
  });
});
