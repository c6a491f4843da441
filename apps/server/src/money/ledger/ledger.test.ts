import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { exchangeRate } from '@signpost/contract/entities/exchange-rate.ts';
import { gamblingStat } from '@signpost/contract/entities/gambling-stat.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { manualTransaction } from '@signpost/contract/entities/manual-transaction.ts';
import { partnerRevenue } from '@signpost/contract/entities/partner-revenue.ts';
import { simpleCost } from '@signpost/contract/entities/simple-cost.ts';
import { trafficSource } from '@signpost/contract/entities/traffic-source.ts';
import { sumMoney } from '@signpost/contract/money/money.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { storeFacts } from '../../insight/stats/testing/random-world.ts';
import { shipOutbox } from '../../partners/conversions/ship/outbox.ts';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import { amountFacts } from './facts.ts';

const categoryCalls = entityCalls(entities.category);
const exchangeRateCalls = entityCalls(exchangeRate);
const gamblingStatCalls = entityCalls(gamblingStat);
const manualTransactionCalls = entityCalls(manualTransaction);
const partnerCalls = entityCalls(entities.partner);
const partnerRevenueCalls = entityCalls(partnerRevenue);
const simpleCostCalls = entityCalls(simpleCost);
const trafficSourceCalls = entityCalls(trafficSource);

const world = await testApp();
const admin = await world.signIn('Admin');
const cost = await world.signIn('Cost User');
const seo = await world.signIn('Seo User');
const { clickhouse } = world.databases;
const shipped = { db: world.db, clickhouse, log: createLog({ level: 'silent', name: 'test' }) };

interface Entry {
  id: number;
  entryStatus: string;
  retroDate: string | null;
  may: object;
}
const entryOf = async (answer: ReturnType<typeof admin>) => {
  const { status, body } = await answer;
  expect([status, body.errors ?? []]).toEqual([201, []]);
  return body.data as Entry;
};
/** Sums of the facts of a source, by day. */
async function factsOf(sourceId: number) {
  await shipOutbox(shipped, true);
  return await clickhouse.query(
    `SELECT toString(toDate(at)) AS day, toString(sum(cost)) AS cost, toString(sum(revenue)) AS revenue, sum(leads) AS leads,
       sum(first_deposits) AS ftd FROM facts WHERE traffic_source_id = {sourceId:UInt64} GROUP BY day ORDER BY day`,
    { sourceId },
    {
      parse: (row) => ({
        day: String(row.day),
        cost: Number(row.cost),
        revenue: Number(row.revenue),
        leads: Number(row.leads),
        ftd: Number(row.ftd),
      }),
    },
  );
}
const category = async () => await call(admin, categoryCalls.create, { body: { name: newId() } });
async function source(): Promise<number> {
  const { id: categoryId } = await category();
  const name = `s_${newId().replaceAll('-', '_')}`;
  return (
    await entryOf(
      attempt(admin, trafficSourceCalls.create, { body: { name, categoryId, sourceKind: 'regular', tags: [] } }),
    )
  ).id;
}
const spreadOver = (trafficSourceId: number, more: object = {}) => ({
  trafficSourceId,
  fromDay: '2026-03-01',
  toDay: '2026-03-03',
  amount: '10',
  currency: 'EUR',
  spread: 'evenly',
  ...more,
});

