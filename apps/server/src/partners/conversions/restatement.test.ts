import {
  attributeTransaction,
  listTransactionEvents,
  replayTransaction,
} from '@signpost/contract/calls/conversions.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { affiliateTransaction } from '@signpost/contract/entities/affiliate-transaction.ts';
import { globalDeal } from '@signpost/contract/entities/global-deal.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { statusMappingOverride } from '@signpost/contract/entities/status-mapping-override.ts';
import { MEANINGS, type Meaning } from '@signpost/contract/partners/conversions/postback.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { thorough } from '@signpost/testkit/thorough.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { silent } from '../../traffic/clicks/testing/world.ts';
import { conversionRounds } from './counting/rounds.ts';
import { conversionWorld } from './testing/world.ts';

const affiliateTransactionCalls = entityCalls(affiliateTransaction);
const globalDealCalls = entityCalls(globalDeal);
const partnerCalls = entityCalls(partner);
const statusMappingOverrideCalls = entityCalls(statusMappingOverride);

const world = await conversionWorld();
const { db, admin, post, click, round, measures, keyOf } = world;
const acme = (await keyOf(951)).key;

/** A status that is unique in this file. */
let made = 0;
const freshStatus = (): string => {
  made += 1;
  return `odd ${made}`;
};
async function assign(status: string, meaning: Meaning, validFrom = '2026-01-01'): Promise<void> {
  const { status: http } = await attempt(admin, statusMappingOverrideCalls.create, {
    body: {
      partnerId: 951,
      status,
      meaning,
      validFrom,
    },
  });
  expect(http).toBe(201);
}
const idOf = async (clickId: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM affiliate_transactions WHERE click_text = ${clickId} ORDER BY id LIMIT 1`.execute(db);
  return rows[0]?.id ?? 0;
};
const stateOf = async (clickId: string) =>
  call(admin, entityCalls(affiliateTransaction).read, { params: { id: await idOf(clickId) } });

describe('An unassigned status', () => {
  it('is accepted, kept, and becomes money once it is assigned', async () => {
    const clickId = await click();
    const status = freshStatus();
    expect(await post(acme, { click_id: clickId, status })).toMatchObject({ status: 202, body: 'accepted\n' });
    await round();
    expect(await stateOf(clickId)).toMatchObject({ state: 'unassigned', meaning: null, revenue: '0' });
    expect(await measures(clickId)).toMatchObject({ facts: '0' });
    await assign(status.toUpperCase(), 'first_deposit');
    await round();
    expect(await measures(clickId)).toMatchObject({ first_deposits: '1', revenue: '100' });
    expect(await stateOf(clickId)).toMatchObject({ state: 'counted', meaning: 'first_deposit', revenue: '100' });
    const story = await call(admin, listTransactionEvents, { params: { id: await idOf(clickId) } });
    expect(story.map(({ what }) => what)).toEqual(['received', 'mapped', 'counted']);
  });

  it('keeps its meaning on days before the assignment is valid', async () => {
    const clickId = await click({ at: '2026-02-01T10:00:00.000Z' });
    const status = freshStatus();
    await post(acme, { click_id: clickId, status, event_time: '2026-02-02T10:00:00Z' });
    await assign(status, 'first_deposit', '2026-03-01');
    await round();
    expect(await stateOf(clickId)).toMatchObject({ state: 'unassigned' });
  });

  it('counts as one conversion together with another status of the same meaning and reference', async () => {
    const clickId = await click();
    const status = freshStatus();
    await post(acme, { click_id: clickId, status });
    await post(acme, { click_id: clickId, status: 'ftd' });
    await assign(status, 'first_deposit');
    await round();
    expect(await measures(clickId)).toMatchObject({ first_deposits: '1', revenue: '100' });
    expect(await stateOf(clickId)).toMatchObject({ state: 'duplicate', reason: 'already_reported' });
  });
});

describe('A transaction that repeated another one', () => {
  it('replaces it when that one gets another meaning', async () => {
    const clickId = await click();
    const [first, second] = [freshStatus(), freshStatus()];
    await post(acme, { click_id: clickId, status: first });
    await post(acme, { click_id: clickId, status: second });
    await assign(first, 'first_deposit');
    await round();
    await assign(second, 'first_deposit');
    await round();
    expect(await measures(clickId)).toMatchObject({ first_deposits: '1', revenue: '100' });
    await assign(first, 'ignore');
    await round();
    expect(await measures(clickId)).toMatchObject({ first_deposits: '1', revenue: '100' });
    await assign(first, 'first_deposit');
    await round();
    expect(await measures(clickId)).toMatchObject({ first_deposits: '1', revenue: '100' });
  });
});

describe('A partner that gets an integration', () => {
  it('has its earlier reports read by the integration', async () => {
    const coil = (await keyOf(953)).key;
    const clickId = await click({ partnerId: 953 });
    await post(coil, { click_id: clickId, status: 'reg' });
    await round();
    expect(await stateOf(clickId)).toMatchObject({ state: 'unassigned' });
    const { id, version, name, partnerTypeId } = await call(admin, entityCalls(partner).read, { params: { id: 953 } });
    const values = {
      name,
      partnerTypeId,
      status: 'active',
      currency: 'EUR',
      timeZone: 'UTC',
      integrations: [960],
      tags: [],
      contacts: [],
      deals: [],
    };
    expect((await attempt(admin, partnerCalls.update, { params: { id }, body: { version, values } })).status).toBe(200);
    await round();
    expect(await stateOf(clickId)).toMatchObject({ state: 'counted', meaning: 'lead' });
  });
});

describe('A restatement', () => {
  it('leaves facts that match the last meaning of a status, independent of meanings in between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...MEANINGS), { minLength: 1, maxLength: 4 }), async (meanings) => {
        const [clickId, plain] = [await click(), await click()];
        const [status, direct] = [freshStatus(), freshStatus()];
        await post(acme, { click_id: clickId, status, sum: '30', currency: 'EUR' });
        for (const meaning of meanings) {
          await assign(status, meaning);
          await round();
        }
        await assign(direct, meanings.at(-1) ?? 'ignore');
        await post(acme, { click_id: plain, status: direct, sum: '30', currency: 'EUR' });
        await round();
        const [{ facts: _1, ...restated }, { facts: _2, ...counted }] = [
          await measures(clickId),
          await measures(plain),
        ];
        expect(restated).toEqual(counted);
      }),
      { numRuns: thorough(4, 12) },
    );
  });

  it('of a closed month is dated when it became known, and does not change the month', async () => {
    const clickId = await click({ at: '2026-01-05T10:00:00.000Z' });
    const status = freshStatus();
    await post(acme, { click_id: clickId, status, event_time: '2026-01-06T10:00:00Z' });
    await assign(status, 'first_deposit');
    await round();
    const [row] = await world.databases.clickhouse.query(
      `SELECT toString(toDate(at)) AS day, toString(toDate(click_at)) AS click_day FROM facts
       WHERE click_id = {clickId:UUID} AND kind = 'first_deposit'`,
      { clickId },
      { parse: (found) => found },
    );
    expect(row).toEqual({ day: new Date().toISOString().slice(0, 10), click_day: '2026-01-05' });
  });
});

describe('A person', () => {
  it('attributes an unmatched transaction to its click, and it counts', async () => {
    await post(acme, { txid: 'lost-1', status: 'ftd' });
    await round();
    const { rows } = await sql<{ id: number }>`SELECT id FROM affiliate_transactions WHERE txid = 'lost-1'`.execute(db);
    const params = { id: rows[0]?.id ?? 0 };
    const unknown = await attempt(admin, attributeTransaction, {
      params,
      body: { clickId: '01900000-0000-7000-8000-000000000000' },
    });
    expect(unknown.body.errors).toEqual([{ path: 'clickId', message: 'No click has this id.' }]);
    const clickId = await click();
    expect((await attempt(admin, attributeTransaction, { params, body: { clickId } })).status).toBe(200);
    await round();
    expect(await measures(clickId)).toMatchObject({ first_deposits: '1', revenue: '100' });
    expect(await call(admin, affiliateTransactionCalls.read, { params })).toMatchObject({
      state: 'counted',
      byHand: true,
      clickId,
    });
  });

  it('moves a transaction to another click, which reverses all facts of the first', async () => {
    const [wrong, right] = [await click(), await click({ geoId: 57 })];
    await post(acme, { click_id: wrong, status: 'ftd' });
    await round();
    await call(admin, attributeTransaction, { params: { id: await idOf(wrong) }, body: { clickId: right } });
    await round();
    expect(await measures(wrong)).toMatchObject({ first_deposits: '0', deposits: '0', revenue: '0' });
    expect(await measures(right)).toMatchObject({ first_deposits: '1', revenue: '40' });
  });

  it('can count a transaction again after terms were added, any number of times, with one result', async () => {
    const coil = (await keyOf(953)).key;
    const clickId = await click({ partnerId: 953 });
    await post(coil, { click_id: clickId, status: 'first_deposit' });
    await round();
    expect(await stateOf(clickId)).toMatchObject({ state: 'counted', pricedBy: 'none', revenue: '0' });
    await call(admin, globalDealCalls.create, {
      body: {
        name: 'Everybody',
        dealType: 'CPA',
        dealRevenueType: 'firstDeposit',
        fixedAmount: '15',
        currency: 'EUR',
      },
    });
    const params = { id: await idOf(clickId) };
    await Promise.all([1, 2, 3, 4].map(() => attempt(admin, replayTransaction, { params })));
    await round();
    await call(admin, replayTransaction, { params });
    await round();
    expect(await measures(clickId)).toMatchObject({ first_deposits: '1', revenue: '15' });
    expect(await stateOf(clickId)).toMatchObject({ pricedBy: 'global' });
  });

  it('cannot edit transactions, and sees none without access to the screen', async () => {
    expect((await refusal(admin, affiliateTransactionCalls.create, { body: {} })).status).toBe(405);
    const seo = await world.signIn('Seo User');
    expect((await refusal(seo, affiliateTransactionCalls.list, {})).status).toBe(403);
    const publisher = await world.signIn('Publisher', { includedPaths: ['/affiliate-transactions'], publisherId: 910 });
    expect(await call(publisher, affiliateTransactionCalls.list, { query: {} })).toEqual([]);
  });
});

describe('Queued facts', () => {
  it('are shipped once, even after a worker died half-way', async () => {
    const clickId = await click();
    await post(acme, { click_id: clickId, status: 'ftd' });
    await round();
    // As if the worker had died before it noted that the chunk was stored, and another in the middle of one.
    await sql`UPDATE fact_chunks SET done = false`.execute(db);
    const { rows } = await sql<{ id: string }>`SELECT id FROM fact_chunks ORDER BY made_at DESC LIMIT 1`.execute(db);
    await world.databases.clickhouse.command(
      'ALTER TABLE facts DELETE WHERE chunk_id = {id:String}',
      { id: rows[0]?.id ?? '' },
      { settings: { mutations_sync: 2 } },
    );
    const successor = conversionRounds({ db, clickhouse: world.databases.clickhouse, log: silent });
    await successor.once();
    expect(await measures(clickId)).toMatchObject({ facts: '1', revenue: '100' });
    const { rows: open } = await sql`SELECT 1 FROM fact_chunks WHERE NOT done`.execute(db);
    expect(open).toEqual([]);
  });

  it('become dead letters if the engine refuses them, while the others are shipped', async () => {
    const clickId = await click();
    await post(acme, { click_id: clickId, status: 'ftd' });
    await sql`INSERT INTO fact_outbox (month, line, origin)
      VALUES (${new Date().toISOString().slice(0, 7)}, '{"at":"2026-11-01T00:00:00.000Z","visits":"many"}', 'test')`.execute(
      db,
    );
    await round();
    expect(await measures(clickId)).toMatchObject({ facts: '1', revenue: '100' });
    const { rows } = await sql`SELECT origin FROM fact_outbox WHERE dead IS NOT NULL`.execute(db);
    expect(rows).toEqual([{ origin: 'test' }]);
  });
});
