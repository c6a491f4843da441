/** Leads that were refused: counted, kept sealed, shown, read again after a fix, and erased with their person. */

import { listAttention } from '@signpost/contract/calls/attention.ts';
import { erasePerson } from '@signpost/contract/calls/data-protection.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { listRefusedLeads, replayRefusedLeads } from '@signpost/contract/calls/leads.ts';
import { website } from '@signpost/contract/entities/website.ts';
import { type LEAD_REFUSALS, MOST_KEPT_LEADS, MOST_UNKNOWN_KEYS } from '@signpost/contract/partners/leads/refusal.ts';
import { call, refusal } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { newToken } from '../../platform/tokens.ts';
import { JO, leadWorld } from './testing/world.ts';

const world = await leadWorld();
const { app, db, admin, buyers, postLead, postBytes, otherKey, leadOf } = world;

const refused = () => call(admin, listRefusedLeads, {});
const replay = () => call(admin, replayRefusedLeads, {});
const countsOf = async () =>
  (await refused()).counts.map(({ website: site, keyHint, reason, cases, replayed }) => [
    site ?? keyHint,
    reason,
    cases,
    replayed,
  ]);
const sealedRows = async () =>
  (await sql<{ sealed: Buffer | null }>`SELECT sealed FROM lead_refusals ORDER BY id`.execute(db)).rows;

beforeEach(async () => {
  await sql`DELETE FROM lead_refusals`.execute(db);
  await sql`DELETE FROM lead_refusal_counts`.execute(db);
});

