import type { Waterfall, WaterfallGeo } from '@signpost/contract/clicks/waterfall.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

const world = await testApp();
const admin = await world.signIn('Admin');
const made = async (path: string, body: unknown): Promise<{ id: number; deals: { id: number }[] }> => {
  const answer = await admin('POST', `/api/${path}`, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
};
const { id: geoId } = await made('geos', { code: 'ZZ', country: 'Nowhere' });
const { id: integrationId } = await made('integrations', { name: 'Waterfall test' });
const partnerWith = (name: string, deals: object[], timeZone = 'UTC') =>
  made('partners', {
    name,
    partnerTypeId: 105,
    currency: 'EUR',
    timeZone,
    deals: deals.map((deal) => ({
      geoId,
      integrationId,
      dealType: 'CPL',
      dealRevenueType: 'lead',
      fixedAmount: '5',
      ...deal,
    })),
  });
const first = await partnerWith('First', [{ weight: 60, leadCap: 10 }], 'Asia/Tokyo');
const others = await partnerWith('Others', [{ weight: 30 }, { weight: 30, validTo: '2020-01-01' }, { weight: 0 }]);
const [a = 0, b = 0, c = 0, off = 0] = [...first.deals, ...others.deals].map(({ id }) => id);
const read = async () => {
  const [waterfall] = (await admin('GET', `/api/waterfall?geoId=${geoId}`)).body.data as Waterfall[];
  return waterfall?.deals ?? [];
};
const order = (dealIds: number[]) => admin('POST', '/api/waterfall/order', { geoId, integrationId, dealIds });

describe('The waterfall', () => {
  it('lists deals by descending weight with their state and today’s fill level in the partner’s time zone', async () => {
    await sql`INSERT INTO lead_caps (scope, day, accepted)
      VALUES (${`deal ${a}`}, (now() AT TIME ZONE 'Asia/Tokyo')::date, 10)`.execute(world.db);
    expect((await read()).map(({ dealId, state, accepted }) => [dealId, state, accepted])).toEqual([
      [a, 'full', 10],
      [b, 'open', 0],
      [c, 'not_valid', 0],
      [off, 'off', 0],
    ]);
  });

  it('counts the partner’s own reports, as routers do', async () => {
    await sql`UPDATE lead_caps SET accepted = 4 WHERE scope = ${`deal ${a}`}`.execute(world.db);
    await sql`INSERT INTO deal_flow (deal_id, day, reported, in_flight, lead_rate, measured_at)
      VALUES (${a}, (now() AT TIME ZONE 'Asia/Tokyo')::date, 6, 0, 0.1, now())`.execute(world.db);
    expect((await read())[0]).toMatchObject({ dealId: a, state: 'full', accepted: 10 });
    await sql`UPDATE deal_flow SET day = day - 1`.execute(world.db);
    expect((await read())[0]).toMatchObject({ dealId: a, state: 'open', accepted: 4 });
    await sql`UPDATE lead_caps SET accepted = 10 WHERE scope = ${`deal ${a}`}`.execute(world.db);
  });

  it('shows for every geo how many deals are open, full and blocked', async () => {
    const geos = (await admin('GET', '/api/waterfall/geos')).body.data as WaterfallGeo[];
    expect(geos.find((one) => one.geoId === geoId)).toEqual({
      geoId,
      geo: 'Nowhere',
      code: 'ZZ',
      deals: 4,
      open: 1,
      full: 1,
      blocked: 0,
      accepted: 10,
    });
    const publisher = await world.signIn('Publisher');
    expect((await publisher('GET', '/api/waterfall/geos')).status).toBe(403);
  });

  it('can be reordered, which sets weights and appears in the partner’s history', async () => {
    expect((await order([c, a, b])).status).toBe(200);
    expect((await read()).map(({ dealId, weight }) => [dealId, weight])).toEqual([
      [c, 60],
      [a, 30],
      [b, 30],
      [off, 0],
    ]);
    const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM audit
      WHERE entity = 'partner' AND record_id IN (${first.id}, ${others.id}) AND action = 'update'`.execute(world.db);
    expect(rows[0]?.count).toBe(2);
  });

  it('refuses an order that omits a deal or names an unknown one', async () => {
    for (const dealIds of [
      [a, b],
      [a, b, c, c],
      [a, b, off],
      [a, b, 1],
    ])
      expect((await order(dealIds)).status).toBe(409);
  });

  it('lets people with access block or cap a single deal', async () => {
    const change = { waterfallBlocked: true, leadCap: 5 };
    expect((await admin('PATCH', `/api/waterfall/deals/${b}`, change)).status).toBe(200);
    expect((await read()).find(({ dealId }) => dealId === b)).toMatchObject(change);
    expect((await read()).find(({ dealId }) => dealId === c)).toMatchObject({ waterfallBlocked: false, leadCap: null });
    expect((await admin('PATCH', '/api/waterfall/deals/1', change)).status).toBe(404);
    expect((await admin('PATCH', `/api/waterfall/deals/${b}`, { leadCap: -1 })).status).toBe(400);
    const publisher = await world.signIn('Publisher');
    expect((await publisher('PATCH', `/api/waterfall/deals/${b}`, change)).status).toBe(403);
  });
});
