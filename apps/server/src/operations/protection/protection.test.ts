/**
 * The data that is erased, the data that stays, and the people who may erase it: against real engines, with leads and
 * postbacks as they arrive.
 */

import {
  erasePerson,
  exportPerson,
  findStoredPerson,
  listRetention,
  previewRetention,
  setRetention,
} from '@signpost/contract/calls/data-protection.ts';
import type { AnyCall } from '@signpost/contract/calls/define-call.ts';
import { resendLead, showLeadPerson } from '@signpost/contract/calls/leads.ts';
import { readProfile } from '@signpost/contract/calls/profile.ts';
import { listRuns } from '@signpost/contract/calls/runs.ts';
import { STAYS_AFTER_ERASURE } from '@signpost/contract/operations/erasure.ts';
import { RETENTION, type RetentionKind } from '@signpost/contract/operations/retention.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { distribute } from '../../partners/leads/distribute.ts';
import { JO, leadWorld, minutes } from '../../partners/leads/testing/world.ts';
import { runOnce } from '../../platform/postgres.ts';
import { workRuns } from '../../workplace/runs/work.ts';
import { planRetention, protectionRuns } from './jobs.ts';
import { countDue } from './retention.ts';

const world = await leadWorld();
const { admin, buyers, db, deps, leadDeps, leadOf, send } = world;
const set = (kind: RetentionKind, days: number | null) => call(admin, setRetention, { body: { kind, days } });
const preview = async (kind: RetentionKind, days: number) =>
  (await call(admin, previewRetention, { query: { kind, days } })).due;