describe('A refused lead', () => {
  it.each<[reason: keyof typeof LEAD_REFUSALS, body: string | Buffer, type: string, fields: string[], status: number]>([
    ['no_contact', '{"email":"no address"}', 'application/json', ['email'], 400],
    ['no_contact', '{"phone":"call me","email":"-"}', 'application/json', ['phone'], 400],
    ['no_contact', '{}', 'application/json', ['email'], 400],
    ['bad_field', '{"email":"jo@net.example","productId":"12"}', 'application/json', ['productId'], 400],
    ['bad_field', '{"email":"jo@net.example","extra":"red"}', 'application/json', ['extra'], 400],
    ['bad_field', '{"email":{"value":"jo@net.example"},"extra":[1]}', 'application/json', ['email', 'extra'], 400],
    ['bad_body', '{"email":', 'application/json', [], 400],
    ['bad_body', '["jo@net.example"]', 'application/json', [], 400],
    ['bad_body', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), 'application/json', [], 400],
    ['bad_body', '"{\\"email\\":\\"jo@net.example\\"}"', 'application/json', [], 400],
    ['bad_type', 'email=jo%40net.example', 'application/x-www-form-urlencoded', [], 415],
    ['bad_type', '<lead><email>jo@net.example</email></lead>', 'application/xml', [], 415],
  ])('is counted and kept sealed: %s, %j', async (reason, body, type, fields, status) => {
    expect((await postBytes(Buffer.from(body), type)).status).toBe(status);
    expect(await countsOf()).toEqual([['site.example', reason, 1, 0]]);
    expect((await refused()).kept).toMatchObject([
      { website: 'site.example', reason, fields, canReplay: true, replayedAt: null },
    ]);
    const [row] = await sealedRows();
    expect(row?.sealed?.includes('jo@net.example')).toBe(false);
  });

  it('is counted but not kept if it is too large or its site is unknown', async () => {
    expect((await postLead({ ...JO, firstName: 'x'.repeat(70_000) })).status).toBe(413);
    const unknown = newToken(18);
    expect((await postLead(JO, unknown)).status).toBe(403);
    expect((await postLead({}, unknown)).status).toBe(400);
    const none = await app.inject({ method: 'POST', url: '/api/public/leads', payload: JO });
    expect(none.statusCode).toBe(403);
    const { counts, kept, replayable } = await refused();
    expect([kept, replayable]).toEqual([[], 0]);
    expect(counts.map(({ keyHint, reason, cases }) => [keyHint, reason, cases])).toEqual([
      [unknown.slice(-4), 'unknown_key', 2],
      ['', 'too_large', 1],
      ['', 'no_key', 1],
    ]);
  });

  it('is stored once after a fix, with the time at which it first came, and offered to buyers', async () => {
    await postBytes(Buffer.from('{"email":"still no address"}'), 'application/json');
    await call(admin, entityCalls(website).archive, { params: { id: 921 } });
    expect((await postLead({ ...JO, email: 'again@example.com' }, otherKey)).status).toBe(403);
    expect(await countsOf()).toEqual([
      ['other.example', 'archived_site', 1, 0],
      ['site.example', 'no_contact', 1, 0],
    ]);
    await sql`UPDATE lead_refusals SET at = at - interval '1 hour' WHERE reason = 'archived_site'`.execute(db);
    expect(await replay()).toEqual({ stored: 0, stillRefused: 2, hasMore: false });
    await call(admin, entityCalls(website).restore, { params: { id: 921 } });
    expect(await replay()).toEqual({ stored: 1, stillRefused: 1, hasMore: false });
    expect(await replay()).toEqual({ stored: 0, stillRefused: 1, hasMore: false });
    const { rows } = await sql<{ id: number; same: boolean }>`SELECT l.id, l.received_at = r.at AS same
      FROM leads l, lead_refusals r WHERE l.website_id = 921 AND r.reason = 'archived_site'`.execute(db);
    expect(rows).toMatchObject([{ same: true }]);
    expect(await leadOf(Number(rows[0]?.id))).toMatchObject({ status: 'waiting', emailHint: 'a•••@example.com' });
    expect(await countsOf()).toContainEqual(['other.example', 'archived_site', 1, 1]);
    expect((await refused()).kept.map(({ reason, canReplay }) => [reason, canReplay])).toEqual([
      ['archived_site', false],
      ['no_contact', true],
    ]);
    expect(buyers.asked).toEqual([]);
  });

  it('needs attention until it is stored or a week has passed', async () => {
    const entry = async () =>
      (await call(admin, listAttention, {})).find(({ id }: { id: string }) => id === 'refusedLeads')?.count;
    expect(await entry()).toBeUndefined();
    await postLead({});
    await postLead({}, 'guess');
    expect(await entry()).toBe(2);
    await sql`UPDATE lead_refusal_counts SET replayed = cases WHERE reason = 'no_contact'`.execute(db);
    expect(await entry()).toBe(1);
    await sql`UPDATE lead_refusal_counts SET last_at = now() - interval '8 days'`.execute(db);
    expect(await entry()).toBeUndefined();
  });

  it('is erased with its person, however its lander wrote the address or number', async () => {
    const bodies = [
      ['{"email":"Gone@Example.com","extra":"red"}', 'application/json'],
      ['{"email":"gone\\u0040example.com","extra":"red"}', 'application/json'],
      ['mail=gone%40example.com', 'application/x-www-form-urlencoded'],
      ['{"phone":"0660 765 43 21","country":"AT","extra":"red"}', 'application/json'],
      ['phone=%2B43%20660%20765%204321', 'application/x-www-form-urlencoded'],
      ['{"email":"stays@example.com","phone":"+43 660 1111111","extra":"red"}', 'application/json'],
    ] as const;
    for (const [body, type] of bodies) await postBytes(Buffer.from(body), type);
    const sealed = async () => (await sealedRows()).map((row) => row.sealed !== null);
    await call(admin, erasePerson, { body: { text: 'gone@example.com' } });
    expect(await sealed()).toEqual([false, false, false, true, true, true]);
    await call(admin, erasePerson, { body: { text: '+43 660 7654321' } });
    expect(await sealed()).toEqual([false, false, false, false, false, true]);
    expect((await refused()).counts.reduce((sum, { cases }) => sum + cases, 0)).toBe(6);
  });
});

describe('A stranger', () => {
  it('fills neither the kept leads nor the counts', async () => {
    const { rows } = await sql<{ id: number }>`INSERT INTO lead_refusals (at, website_id, reason, fields)
      SELECT now(), 920, 'no_contact', '{}' FROM generate_series(1, ${MOST_KEPT_LEADS - 1}::integer) RETURNING id`.execute(
      db,
    );
    for (let left = 0; left < 3; left += 1) await postLead({});
    expect((await sealedRows()).length).toBe(rows.length + 1);
    expect(await countsOf()).toEqual([['site.example', 'no_contact', 3, 0]]);
    for (let key = 0; key < MOST_UNKNOWN_KEYS + 10; key += 1) await postLead(JO, newToken(18));
    const counts = (await refused()).counts.filter(({ reason }) => reason === 'unknown_key');
    expect(counts).toHaveLength(MOST_UNKNOWN_KEYS + 1);
    expect(counts.reduce((sum, { cases }) => sum + cases, 0)).toBe(MOST_UNKNOWN_KEYS + 10);
  });

  it('sees no refused leads as a publisher', async () => {
    const publisher = await world.signIn('Publisher', { publisherId: 910 });
    expect((await refusal(publisher, listRefusedLeads, {})).status).toBe(403);
    expect((await refusal(publisher, replayRefusedLeads, {})).status).toBe(403);
  });
});
