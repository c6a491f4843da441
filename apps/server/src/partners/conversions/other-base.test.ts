/** The dollar as base currency: from the click to the invoice and the ledger, every amount is in it. */

import { changePostbackSetup } from '@signpost/contract/calls/conversions.ts';
import * as approvals from '@signpost/contract/calls/document-approvals.ts';
import * as documents from '@signpost/contract/calls/documents.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { readProfile } from '@signpost/contract/calls/profile.ts';
import { exportStats, statsCall } from '@signpost/contract/calls/stats.ts';
import { addDays, dayIn } from '@signpost/contract/dates/dates.ts';
import { publisher } from '@signpost/contract/entities/publisher.ts';
import { DEFAULT_BASE_CURRENCY, setBaseCurrency } from '@signpost/contract/money/base-currency.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { buildExchangeRate } from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { documentRuns } from '../../money/documents/jobs.ts';
import { settleBaseCurrency } from '../../platform/base-currency.ts';
import { readRows } from '../../platform/rows.ts';
import { readCost } from '../../traffic/clicks/redirect/cost.ts';
import { silent } from '../../traffic/clicks/testing/world.ts';
import { workRuns } from '../../workplace/runs/work.ts';
import { countCosts } from './counting/costs.ts';
import { conversionWorld } from './testing/world.ts';

afterAll(() => setBaseCurrency(DEFAULT_BASE_CURRENCY));
const world = await conversionWorld();
const { db, post, click, round } = world;
const { clickhouse } = world.databases;
const settle = (wanted?: string) => settleBaseCurrency(db, clickhouse, wanted);

await sql`DELETE FROM exchange_rates WHERE currency IN ('USD', 'GBP')`.execute(db);
const fiveDaysAgo = addDays(dayIn(new Date(), 'UTC'), -5);
await buildExchangeRate(db, { currency: 'USD', day: dayIn(new Date(), 'UTC'), perEuro: '1.25' });
await buildExchangeRate(db, { currency: 'USD', day: fiveDaysAgo, perEuro: '1.6' });
await buildExchangeRate(db, { currency: 'GBP', day: fiveDaysAgo, perEuro: '0.8' });
await sql`INSERT INTO legal_entities (id, name, legal_name, street, postal_code, city, billing_geo_id, vat_id, number_prefix, iban)
  VALUES (1, 'Signpost', 'Signpost GmbH', 'Gasse 5', '1040', 'Vienna', 12, 'ATU87654321', 'SP', 'AT611904300234573201')`.execute(
  db,
);
await sql`UPDATE partners SET legal_name = name, street = 'Ring 1', postal_code = '1010', city = 'Vienna',
  billing_geo_id = 12, billing_from = '2025-01-01', vat_id = 'ATU12345678' WHERE id IN (951, 952)`.execute(db);

describe('The choice of a base currency', () => {
  it('is refused without a rate, and stored before anything is recorded, which signs everybody out', async () => {
    await expect(settle('THB')).rejects.toThrow(
      'BASE_CURRENCY cannot become THB, because no exchange rate of it is known: start with EUR, add one under Partner override, Rates, and start again.',
    );
    await settle('GBP');
    await settle('USD');
    const { rows } = await sql`SELECT code, functional_currency FROM base_currency, legal_entities`.execute(db);
    expect(rows).toEqual([{ code: 'USD', functionalCurrency: 'USD' }]);
    expect((await refusal(world.admin, readProfile, {})).status).toBe(401);
  });
});