const personOf = (id: number) => attempt(admin, showLeadPerson, { params: { id } });
const age = (table: string, column: string, id: number | string, days: number) =>
  sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = now() - make_interval(days => ${days}) WHERE id = ${id}`.execute(
    db,
  );

afterEach(async () => {
  await sql`DELETE FROM retention`.execute(db);
});

let day = 0;
/** Does the run of one more day, as the worker does. */
async function dailyRun() {
  day += 1;
  const now = new Date(Date.UTC(2026, 0, day, 4));
  await planRetention(db, now);
  await planRetention(db, now);
  await workRuns(
    { db, log: deps.log },
    protectionRuns({ db, clickhouse: deps.clickhouse, vault: deps.vault }),
    new AbortController().signal,
  );
  const [run, ...others] = await call(admin, listRuns, { query: { whose: 'all' } });
  expect(others.filter(({ title }) => title === run?.title)).toEqual([]);
  return run;
}

/** Everything that the audit trail says of a lead, as text. */
async function trailOf(id: number): Promise<string> {
  const { rows } = await sql<{ text: string }>`SELECT concat(before::text, after::text) AS text FROM audit
    WHERE entity = 'lead' AND record_id = ${id} ORDER BY id`.execute(db);
  return rows.map(({ text }) => text).join('\n');
}

describe('The daily run', () => {
  it('erases nothing of people outside until an Admin says after how many days', async () => {
    const { id } = await send({ ...JO, email: 'old@example.com' });
    await age('leads', 'received_at', id, 3_000);
    const kinds = await call(admin, listRetention, {});
    expect(kinds.map(({ kind, days, due }) => [kind, days, due])).toEqual([
      ['visitorAddresses', null, 0],
      ['leadPersons', null, 0],
      ['rawPostbacks', null, 0],
      ['refusals', 180, 0],
      ['clickParameters', 180, 0],
      ['sessions', 30, 0],
    ]);
    expect(await dailyRun()).toMatchObject({ state: 'succeeded', rows: 0, kind: 'Data protection', owner: null });
    expect((await personOf(id)).body.data).toMatchObject({ email: 'old@example.com' });
    await call(admin, erasePerson, { body: { text: 'old@example.com' } });
  });

  it('erases persons after their time, as many as the preview said, and keeps what their leads count', async () => {
    buyers.mood = { acme: 'accept' };
    const taken = await send({ ...JO, email: 'taken@example.com' });
    buyers.mood = {};
    const waiting = await send({ ...JO, email: 'waiting@example.com' });
    const recent = await send({ ...JO, email: 'recent@example.com' });
    for (const { id } of [taken, waiting]) await age('leads', 'received_at', id, 40);
    const before = await leadOf(taken.id);
    expect(before.status).toBe('accepted');
    expect([await preview('leadPersons', 41), await preview('leadPersons', 39)]).toEqual([0, 2]);
    expect(await set('leadPersons', 39)).toMatchObject({ days: 39, due: 2, changedBy: 'Test Admin' });
    expect(await dailyRun()).toMatchObject({ state: 'succeeded', rows: 2 });

    const {
      emailHint: _hint,
      phoneHint: _phone,
      redirectUrl: _url,
      version: _version,
      updatedAt: _at,
      ...counts
    } = before;
    expect(await leadOf(taken.id)).toMatchObject({ ...counts, emailHint: '', phoneHint: '', redirectUrl: null });
    expect(await leadOf(waiting.id)).toMatchObject({ status: 'rejected', reason: 'person_erased', emailHint: '' });
    for (const { id } of [taken, waiting]) {
      expect((await personOf(id)).status).toBe(404);
      expect(await trailOf(id)).toContain('"because": "retention"');
      expect(await trailOf(id)).not.toContain('example.com');
    }
    expect((await personOf(recent.id)).body.data).toMatchObject({ email: 'recent@example.com' });
    const again = await attempt(admin, resendLead, { params: { id: waiting.id } });
    expect([again.status, again.body.errors[0]?.message]).toEqual([400, 'The person behind this lead was erased.']);
    // A worker that had taken the lead before does not offer it again either.
    await sql`UPDATE leads SET next_try_at = now(), status = 'waiting' WHERE id = ${waiting.id}`.execute(db);
    buyers.asked = [];
    expect(await distribute(leadDeps, waiting.id, minutes(1))).toEqual({ status: 'rejected', redirectUrl: null });
    expect(buyers.asked).toEqual([]);
    expect(await dailyRun()).toMatchObject({ rows: 0 });
  });

  it('shortens the addresses of leads and keeps the rest of the person', async () => {
    const { id } = await send({ ...JO, email: 'address@example.com' });
    await age('leads', 'received_at', id, 10);
    await set('visitorAddresses', 7);
    expect(await dailyRun()).toMatchObject({ rows: 1 });
    expect((await personOf(id)).body.data).toMatchObject({ email: 'address@example.com', ip: '127.0.0.0/24' });
    expect(await dailyRun()).toMatchObject({ rows: 0 });
  });

  it('empties the requests of transactions, and removes refusals and sessions, after their time', async () => {
    const { key } = await world.keyOf(951);
    const clickId = await world.click();
    await world.post(key, { subid: clickId, status: 'ftd', sum: '10', email: 'jo@example.com' });
    await world.post(key, { subid: clickId, status: 'chargeback', sum: 'much' });
    await world.round();
    const counted = await world.measures(clickId);
    const raws = async () =>
      (
        await sql<{ raw: string }>`SELECT raw::text AS raw FROM affiliate_transactions WHERE click_id = ${clickId}
        UNION ALL SELECT raw::text FROM postback_refusals`.execute(db)
      ).rows.map(({ raw }) => raw);
    // The values of unknown parameters were never stored.
    expect((await raws()).join()).not.toContain('jo@example.com');
    await sql`UPDATE affiliate_transactions SET received_at = now() - interval '100 days' WHERE click_id = ${clickId}`.execute(
      db,
    );
    await sql`UPDATE postback_refusals SET at = now() - interval '181 days'`.execute(db);
    await sql`INSERT INTO sessions (id, user_id, token_hash, created_at, last_used_at, expires_at, user_agent)
      SELECT gen_random_uuid(), ${admin.userId}, gen_random_uuid()::text::bytea, now(), now(), now() - make_interval(days => d), ''
      FROM unnest(ARRAY[29, 31]) d`.execute(db);
    await set('rawPostbacks', 90);
    expect(await dailyRun()).toMatchObject({ rows: 3 });
    expect(await raws()).toEqual(['{"agent": "", "method": "", "address": "", "parameters": []}']);
    expect(await world.measures(clickId)).toEqual(counted);
    const { rows } = await sql`SELECT 1 FROM sessions WHERE expires_at < now()`.execute(db);
    expect(rows).toHaveLength(1);
    expect((await attempt(admin, readProfile, {})).status).toBe(200);
    expect(await dailyRun()).toMatchObject({ rows: 0 });
  });
});

describe('Parameters of clicks', () => {
  it('are removed after their time, as many as the preview said, and nothing that is counted changes', async () => {
    const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const kept = JSON.stringify({ gclid: 'Cj0' });
    const old = await world.click({ at: at(200), parameters: kept, visits: 1 });
    const young = await world.click({ at: at(100), parameters: kept, visits: 1 });
    const read = async (id: string) =>
      await deps.clickhouse.query(
        'SELECT parameters, visits FROM facts WHERE click_id = {id:UUID}',
        { id },
        { parse: (row) => [row.parameters, Number(row.visits)] },
      );
    const due = await countDue(deps, 'clickParameters', 180, new Date());
    expect(due).toBe(1);
    expect(await dailyRun()).toMatchObject({ rows: 1 });
    expect([await read(old), await read(young)]).toEqual([[['', 1]], [[kept, 1]]]);
    expect(await dailyRun()).toMatchObject({ rows: 0 });
  });
});

describe('A person who asks', () => {
  const noTraces = { messages: 0, notes: 0, texts: 0, transactions: 0, documents: 0 };
  const none = { leads: 0, contacts: 0, mails: 0, traces: noTraces, stays: STAYS_AFTER_ERASURE };

  it('is found by the whole address or number, exported with their click, and erased while the statistics stay', async () => {
    const clickId = await world.click({ device: 'mobile' });
    buyers.mood = { acme: 'accept' };
    const first = await send({ ...JO, email: 'ada@example.com', phone: '+43 660 7654321', clickId });
    const second = await send({ email: 'ada@example.com', country: 'AT', phone: 'call Ada at home' });
    const other = await send({ ...JO, email: 'grace@example.com', phone: '+43 660 1111111' });
    await world.round(minutes(1));
    const counted = await world.measures(clickId);
    expect(counted.leads).toBe('1');

    const found = await call(admin, findStoredPerson, { body: { text: ' Ada@Example.com' } });
    expect(found.leads.map(({ id }) => id)).toEqual([second.id, first.id]);
    const { leads } = await call(admin, exportPerson, { body: { text: 'ada@example.com' } });
    expect(leads[1]).toMatchObject({
      id: first.id,
      status: 'accepted',
      website: 'site.example',
      sentOnTo: 'https://buyer.example/welcome',
      clickId,
      person: { email: 'ada@example.com', phone: '+436607654321', firstName: 'Jo', ip: '127.0.0.1' },
      offeredTo: [{ buyer: 'acme', outcome: 'Accepted' }],
    });
    expect(leads[1]?.facts.find(({ kind }) => kind !== 'lead')).toMatchObject({ click_id: clickId, device: 'mobile' });
    const [stored] = await world.databases.clickhouse.query(
      'SELECT toString(any(visitor_id)) AS id FROM facts WHERE click_id = {id:UUID} AND visitor_id > 0',
      { id: clickId },
      { parse: ({ id }) => String(id) },
    );
    expect(leads[1]?.facts.map(({ visitor_id }) => visitor_id)).toContain(stored);
    expect(leads.map(({ person }) => person?.email)).toEqual(['ada@example.com', 'ada@example.com']);
    expect(leads[0]?.person?.extra).toEqual({ phone_text: 'call Ada at home' });
    expect(await trailOf(first.id)).toContain('personExported');

    expect(await call(admin, erasePerson, { body: { text: '+436607654321' } })).toEqual({ ...none, leads: 1 });
    expect(await call(admin, erasePerson, { body: { text: 'ada@example.com' } })).toEqual({ ...none, leads: 1 });
    for (const text of ['ada@example.com', '+436607654321']) {
      expect(await call(admin, findStoredPerson, { body: { text } })).toEqual({
        leads: [],
        contacts: [],
        traces: noTraces,
      });
      expect((await call(admin, exportPerson, { body: { text } })).leads).toEqual([]);
      expect(await call(admin, erasePerson, { body: { text } })).toEqual(none);
    }
    const { rows } = await sql`SELECT 1 FROM lead_persons WHERE lead_id IN (${first.id}, ${second.id})`.execute(db);
    expect(rows).toEqual([]);
    expect(await trailOf(first.id)).toContain('"because": "asked"');
    expect(await trailOf(first.id)).not.toMatch(/ada|7654321/i);
    expect(await world.measures(clickId)).toEqual(counted);
    expect(await leadOf(first.id)).toMatchObject({ status: 'accepted', clickId });
    expect((await call(admin, showLeadPerson, { params: { id: other.id } })).email).toBe('grace@example.com');
  });

  it('is found, exported and erased as a contact and in e-mails to publishers, and nobody else is', async () => {
    await runOnce(
      world.databases.databaseUrl,
      `UPDATE publishers SET contact_email = 'Mia@Example.com' WHERE id = 910;
       INSERT INTO publisher_contacts (id, publisher_id, position, name, email, phone) VALUES
         (801, 911, 0, 'Mia Muster', 'MIA@example.com', NULL), (802, 911, 1, 'Max Muster', 'max@example.com', '0043 660/99 99 999');
       INSERT INTO clients (id, name, contact_email) VALUES (800, 'Muster Media', 'mia@example.com');
       INSERT INTO partner_contacts (id, partner_id, position, name, phone) VALUES (803, 951, 0, 'Max M.', '+43 (660) 9999999 ext. 12 / 0660 1');
       INSERT INTO flat_fee_contacts (id, name, company, email, notes) VALUES (804, 'Mia M.', 'Muster Ltd', 'mia@example.com', 'Likes tea');
       INSERT INTO publisher_mails (id, subject, html, state, confirmed_by_id, send_at)
         SELECT 805, 'News', '<p>', 'sending', min(id), now() FROM users;
       INSERT INTO mail_people (id, address, created_at) VALUES (806, 'mia@example.com', now()), (807, 'max@example.com', now());
       INSERT INTO mail_recipients (id, mail_id, person_id, publisher_id, name, places, state, next_try_at) VALUES
         (808, 805, 806, 910, 'Mia', '{"name": "Mia"}', 'planned', now()), (809, 805, 807, 911, 'Max', '{}', 'planned', now())`,
    );
    const mia = { text: 'mia@example.com' };
    expect((await call(admin, findStoredPerson, { body: mia })).contacts).toEqual([
      { of: 'client', id: 800, record: 'Muster Media', isCurrent: true },
      { of: 'flatFeeContact', id: 804, record: 'Mia M.', isCurrent: true },
      { of: 'publisher', id: 910, record: 'Daily Bugle', isCurrent: true },
      { of: 'publisher', id: 911, record: 'Planet', isCurrent: true },
    ]);
    const stored = await call(admin, exportPerson, { body: mia });
    expect(stored.contacts[1]).toMatchObject({ name: 'Mia M.', role: 'Muster Ltd', note: 'Likes tea' });
    expect(stored.mails).toEqual([{ subject: 'News', state: 'planned', sentAt: null }]);
    expect(await call(admin, erasePerson, { body: mia })).toEqual({ ...none, contacts: 4, mails: 1 });
    expect(await call(admin, erasePerson, { body: mia })).toEqual(none);

    // His number was typed in two ways, once with an extension and a second number.
    const max = { text: '+43 660 9999999' };
    expect((await call(admin, findStoredPerson, { body: max })).contacts.map(({ id }) => id)).toEqual([951, 911]);
    const { rows } = await sql<Record<string, unknown>>`SELECT
        (SELECT array_agg(name ORDER BY id) FROM publisher_contacts) AS contacts,
        (SELECT array_agg(concat_ws(' ', name, company, email, notes)) FROM flat_fee_contacts WHERE id = 804) AS fees,
        (SELECT array_agg(concat_ws(' ', r.state, r.name, p.address) ORDER BY r.id) FROM mail_recipients r
          JOIN mail_people p ON p.id = r.person_id) AS mails,
        (SELECT count(contact_email)::integer FROM publishers WHERE id = 910)
          + (SELECT count(contact_email)::integer FROM clients WHERE id = 800) AS addresses,
        (SELECT array_agg(DISTINCT after::text) FROM audit WHERE entity <> 'lead' AND after::text LIKE '%personErased%') AS trail`.execute(
      db,
    );
    expect(rows[0]).toEqual({
      contacts: ['Max Muster'],
      fees: ['Erased person Muster Ltd'],
      mails: ['cancelled  erased-806@erased.invalid', 'planned Max max@example.com'],
      addresses: 0,
      trail: [expect.not.stringMatching(/mia/i)],
    });
  });
});

describe('Data protection is refused', () => {
  it('to everybody but Admins, and for texts, kinds and days that cannot be meant', async () => {
    const text = 'grace@example.com';
    const calls: [AnyCall, object][] = [
      [listRetention, {}],
      [previewRetention, { query: { kind: 'sessions', days: 1 } }],
      [setRetention, { body: { kind: 'sessions', days: 1 } }],
      [findStoredPerson, { body: { text } }],
      [exportPerson, { body: { text } }],
      [erasePerson, { body: { text } }],
    ];
    for (const grade of ['Management', 'Operations', 'Publisher'] as const) {
      const person = await world.signIn(grade);
      for (const [definition, input] of calls)
        expect((await refusal(person, definition, input)).status, `${grade} ${definition.name}`).toBe(403);
    }
    const wrong: [AnyCall, object][] = [
      [erasePerson, { body: { text: 'grace' } }],
      [exportPerson, { body: { text: '' } }],
      [setRetention, { body: { kind: 'sessions', days: 0 } }],
      [setRetention, { body: { kind: 'audit', days: 30 } }],
      [previewRetention, { query: { kind: 'leadPersons', days: -1 } }],
    ];
    for (const [definition, input] of wrong)
      expect((await refusal(admin, definition, input)).status, definition.name).toBe(400);
    expect(Object.keys(RETENTION)).not.toContain('audit');
    expect((await call(admin, findStoredPerson, { body: { text } })).leads).toHaveLength(1);
  });
});
