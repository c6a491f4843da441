/** Leads on their way to buyers: one after the other, again later, and never over a cap. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { resendLead, showLeadPerson, testLeadBuyer } from '@signpost/contract/calls/leads.ts';
import { robotPartner } from '@signpost/contract/entities/robot-partner.ts';
import type { TestLeadResult } from '@signpost/contract/partners/leads/adapter.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outgoing } from '../../platform/outgoing.ts';
import { runOnce } from '../../platform/postgres.ts';
import { distribute, distributeDue } from './distribute.ts';
import { leadWorld, minutes } from './testing/world.ts';

const robotPartnerCalls = entityCalls(robotPartner);

const world = await leadWorld();
const { db, databases, admin, buyers, acme, bolt, send, leadOf, storyOf, outcomesOf, leadDeps: deps } = world;

// Caps count by the partner's day, and no test may run over its midnight.
const zone = new Date().getUTCHours() < 22 ? 'UTC' : 'Asia/Tokyo';
await sql`UPDATE partners SET time_zone = ${zone} WHERE id IN (951, 952)`.execute(db);

describe('A lead', () => {
  it('is offered to the next buyer when one rejects it', async () => {
    buyers.mood = { acme: 'refuse', bolt: 'accept' };
    const ids = await Promise.all(Array.from({ length: 20 }, () => send()));
    const outcomes = await Promise.all(ids.map(({ id }) => outcomesOf(id)));
    expect(new Set(outcomes.map(String))).toEqual(new Set(['acme rejected,bolt accepted', 'bolt accepted']));
    const refused = (await storyOf(ids[outcomes.findIndex((one) => one.length === 2)]?.id ?? 0)).attempts[0];
    expect(refused?.detail).toBe('No ••• please');
  });

  it.each([
    ['refuse', 'rejected', 'rejected'],
    ['duplicate', 'duplicate', 'rejected'],
    ['hang', 'unknown', 'parked'],
    ['rubbish', 'error', 'parked'],
    ['redirect', 'error', 'parked'],
    ['fail', 'error', 'parked'],
    ['vanish', 'unknown', 'parked'],
  ])('to buyers that %s is %s', async (way, outcome, status) => {
    if (way === 'hang') await world.loseAnswersSoon();
    buyers.mood = { acme: way, bolt: way };
    const { id } = await send();
    expect((await outcomesOf(id)).map((text) => text.split(' ')[1])).toEqual([outcome, outcome]);
    expect(await leadOf(id)).toMatchObject({ status, partnerId: null });
  });

  it('is parked and retried on schedule, but never with buyers that rejected it', async () => {
    buyers.mood = { acme: 'refuse', bolt: 'fail' };
    const { id } = await send();
    expect(await leadOf(id)).toMatchObject({ status: 'parked', reason: 'nobody_took_it', tries: 1 });
    buyers.asked = [];
    expect(await distributeDue(deps, minutes(0.5))).toBe(0);
    await distributeDue(deps, minutes(2));
    expect(buyers.asked.map(({ path }) => path)).toEqual(['/bolt']);
    buyers.mood = { bolt: 'accept', acme: 'accept' };
    await distributeDue(deps, minutes(8));
    expect(await leadOf(id)).toMatchObject({ status: 'accepted', partnerId: 952, tries: 3 });
  });

  it('is accepted where the buyer names an address that the database could not store, as browsers write it', async () => {
    buyers.mood = { acme: 'odd', bolt: 'odd' };
    const { id } = await send();
    expect(await leadOf(id)).toMatchObject({ status: 'accepted', redirectUrl: 'https://buyer.example/a%00b' });
    expect(await outcomesOf(id)).toHaveLength(1);
  });

  it('has all its rounds however often a worker died while it asked a buyer', async () => {
    buyers.mood = { acme: 'fail', bolt: 'fail' };
    const { id } = await send();
    const nextTry = async () => String((await leadOf(id)).nextTryAt);
    for (const later of [2, 4, 6])
      await new Promise<void>((asks) => {
        const send = () => {
          asks();
          return new Promise<never>(() => undefined);
        };
        void distribute({ ...deps, send }, id, minutes(later)).catch(() => undefined);
      });
    await distributeDue(deps, minutes(8));
    expect(await leadOf(id)).toMatchObject({ status: 'parked', tries: 2 });
    expect((await nextTry()) < minutes(14).toISOString()).toBe(true);
  });

  it('is rejected after the last round without a buyer, and can be sent again', async () => {
    buyers.mood = { acme: 'fail', bolt: 'fail' };
    const { id } = await send();
    for (const later of [2, 10, 60, 300, 1_000, 3_000]) await distributeDue(deps, minutes(later));
    expect(await leadOf(id)).toMatchObject({ status: 'rejected', nextTryAt: null });
    const resend = () => attempt(admin, resendLead, { params: { id } }, { 'idempotency-key': 'resend-once' });
    expect((await resend()).status).toBe(200);
    buyers.mood = { acme: 'accept', bolt: 'accept' };
    await distributeDue(deps, minutes(0.1));
    // The same call again, as after a lost answer, is not refused and asks nobody once more.
    expect((await resend()).status).toBe(200);
    expect(await leadOf(id)).toMatchObject({ status: 'accepted' });
    expect((await refusal(admin, resendLead, { params: { id } })).status).toBe(400);
  });

  it('cannot be sent again while a buyer is being asked', async () => {
    buyers.mood = { acme: 'fail', bolt: 'fail' };
    const { id } = await send();
    await sql`INSERT INTO lead_places (scope, day, lead_id, until)
      VALUES ('deal 971', current_date, ${id}, now() + interval '1 minute')`.execute(db);
    const { status, body } = await attempt(admin, resendLead, { params: { id } });
    expect([status, body.errors[0]?.message]).toEqual([400, 'The lead is being offered to buyers right now.']);
    await sql`DELETE FROM lead_places WHERE lead_id = ${id}`.execute(db);
    expect((await attempt(admin, resendLead, { params: { id } })).status).toBe(200);
  });

  it('is parked with a reason if the vault key cannot open it, without delaying others, and is sent once it can be opened', async () => {
    buyers.mood = { acme: 'fail', bolt: 'fail' };
    const { id } = await send();
    const { id: other } = await send();
    const { rows } = await sql<{ sealed: Buffer }>`SELECT sealed FROM lead_persons WHERE lead_id = ${id}`.execute(db);
    const setSealed = (sealed: Buffer | undefined) =>
      sql`UPDATE lead_persons SET sealed = ${sealed} WHERE lead_id = ${id}`.execute(db);
    await setSealed(Buffer.alloc(rows[0]?.sealed.length ?? 0, 7));
    buyers.mood = { acme: 'accept', bolt: 'accept' };
    expect(await distributeDue(deps, minutes(2))).toBe(2);
    expect(await leadOf(id)).toMatchObject({ status: 'parked', reason: 'cannot_be_opened', nextTryAt: null });
    expect(await leadOf(other)).toMatchObject({ status: 'accepted' });
    expect(await distributeDue(deps, minutes(500))).toBe(0);
    expect(await attempt(admin, showLeadPerson, { params: { id } })).toMatchObject({
      status: 503,
      body: { message: 'This person was sealed with another vault key.' },
    });
    await setSealed(rows[0]?.sealed);
    expect((await attempt(admin, resendLead, { params: { id } })).status).toBe(200);
    await distributeDue(deps, minutes(501));
    expect(await leadOf(id)).toMatchObject({ status: 'accepted' });
  });

  it('belongs to the buyer when an answer was lost and the buyer then reports a duplicate', async () => {
    await world.loseAnswersSoon();
    buyers.mood = { acme: 'hang', bolt: 'refuse' };
    const { id } = await send();
    buyers.mood = { acme: 'duplicate', bolt: 'refuse' };
    await distributeDue(deps, minutes(2));
    expect(await leadOf(id)).toMatchObject({ status: 'accepted', robotPartnerId: acme });
  });

  it('is never sent to a buyer in a private network unless that is allowed', async () => {
    buyers.mood = { acme: 'fail', bolt: 'fail' };
    const { id } = await send();
    buyers.asked = [];
    await distributeDue({ ...deps, send: outgoing({ allowPrivate: false }) }, minutes(2));
    expect(buyers.asked).toEqual([]);
    expect((await storyOf(id)).attempts.at(-1)?.detail).toMatch(/private network/);
  });
});

describe('A cap', () => {
  it('of 100 accepts exactly 100 of 500 simultaneous leads', async () => {
    buyers.mood = { acme: 'accept', bolt: 'refuse' };
    buyers.accepted.clear();
    await runOnce(
      databases.databaseUrl,
      'DELETE FROM lead_caps; DELETE FROM lead_places; UPDATE deals SET lead_cap = 100 WHERE id = 971',
    );
    const receipts = await Promise.all(
      Array.from({ length: 500 }, (_, at) => send({ email: `lead${at}@example.com`, country: 'AT' })),
    );
    expect(receipts.filter(({ status }) => status === 'received').length).toBeGreaterThan(0);
    // Two workers run at once, while offers triggered by the lander may still be running.
    await Promise.all(
      [0, 1].map(async () => {
        while ((await distributeDue(deps, new Date())) > 0);
      }),
    );
    const statuses = async () => {
      const { rows } = await sql<{ status: string; leads: number }>`
        SELECT status, count(*)::integer AS leads FROM leads WHERE id = ANY(${receipts.map(({ id }) => id)}::bigint[])
        GROUP BY status ORDER BY status`.execute(db);
      return rows;
    };
    // Offers that the lander triggered hold their leads until they end.
    await expect.poll(statuses).toEqual([
      { status: 'accepted', leads: 100 },
      { status: 'parked', leads: 400 },
    ]);
    expect(buyers.accepted.get('acme')).toBe(100);
    const { rows: held } = await sql`SELECT 1 FROM lead_places`.execute(db);
    expect(held).toEqual([]);
    await sql`UPDATE deals SET lead_cap = NULL`.execute(db);
  });
});

describe('A place under a cap of one', () => {
  const setCap = (cap: number | null) => sql`UPDATE deals SET lead_cap = ${cap} WHERE id = 971`.execute(db);
  const counted = async (): Promise<number> => {
    const { rows } = await sql<{ accepted: number }>`
      SELECT coalesce(sum(accepted), 0)::integer AS accepted FROM lead_caps WHERE scope = 'deal 971'`.execute(db);
    return rows[0]?.accepted ?? 0;
  };
  beforeEach(async () => {
    await runOnce(databases.databaseUrl, 'DELETE FROM lead_caps; DELETE FROM lead_places');
    await setCap(1);
  });
  afterEach(() => setCap(null));

  it('stays reserved for a lead whose answer was lost, and is counted when the buyer confirms the lead', async () => {
    await world.loseAnswersSoon();
    buyers.mood = { acme: 'hang', bolt: 'refuse' };
    const { id: first } = await send();
    const { id: second } = await send();
    expect(await outcomesOf(first)).toContain('acme unknown');
    await expect.poll(() => leadOf(second)).toMatchObject({ status: 'parked' });
    expect(await outcomesOf(second)).toContain('acme cap');
    buyers.mood = { acme: 'accept', bolt: 'refuse' };
    await sql`UPDATE leads SET next_try_at = NULL WHERE id = ${first}`.execute(db);
    await distributeDue(deps, minutes(30));
    expect((await outcomesOf(second)).filter((text) => text === 'acme cap')).toHaveLength(2);
    await sql`UPDATE leads SET next_try_at = now() - interval '1 second' WHERE id = ${first}`.execute(db);
    buyers.mood = { acme: 'duplicate', bolt: 'refuse' };
    await distributeDue(deps, minutes(31));
    expect(await leadOf(first)).toMatchObject({ status: 'accepted', robotPartnerId: acme });
    expect(await counted()).toBe(1);
  });

  it('is released when the buyer finally rejects the lead', async () => {
    buyers.mood = { acme: 'vanish', bolt: 'refuse' };
    const { id } = await send();
    buyers.mood = { acme: 'refuse', bolt: 'refuse' };
    await distributeDue(deps, minutes(2));
    expect(await leadOf(id)).toMatchObject({ status: 'rejected' });
    buyers.mood = { acme: 'accept', bolt: 'refuse' };
    expect(await send()).toMatchObject({ status: 'accepted' });
    expect(await counted()).toBe(1);
  });

  it('is not held by a buyer that cannot be reached', async () => {
    buyers.mood = { acme: 'refuse', bolt: 'refuse' };
    const { id } = await send();
    const { rows } = await sql`SELECT 1 FROM lead_places WHERE lead_id = ${id}`.execute(db);
    expect(rows).toEqual([]);
    await distribute({ ...deps, send: outgoing({ allowPrivate: false }) }, id, minutes(2));
    expect((await sql`SELECT 1 FROM lead_places WHERE lead_id = ${id}`.execute(db)).rows).toEqual([]);
  });

  it('is counted once when two processes offer the same lead because the first stalled beyond its lease', async () => {
    buyers.mood = { acme: 'refuse', bolt: 'refuse' };
    const { id } = await send();
    const resent = await attempt(admin, resendLead, { params: { id } });
    expect(resent.status).toBe(200);
    buyers.mood = { acme: 'accept', bolt: 'refuse' };
    let isFirst = true;
    const slow: typeof deps.send = async (request) => {
      const answer = await deps.send(request);
      if (!isFirst) return answer;
      isFirst = false;
      await distribute(deps, id, minutes(5));
      return answer;
    };
    await distribute({ ...deps, send: slow }, id, minutes(1));
    expect(await leadOf(id)).toMatchObject({ status: 'accepted', robotPartnerId: acme });
    expect(await counted()).toBe(1);
    expect((await sql`SELECT 1 FROM lead_places WHERE lead_id = ${id}`.execute(db)).rows).toEqual([]);
  });
});

describe('An offer to a lead buyer', () => {
  it('keeps one idempotency key until it is answered, and gets a new one when the lead is sent again', async () => {
    await world.loseAnswersSoon();
    buyers.mood = { acme: 'hang', bolt: 'refuse' };
    const { id } = await send();
    buyers.mood = { acme: 'refuse', bolt: 'refuse' };
    await sql`UPDATE leads SET next_try_at = now() - interval '1 second' WHERE id = ${id}`.execute(db);
    await distributeDue(deps, minutes(0));
    await sql`DELETE FROM lead_places WHERE lead_id = ${id}`.execute(db);
    expect((await attempt(admin, resendLead, { params: { id } })).status).toBe(200);
    await distributeDue(deps, minutes(0));
    const keys = buyers.asked.filter(({ path }) => path === '/acme').map(({ key }) => key);
    expect(keys).toEqual([`lead-${id}-0`, `lead-${id}-0`, `lead-${id}-1`]);
  });
});

describe('A cap reached by the partner’s own reports', () => {
  it('accepts no more leads on that day only', async () => {
    buyers.mood = { acme: 'accept', bolt: 'refuse' };
    await runOnce(
      databases.databaseUrl,
      `DELETE FROM lead_caps; UPDATE deals SET lead_cap = 3 WHERE id = 971;
       INSERT INTO deal_flow (deal_id, day, reported, in_flight, lead_rate, measured_at)
       VALUES (971, (now() AT TIME ZONE '${zone}')::date, 3, 0, 0.1, now())`,
    );
    expect(await outcomesOf((await send()).id)).toContain('acme cap');
    await sql`UPDATE deal_flow SET day = day - 1`.execute(db);
    expect((await send()).status).toBe('accepted');
    await runOnce(databases.databaseUrl, 'DELETE FROM deal_flow; UPDATE deals SET lead_cap = NULL');
  });
});

describe('a lead buyer', () => {
  it('is refused settings that cannot work, each named', async () => {
    const { status, body } = await attempt(admin, robotPartnerCalls.create, {
      body: {
        name: 'Bad',
        partnerId: 951,
        integrationId: 960,
        endpointUrl: buyers.home,
        timeoutSeconds: 5,
        settingsJson: { body: { mail: '{emial}' }, read: { accepted: { path: 'a', is: [] } }, retries: 9 },
      },
    });
    expect(status).toBe(400);
    expect(body.errors.map(({ path }) => path).sort()).toEqual([
      'settingsJson.body.mail',
      'settingsJson.read.accepted.is',
      'settingsJson.retries',
    ]);
  });

  it('can be tested with made-up data, which shows the request and the parsed answer with a masked key', async () => {
    buyers.mood = { bolt: 'accept' };
    const before = await sql`SELECT * FROM lead_caps ORDER BY scope`.execute(db);
    const data = await call(admin, testLeadBuyer, { params: { id: bolt } });
    const result: TestLeadResult = data;
    expect(result).toMatchObject({
      http: 200,
      read: { outcome: 'accepted', redirectUrl: 'https://buyer.example/welcome' },
    });
    expect(result.sent).toContain('authorization: Bearer ••••');
    expect(result.sent).toContain('test@example.com');
    expect(buyers.asked[0]?.auth).toBe('Bearer key-of-the-buyer');
    expect((await sql`SELECT * FROM lead_caps ORDER BY scope`.execute(db)).rows).toEqual(before.rows);
  });
});
