import { mayOpen } from '@signpost/contract/access/access.ts';
import { GRADES } from '@signpost/contract/access/grades.ts';
import { listAttention } from '@signpost/contract/calls/attention.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { buildExchangeRate } from '@signpost/testkit/factories.ts';
import { type RawBuilder, sql } from 'kysely';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ENTRIES } from './entries.ts';

const dealProposalCalls = entityCalls(entities.dealProposal);
const domainCalls = entityCalls(entities.domain);
const partnerCalls = entityCalls(entities.partner);
const referrerCalls = entityCalls(entities.referrer);

const world = await testApp({ clock: { now: () => new Date('2026-05-10T12:00:00Z') } });
const admin = await world.signIn('Admin');
const withDeals = z.looseObject({ id: z.number(), deals: z.array(z.looseObject({ id: z.number() })) });
const told = async (call = admin) => {
  const { status, body } = await attempt(call, listAttention, {});
  expect(status).toBe(200);
  return listAttention.answer.parse(body.data);
};

it('lists nothing while nothing needs attention, and lists each entry with a link to as many records as it counts', async () => {
  expect(await told()).toEqual([]);
  for (const [name, expiresOn] of [
    ['old.example', '2026-04-01'],
    ['soon.example', '2026-06-09'],
    ['late.example', '2026-06-10'],
    ['never.example', null],
  ])
    expect((await attempt(admin, domainCalls.create, { body: { name, expiresOn } })).body.errors ?? []).toEqual([]);
  expect((await attempt(admin, referrerCalls.create, { body: { name: 'who.example' } })).body.errors ?? []).toEqual([]);
  await sql`INSERT INTO dead_letters (source, chunk_id, place, refused_at, code, problem, line)
    VALUES ('click', 'c', '1', now(), 6, 'cannot parse', '{}')`.execute(world.db);
  const lines = await told();
  expect(lines.map(({ id, count, text }) => [id, count, text])).toEqual([
    ['deadLetter', 1, 'fact refused by the statistics engine'],
    ['referrer', 1, 'referrer without an owner'],
    ['domain', 2, 'domains expire within 30 days'],
  ]);
  for (const { id, count, search } of lines) {
    const entity = Object.values(entities).find(({ name }) => name === id);
    if (entity === undefined) throw new Error(`${id} is no entity.`);
    const { view: _view, ...query } = search;
    const list = await attempt(admin, entityCalls(entity).list, { query });
    expect([id, list.status, list.body.meta.total]).toEqual([id, 200, count]);
  }
});

it.each(GRADES)('shows %s no entry whose screen they may not open', async (grade) => {
  const viewer = { grade, includedPaths: [], excludedPaths: [] };
  for (const { route } of await told(await world.signIn(grade))) expect(mayOpen(viewer, ROUTES[route])).toBe(true);
});

it('gives every entry a unique id', () => {
  expect(new Set(ENTRIES.map(({ id }) => id)).size).toBe(ENTRIES.length);
});

it('lists waiting proposals, deals near their cap, and hosts with a problem at their last check', async () => {
  const deal = {
    geoId: 1,
    integrationId: 1,
    dealType: 'CPA',
    dealRevenueType: 'firstDeposit',
    fixedAmount: '5',
    weight: 1,
  };
  const data = await call(admin, partnerCalls.create, {
    body: {
      name: 'Near',
      partnerTypeId: 105,
      status: 'active',
      currency: 'EUR',
      timeZone: 'UTC',
      deals: [{ ...deal, leadCap: 10, waterfallBlocked: false }],
    },
  });
  const { id, deals } = withDeals.parse(data);
  const proposal = { ...deal, partnerId: id, validFrom: '2026-06-01', reason: 'more' };
  expect((await attempt(admin, dealProposalCalls.create, { body: proposal })).status).toBe(201);
  const accept = (accepted: number) =>
    sql`
    INSERT INTO lead_caps (scope, day, accepted) VALUES (${`deal ${deals[0]?.id}`}, (now() AT TIME ZONE 'UTC')::date, ${accepted})
    ON CONFLICT (scope, day) DO UPDATE SET accepted = excluded.accepted`.execute(world.db);
  const look = (at: string, problem: string | null) =>
    sql`INSERT INTO host_checks (host, at, ms, problem) VALUES ('ill.example', ${at}, 1, ${problem})`.execute(world.db);
  const counts = async () =>
    Object.fromEntries((await told()).map(({ id: entry, count }) => [entry, count])) as Record<string, number>;
  await accept(7);
  await look('2026-05-01', 'It answers with 503.');
  expect(await counts()).toMatchObject({ dealProposal: 1, illHosts: 1 });
  expect(await counts()).not.toHaveProperty('nearCap');
  await accept(8);
  await look('2026-05-02', null);
  expect(await counts()).toMatchObject({ dealProposal: 1, nearCap: 1 });
  expect(await counts()).not.toHaveProperty('illHosts');
});

it('lists the currencies of active partners whose newest exchange rate is older than a week', async () => {
  const count = async () => (await told()).find(({ id }) => id === 'oldRates')?.count ?? 0;
  expect(await count()).toBe(0);
  await sql`UPDATE partners SET currency = 'USD' WHERE name = 'Near'`.execute(world.db);
  await sql`DELETE FROM exchange_rates WHERE currency = 'USD'`.execute(world.db);
  const publish = (day: string) =>
    buildExchangeRate(world.db, { currency: 'USD', day, perEuro: '1.25', source: 'ecb' });
  await publish('2026-05-02');
  expect(await count()).toBe(1);
  await publish('2026-05-03');
  expect(await count()).toBe(0);
  await sql`UPDATE partners SET currency = 'EUR' WHERE name = 'Near'`.execute(world.db);
});

it('counts a deal as near its cap only if it can take leads: valid today, with a weight, of an active partner', async () => {
  const counts = async () => (await told()).find(({ id }) => id === 'nearCap')?.count ?? 0;
  expect(await counts()).toBe(1);
  const change = (set: RawBuilder<unknown>) => sql`UPDATE deals SET ${set} WHERE lead_cap = 10`.execute(world.db);
  await change(sql`weight = 0`);
  expect(await counts()).toBe(0);
  await change(sql`weight = 1, valid_to = '2020-01-01'`);
  expect(await counts()).toBe(0);
  await change(sql`valid_to = NULL`);
  expect(await counts()).toBe(1);
  await sql`UPDATE partners SET status = 'paused' WHERE name = 'Near'`.execute(world.db);
  expect(await counts()).toBe(0);
});
