import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { isValidOn } from '@signpost/contract/traffic/clicks/validity.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt } from '@signpost/testkit/call.ts';
import { buildLead, buildWebsite } from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readRows } from '../../platform/rows.ts';
import { readUse } from '../../traffic/clicks/snapshot/caps.ts';
import { holdPlaces } from './caps.ts';

const partnerCalls = entityCalls(partner);

const world = await testApp();
const admin = await world.signIn('Admin');
const DAYS = [null, '2026-03-27', '2026-03-28', '2026-03-29'];
const deal = { geoId: 12, integrationId: 1, dealType: 'CPL', dealRevenueType: 'lead', fixedAmount: '5', weight: 10 };

async function makePartner(name: string, timeZone: string, deals: object[]): Promise<{ id: number; deals: number[] }> {
  const { status, body, text } = await attempt(admin, partnerCalls.create, {
    body: {
      name,
      partnerTypeId: 105,
      currency: 'EUR',
      timeZone,
      deals: deals.map((own) => ({ ...deal, ...own })),
    },
  });
  expect(status, text).toBe(201);
  const made = z.object({ id: z.number(), deals: z.array(z.object({ id: z.number() })) }).parse(body.data);
  return { id: made.id, deals: made.deals.map(({ id }) => id) };
}

const stateRow = z.object({
  dealId: z.number(),
  day: z.string(),
  isActive: z.boolean(),
  isValid: z.boolean(),
  fill: z.number(),
  held: z.number(),
  isFull: z.boolean(),
  isOpen: z.boolean(),
});
const statesAt = (partnerId: number, at: Date) =>
  readRows(world.db, stateRow, sql`SELECT * FROM deals_at(${at}) WHERE partner_id = ${partnerId} ORDER BY deal_id`);

it('is valid in SQL on the same days as by the shared rule, in the partner’s time zone', async () => {
  const terms = DAYS.flatMap((validFrom) => DAYS.map((validTo) => ({ validFrom, validTo }))).filter(
    ({ validFrom, validTo }) => validFrom === null || validTo === null || validFrom <= validTo,
  );
  const { id } = await makePartner('Validity', 'Asia/Tokyo', terms);
  for (const at of ['2026-03-27T14:59:59Z', '2026-03-27T15:00:00Z', '2026-03-28T15:00:00Z']) {
    const states = await statesAt(id, new Date(at));
    expect(states.map(({ isValid }) => isValid)).toEqual(terms.map((own) => isValidOn(own, states[0]?.day ?? '')));
  }
  expect((await statesAt(id, new Date('2026-03-27T15:00:00Z')))[0]?.day).toBe('2026-03-28');
});

it('is full while held places fill the cap, and open again when they expire', async () => {
  const { id, deals } = await makePartner('Held', 'UTC', [{ leadCap: 1 }]);
  const now = new Date('2026-03-28T12:00:00Z');
  const website = await buildWebsite(world.db);
  const lead = await buildLead(world.db, { websiteId: website.id });
  expect(await statesAt(id, now)).toMatchObject([{ isFull: false, isOpen: true }]);
  expect(
    await holdPlaces(world.db, lead.id, [{ scope: `deal ${deals[0] ?? 0}`, day: '2026-03-28', most: 1 }], now),
  ).toBe(true);
  expect(await statesAt(id, now)).toMatchObject([{ fill: 0, held: 1, isFull: true, isOpen: false }]);
  expect(await statesAt(id, new Date('2026-03-28T12:03:00Z'))).toMatchObject([
    { held: 0, isFull: false, isOpen: true },
  ]);
});

it('reports the fill to routers without held places, because routers count those clicks in flight', async () => {
  const { deals } = await makePartner('Routers', 'UTC', [{ leadCap: 5 }]);
  const [dealId = 0] = deals;
  const scope = `deal ${dealId}`;
  await sql`INSERT INTO lead_caps (scope, day, accepted) VALUES (${scope}, (now() AT TIME ZONE 'UTC')::date, 2)`.execute(
    world.db,
  );
  await sql`INSERT INTO lead_places (scope, day, lead_id, until)
    SELECT ${scope}, (now() AT TIME ZONE 'UTC')::date, min(id), now() + interval '1 minute' FROM leads`.execute(
    world.db,
  );
  const use = await readUse(
    async (text) => (await sql<Record<string, unknown>>`${sql.raw(text)}`.execute(world.db)).rows,
  );
  expect(use.find((row) => row.dealId === dealId)).toMatchObject({ accepted: 2 });
});

it('is not open when its partner is paused, its weight is 0 or it is removed', async () => {
  const { id, deals } = await makePartner('Closed', 'UTC', [{}, { weight: 0 }, {}]);
  const now = new Date();
  await sql`UPDATE deals SET archived_at = now() WHERE id = ${deals[2]}`.execute(world.db);
  expect((await statesAt(id, now)).map(({ isOpen }) => isOpen)).toEqual([true, false]);
  await sql`UPDATE partners SET status = 'paused' WHERE id = ${id}`.execute(world.db);
  expect((await statesAt(id, now)).map(({ isActive, isOpen }) => [isActive, isOpen])).toEqual([
    [false, false],
    [false, false],
  ]);
});
