import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { listFacts } from '@signpost/contract/calls/facts.ts';
import { readLeakage } from '@signpost/contract/calls/leakage.ts';
import { affiliateTransaction } from '@signpost/contract/entities/affiliate-transaction.ts';
import { sumMoney } from '@signpost/contract/money/money.ts';
import { parseQuery } from '@signpost/contract/reading/brackets.ts';
import type { FactKind } from '@signpost/contract/traffic/clicks/fact.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { buildDeal, buildLead, buildWebsite } from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { alertWorld } from '../alerts/testing/world.ts';
import { storeFacts } from '../stats/testing/random-world.ts';

const world = await alertWorld();
const { db } = world;
const admin = await world.signIn('Admin');
const [box] = await db.selectFrom('campaignBoxes').select(['id', 'name']).orderBy('id').limit(1).execute();
const [partner] = await db.selectFrom('partners').select('id').orderBy('id').limit(1).execute();
const boxId = box?.id ?? 0;
const at = new Date(Date.now() - 60_000).toISOString();

const visit = (reason: string, more: Record<string, unknown> = {}) => {
  const factId = newId();
  const kind: FactKind = reason === 'burst' ? 'bot_visit' : 'visit';
  return fact({
    factId,
    clickId: factId,
    kind,
    at,
    campaignBoxId: boxId,
    geoId: 1,
    device: 'mobile',
    reason,
    visits: 1,
    ...more,
  });
};
const again = visit('no_deal');
await storeFacts(world, [
  visit('no_campaign'),
  visit('no_link'),
  visit('link_ended', { campaignBoxId: 0, geoId: 0, device: '' }),
  visit('box_used_up'),
  visit('no_deal', { trace: '{"steps":[{"step":"deal","skipped":[{"dealId":1,"reason":"over_cap"}]}]}' }),
  again,
  // The same click goes on to an offer without a link: its first cause counts.
  fact({
    ...again,
    factId: newId(),
    kind: 'clickout',
    visits: 0,
    reason: 'no_link',
    at: new Date(Date.parse(at) + 1000).toISOString(),
  }),
  visit('burst', { visits: 0, botVisits: 1 }),
  visit('allocation', { revenue: '200' }),
]);
const transaction = (reference: string, more: Record<string, unknown>) =>
  db
    .insertInto('affiliateTransactions')
    .values({
      partnerId: partner?.id ?? 0,
      reference,
      event: `?${reference}`,
      status: 'odd',
      occurredAt: new Date(at),
      receivedAt: new Date(at),
      raw: '{}',
      state: 'unassigned',
      ...more,
    })
    .execute();
await transaction('a', { payout: '12.5', currency: 'EUR' });
await transaction('b', { state: 'unattributed', reason: 'too_late', payout: '7', currency: 'EUR' });
await transaction('c', {
  state: 'counted',
  countedAt: new Date(at),
  receivedAt: new Date(Date.parse(at) - 7_200_000),
  revenue: '30',
});

it('gives each lost click and postback one first cause, and the causes add up to the total', async () => {
  const { rows, total, mended } = await call(admin, readLeakage, { query: { days: 7 } });
  const counts = Object.fromEntries(rows.map(({ cause, count }) => [cause, count]));
  expect(counts).toMatchObject({
    noRule: 1,
    linkOver: 1,
    boxOver: 1,
    deadLink: 1,
    cap: 1,
    lastResort: 1,
    botWall: 1,
    unknownStatus: 1,
    expiredClick: 1,
  });
  expect(sumMoney(rows.map((row) => row.total))).toBe(sumMoney([total.total]));
  expect(rows.find(({ cause }) => cause === 'unknownStatus')).toMatchObject({ exact: '12.50', estimated: '0.00' });
  // One group of 6 clicks with 200 in all: (200 + 200 · EV above) ÷ 206, four times: whole, box, geo, device.
  const noRule = rows.find(({ cause }) => cause === 'noRule');
  expect(noRule?.estimated).toBe('3.71');
  expect(noRule?.largest).toEqual([{ id: boxId, name: box?.name, count: 1 }]);
  expect(noRule?.mend.address).toContain('/rules');
  expect(mended.map(({ money, count }) => [Number(money), count])).toEqual([[30, 1]]);
});