describe('With the dollar as base currency', () => {
  const month = new Date().toISOString().slice(0, 7);
  const postingRow = z.object({ account: z.string(), currency: z.string(), amount: z.string(), base: z.string() });

  it('new records are in it, and a conversion counts by the rates of its day, in the statistics, in postbacks and in files', async () => {
    const admin = await world.signIn('Admin');
    const { currency } = await call(admin, entityCalls(publisher).create, { body: { name: 'Newcomer' } });
    expect(currency).toBe('USD');
    await sql`INSERT INTO outgoing_postbacks (name, publisher_id, url, method, events)
      VALUES ('Bugle', 910, 'https://bugle.example/?p={payout}&c={currency}', 'GET', '{first_deposit}')`.execute(db);
    const keys: string[] = [];
    for (const id of [951, 952]) {
      const data = await call(admin, changePostbackSetup, { params: { id }, body: { protection: 'none' } });
      keys.push(z.object({ key: z.string() }).parse(data).key);
    }
    const [acme = '', bolt = ''] = keys;
    const inEuros = await click({ publisherId: 910 });
    const inDollars = await click({ partnerId: 952 });
    // Acme pays 100 EUR for a first deposit, and Bolt 11.80 USD for a lead.
    await post(acme, { subid: inEuros, status: 'ftd', sum: '200', currency: 'EUR' });
    await post(bolt, { subid: inDollars, status: 'reg' });
    const earlier = await click({ partnerId: 952, at: new Date(Date.now() - 4 * 86_400_000).toISOString() });
    await round();
    expect(await world.measures(inEuros)).toMatchObject({
      revenue: '125',
      deposit_amount: '250',
      publisher_cost: '25',
      first_deposits: '1',
    });
    expect(await world.measures(inDollars)).toMatchObject({ revenue: '11.8', leads: '1' });
    expect(await world.measures(earlier)).toMatchObject({ facts: '0' });
    const { rows } = await sql`SELECT url FROM outgoing_deliveries`.execute(db);
    expect(rows).toEqual([{ url: 'https://bugle.example/?p=25.00&c=USD' }]);
    const today = new Date().toISOString().slice(0, 10);
    const question = { tab: 'global', dateRange: { start: today, end: today }, columns: [11], kingstat: 11 };
    const { totals } = await call(admin, statsCall({ path: 'statistics/tabs' }), { query: question });
    expect(totals.stats).toEqual({ 11: '136.8' });
    const { text } = await attempt(admin, exportStats, { query: { ...question, format: 'csv' } });
    expect(text).toContain('Currency,USD');
  });

  it('the cost of a click counts in it, and one in another currency by the cross rate of its day', async () => {
    const source = { maySendCosts: true, mostCostPerClick: '10' };
    expect(readCost({ cost: '0.40', currency: '' }, source)).toEqual({
      cost: { amount: '0.40', currency: 'USD', cost: '0.40' },
    });
    expect(readCost({ cost: '0.40', currency: 'EUR' }, source)).toEqual({
      cost: { amount: '0.40', currency: 'EUR', cost: '' },
    });
    await click({ amount: '0.40', currency: 'USD', cost: '0.40' });
    const today = new Date().toISOString();
    const euros = await click({ amount: '0.40', currency: 'EUR', at: today });
    const pounds = await click({ amount: '0.40', currency: 'GBP', at: today });
    const before = await click({
      amount: '0.40',
      currency: 'GBP',
      at: new Date(Date.now() - 2 * 86_400_000).toISOString(),
    });
    expect(await countCosts({ db, clickhouse }, new Date(), 3 * 86_400_000)).toBe(3);
    await round();
    const costs = await Promise.all(
      [euros, pounds, before].map(
        async (clickId) =>
          await clickhouse.query(
            'SELECT toString(sum(cost)) AS cost FROM facts WHERE click_id = {clickId:UUID}',
            { clickId },
            { parse: ({ cost }) => String(cost) },
          ),
      ),
    );
    // 0.40 × 1.25, 0.40 × 1.25 / 0.8, and 0.40 × 1.6 / 0.8.
    expect(costs.flat()).toEqual(['0.5', '0.625', '0.8']);
  });

  it('invoices stay in the currency of their partner, and the ledger agrees with the statistics to the cent', async () => {
    const [author, approver, boss] = await Promise.all(
      (['Management', 'Management', 'Admin'] as const).map((grade) => world.signIn(grade)),
    );
    if (author === undefined || approver === undefined || boss === undefined) throw new Error('Nobody signed in.');
    const items = [
      { side: 'receivable' as const, partyId: 951, currency: 'EUR' },
      { side: 'receivable' as const, partyId: 952, currency: 'USD' },
    ];
    const due = await call(author, documents.createDrafts, { body: { legalEntityId: 1, month, items } });
    await workRuns({ db, log: silent }, documentRuns({ db, clickhouse }), new AbortController().signal);
    const { made } = await call(author, documents.readDrafts, { params: { id: due.id } });
    expect(made.map(({ problem }) => problem)).toEqual(['', '']);
    for (const { documentId } of made) {
      const params = { id: documentId ?? 0 };
      const { payloadHash } = await call(author, documents.showDocument, { params });
      await call(author, documents.proposeDocument, { params, body: { payloadHash } });
      for (const person of [approver, boss]) {
        const { state } = await call(author, documents.showDocument, { params });
        if (state === 'proposed')
          await call(person, approvals.decideDocument, { params, body: { payloadHash, verdict: 'approved' } });
      }
      await call(author, documents.issueDocument, { params, body: { payloadHash } });
    }
    const postings = await readRows(
      db,
      postingRow,
      sql`SELECT account, currency, amount::text AS amount, base_amount::text AS base FROM postings ORDER BY id`,
    );
    expect(postings.filter(({ account }) => account === 'revenue')).toEqual([
      { account: 'revenue', currency: 'EUR', amount: '-100.00', base: '-125.00' },
      { account: 'revenue', currency: 'USD', amount: '-11.80', base: '-11.80' },
    ]);
    expect(postings.filter(({ account }) => account === 'receivables')).toMatchObject([
      { currency: 'EUR', amount: '120.00', base: '150.00' },
      { currency: 'USD', amount: '14.16', base: '14.16' },
    ]);
  });

  it('another choice is refused by name, and the same or none goes on', async () => {
    await expect(settle('EUR')).rejects.toThrow(
      'BASE_CURRENCY is EUR, but this installation keeps its amounts in USD and has transactions in it already: set BASE_CURRENCY to USD, or leave it out.',
    );
    await settle('USD');
    await settle();
    const { rows } = await sql`SELECT code FROM base_currency`.execute(db);
    expect(rows).toEqual([{ code: 'USD' }]);
  });
});