describe('A simple cost', () => {
  it('is spread evenly, adds up to the cent, and disappears from the statistics when it is reversed', async () => {
    const id = await source();
    const entry = await entryOf(attempt(cost, simpleCostCalls.create, { body: spreadOver(id) }));
    expect(entry).toMatchObject({ entryStatus: 'posted', may: { edit: false, archive: false, reverse: true } });
    expect(entry.retroDate).not.toBeNull();
    expect((await factsOf(id)).map((row) => row.cost)).toEqual([3.333333, 3.333334, 3.333333]);

    const reversed = await attempt(cost, simpleCostCalls.reverse, {
      params: { id: entry.id },
      body: { because: 'typed twice' },
    });
    expect(reversed).toMatchObject({
      status: 200,
      body: { data: { entryStatus: 'reversed', may: { reverse: false } } },
    });
    const left = await factsOf(id);
    expect(sumMoney(left.map((row) => row.cost.toFixed(6)))).toBe('0');
    const again = await attempt(cost, simpleCostCalls.reverse, {
      params: { id: entry.id },
      body: { because: 'again' },
    });
    expect(again).toMatchObject({ status: 400, body: { errors: [{ message: 'This entry is already reversed.' }] } });
    const history = await call(cost, simpleCostCalls.history, { params: { id: entry.id } });
    expect(history).toMatchObject([
      {
        action: 'update',
        changes: expect.arrayContaining([{ field: 'entryStatus', before: 'posted', after: 'reversed' }]),
      },
      { action: 'create' },
    ]);
  });

  it('is spread by visits if requested, in one geo or in all', async () => {
    const id = await source();
    const visits = (day: string, count: number, geoId: number) =>
      fact({ factId: newId(), kind: 'visit', at: `${day}T08:00:00.000Z`, trafficSourceId: id, visits: count, geoId });
    await storeFacts(
      world,
      [visits('2026-03-01', 1, 1), visits('2026-03-03', 3, 1), visits('2026-03-02', 9, 2)],
      newId(),
    );
    await entryOf(attempt(admin, simpleCostCalls.create, { body: spreadOver(id, { spread: 'visits', geoId: 1 }) }));
    expect((await factsOf(id)).map((row) => row.cost)).toEqual([2.5, 0, 7.5]);
  });

  it.each([
    [{ toDay: '2026-02-28' }, 'toDay'],
    [{ fromDay: '2025-01-01' }, 'toDay'],
    [{ toDay: '2099-06-01' }, 'toDay'],
    [{ fromDay: '2020-12-31', toDay: '2021-01-01' }, 'fromDay'],
    [{ amount: '0' }, 'amount'],
    [{ currency: 'XXX' }, 'currency'],
    [{ trafficSourceId: 999_999 }, 'trafficSourceId'],
    [{ entryStatus: 'reversed' }, 'entryStatus'],
  ])('refuses %j on its field, and keeps nothing of it', async (wrong, path) => {
    const count = async () => (await attempt(admin, simpleCostCalls.list, {})).body.meta.total;
    const before = await count();
    const { status, body } = await attempt(admin, simpleCostCalls.create, { body: spreadOver(await source(), wrong) });
    expect([status, body.errors?.[0]?.path]).toEqual([400, path]);
    expect(await count()).toBe(before);
  });
});

describe('The other ledgers', () => {
  it('count a manual transaction in its own and in base currency', async () => {
    const id = await source();
    const partner = await entryOf(
      attempt(admin, partnerCalls.create, {
        body: {
          name: newId(),
          partnerTypeId: 105,
          status: 'active',
          currency: 'USD',
          timeZone: 'UTC',
        },
      }),
    );
    await call(admin, exchangeRateCalls.create, { body: { currency: 'USD', day: '2026-03-01', perEuro: '1.25' } });
    const manual = { reason: 'bonus', entryKind: 'revenue', day: '2026-03-05', amount: '100', currency: 'USD' };
    await entryOf(
      attempt(admin, manualTransactionCalls.create, {
        body: {
          ...manual,
          partnerId: partner.id,
          trafficSourceId: id,
          attachments: [],
        },
      }),
    );
    expect(await factsOf(id)).toMatchObject([{ day: '2026-03-05', revenue: 80 }]);
    const without = await attempt(admin, manualTransactionCalls.create, { body: { ...manual, attachments: [] } });
    expect(without).toMatchObject({ status: 400, body: { errors: [{ path: 'partnerId' }] } });
    await entryOf(
      attempt(admin, partnerRevenueCalls.create, {
        body: {
          partnerId: partner.id,
          trafficSourceId: id,
          fromDay: '2026-04-01',
          toDay: '2026-04-02',
          amount: '-25',
          currency: 'EUR',
        },
      }),
    );
    expect((await factsOf(id)).slice(1)).toMatchObject([{ revenue: -12.5 }, { revenue: -12.5 }]);
  });

  it('accept a day of gambling stats once', async () => {
    const id = await source();
    const day = {
      day: '2026-03-07',
      partnerId: 1,
      trafficSourceId: id,
      registrations: 7,
      firstDeposits: 2,
      deposits: 3,
      depositAmount: '90.5',
      revenue: '31.25',
      currency: 'EUR',
    };
    const data = await call(admin, partnerCalls.list, { query: { limit: 1 } });
    const partnerId = data[0]?.id;
    const entry = await entryOf(attempt(admin, gamblingStatCalls.create, { body: { ...day, partnerId } }));
    expect(await factsOf(id)).toMatchObject([{ day: '2026-03-07', leads: 7, ftd: 2, revenue: 31.25 }]);
    const twice = await attempt(admin, gamblingStatCalls.create, { body: { ...day, partnerId } });
    expect(twice).toMatchObject({ status: 400, body: { errors: [{ message: 'This value is already in use.' }] } });
    expect(
      (await attempt(admin, gamblingStatCalls.reverse, { params: { id: entry.id }, body: { because: 'wrong file' } }))
        .status,
    ).toBe(200);
    expect((await attempt(admin, gamblingStatCalls.create, { body: { ...day, partnerId } })).status).toBe(201);
  });
});