it('opens the facts of a cause in the event reporter', async () => {
  const { rows } = await call(admin, readLeakage, { query: { days: 7 } });
  const address = rows.find(({ cause }) => cause === 'deadLink')?.facts ?? '';
  const { facts } = await call(admin, listFacts, { query: parseQuery(address.split('?')[1] ?? '') });
  const reasons = facts.map(({ reason }) => reason);
  expect(new Set(reasons)).toEqual(new Set(['no_link']));
});

it('opens what was lost in its days, and nothing of before', async () => {
  const old = new Date(Date.now() - 40 * 86_400_000);
  await transaction('old', { state: 'unattributed', receivedAt: old });
  await transaction('older', { receivedAt: old });
  const { rows } = await call(admin, readLeakage, { query: { days: 7 } });
  for (const cause of ['unknownStatus', 'expiredClick'] as const) {
    const row = rows.find((one) => one.cause === cause);
    const query = parseQuery((row?.facts ?? '').split('?')[1] ?? '');
    const { body } = await attempt(admin, entityCalls(affiliateTransaction).list, { query });
    expect([cause, body.meta.total]).toEqual([cause, row?.count]);
  }
  const mend = rows.find(({ cause }) => cause === 'expiredClick')?.mend.address ?? '';
  expect(mend).toBe(rows.find(({ cause }) => cause === 'expiredClick')?.facts);
});

const { id: websiteId } = await buildWebsite(db);
const parkLead = (geoId: number) =>
  buildLead(db, { status: 'parked', geoId, websiteId, receivedAt: new Date(at), freshFrom: new Date(at) });

it('values a lead without a buyer by no more than the buyers of its geo would have paid', async () => {
  const partnerId = partner?.id ?? 0;
  await sql`UPDATE partners SET status = 'active', currency = 'EUR' WHERE id = ${partnerId}`.execute(db);
  await buildDeal(db, {
    id: 90501,
    position: 90,
    partnerId,
    geoId: 201,
    integrationId: 1,
    dealType: 'CPL',
    dealRevenueType: 'lead',
    fixedAmount: '3.335',
    weight: 1,
  });
  await sql`INSERT INTO robot_partners (name, partner_id, integration_id, endpoint_url)
    VALUES ('Bound', ${partnerId}, 1, 'https://buyer.example/')`.execute(db);
  await storeFacts(world, [fact({ factId: newId(), kind: 'lead', at, geoId: 1, leads: 10, revenue: '193' })]);
  const noBuyer = async () => {
    const { rows } = await call(admin, readLeakage, { query: { days: 7 } });
    const row = rows.find(({ cause }) => cause === 'noBuyer');
    return [row?.count ?? 0, Number(row?.estimated ?? 0)];
  };
  const [countBefore = 0, before = 0] = await noBuyer();
  await parkLead(201);
  await parkLead(201);
  const [count = 0, estimated = 0] = await noBuyer();
  expect([count - countBefore, Number((estimated - before).toFixed(2))]).toEqual([2, 6.67]);
  // A buyer who pays by what becomes of a lead sets no bound.
  await sql`UPDATE deals SET deal_type = 'RevShare' WHERE id = 90501`.execute(db);
  const [, unbounded = 0] = await noBuyer();
  expect(unbounded).toBeGreaterThan(before + 30);
});

it('is refused to people without the screen', async () => {
  const seo = await world.signIn('Seo User');
  expect((await refusal(seo, readLeakage, {})).status).toBe(403);
  expect((await refusal(admin, readLeakage, { query: { days: 5 } })).status).toBe(400);
});