describe('The day of an entry', () => {
  const amount = { amount: '5', currency: 'EUR' };
  it.each([
    [entities.manualTransaction, { reason: 'x', entryKind: 'cost', attachments: [], ...amount }, 'day'],
    [entities.partnerRevenue, { partnerId: 1, fromDay: '2026-03-01', ...amount }, 'toDay'],
    [entities.gamblingStat, { partnerId: 1, currency: 'EUR' }, 'day'],
  ])('of $0.path lies between 2021-01-01 and today, in UTC', async (entity, entry, field) => {
    for (const day of ['2099-01-01', '2027-01-01', '1990-01-01', '31.11.2026']) {
      const { status, body } = await attempt(admin, entityCalls(entity).create, { body: { ...entry, [field]: day } });
      expect([status, body.errors?.[0]?.path], day).toEqual([400, field]);
    }
  });

  it('counts at the current time if it is today before noon', async () => {
    const id = await source();
    const day = new Date().toISOString().slice(0, 10);
    await entryOf(attempt(admin, simpleCostCalls.create, { body: spreadOver(id, { fromDay: day, toDay: day }) }));
    await factsOf(id);
    const [late] = await clickhouse.query(
      'SELECT countIf(at > now64(3)) AS late FROM facts WHERE traffic_source_id = {id:UInt64}',
      { id },
      { parse: (row) => Number(row.late) },
    );
    expect(late).toBe(0);
  });
});

describe('An entry', () => {
  it('cannot be changed by the API or in the database', async () => {
    const { id } = await entryOf(attempt(admin, simpleCostCalls.create, { body: spreadOver(await source()) }));
    expect(
      (await refusal(admin, simpleCostCalls.update, { params: { id }, body: { version: 1, values: {} } })).status,
    ).toBe(405);
    expect((await refusal(admin, simpleCostCalls.archive, { params: { id } })).status).toBe(404);
    expect((await refusal(seo, simpleCostCalls.reverse, { params: { id }, body: { because: 'x' } })).status).toBe(403);
    expect((await refusal(admin, simpleCostCalls.reverse, { params: { id }, body: { because: ' ' } })).status).toBe(
      400,
    );
    await expect(sql`UPDATE simple_costs SET amount = 1 WHERE id = ${id}`.execute(world.db)).rejects.toThrow(
      /reversed/,
    );
    await expect(sql`DELETE FROM simple_costs WHERE id = ${id}`.execute(world.db)).rejects.toThrow(/not deleted/);
  });

  it('is split into parts that add up exactly, in both currencies', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 60 }),
        fc.constantFrom('1', '0.8', '0.884955752212'),
        (cents, weights, rate) => {
          const amount = (cents / 100).toFixed(2);
          const facts = amountFacts(
            {
              kind: 'cost',
              measure: 'cost',
              amount,
              currency: 'EUR',
              rate,
              shares: weights.map((weight, at) => ({
                day: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
                weight,
              })),
              about: {},
              reason: '',
            },
            new Date(),
          );
          expect(Number(sumMoney(facts.map((one) => one.amount ?? '0')))).toBe(cents / 100);
          const base = Number(sumMoney(facts.map((one) => one.cost ?? '0')));
          expect(Math.abs(base - (cents / 100) * Number(rate))).toBeLessThan(0.000_001);
        },
      ),
    );
  });
});
