/** Leads posted by landers: what is accepted and stored, which click data is added, and who sees them. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { searchLeadPerson, showLeadPerson, showLeadStory, showLeadSummary } from '@signpost/contract/calls/leads.ts';
import { lead } from '@signpost/contract/entities/lead.ts';
import { type LeadStory, leadBody } from '@signpost/contract/partners/leads/lead.ts';
import { UNREAD_FIELDS } from '@signpost/contract/partners/leads/unread.ts';
import type { Caller } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { thorough } from '@signpost/testkit/thorough.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { liftStop, stopOutgoing } from '../../platform/arming.ts';
import { EngineError } from '../../platform/clickhouse-error.ts';
import { newId } from '../../platform/ids.ts';
import { snakeCase } from '../../platform/names.ts';
import { PURPOSES } from '../../platform/sealed.ts';
import { verifyAudit } from '../../workplace/records/verify-audit.ts';
import { knowClicks } from './clicks.ts';
import { distribute } from './distribute.ts';
import { takeLead } from './intake.ts';
import { personOf, storePerson } from './person.ts';
import { JO, leadWorld, minutes } from './testing/world.ts';

const leadCalls = entityCalls(lead);

const world = await leadWorld();
const { app, db, databases, admin, buyers, click, round, measures, postLead, send, leadOf } = world;
const { leadDeps: deps, otherKey } = world;

describe('A lead', () => {
  it('is sent to a buyer, returns the redirect address, and counts as a conversion of its click', async () => {
    buyers.mood = { acme: 'accept', bolt: 'accept' };
    const clickId = await click({ publisherId: 910 });
    const receipt = await send({ ...JO, clickId, extra: { color: 'red' } });
    expect(receipt).toMatchObject({ status: 'accepted', redirectUrl: 'https://buyer.example/welcome' });
    expect(buyers.asked).toHaveLength(1);
    expect(buyers.asked[0]?.auth).toBe('Bearer key-of-the-buyer');
    expect(JSON.parse(buyers.asked[0]?.body ?? '')).toEqual({
      user: { mail: 'jo@example.com' },
      phone: '+436601234567',
      click: clickId,
      color: 'red',
    });
    const lead = await leadOf(receipt.id);
    expect(lead).toMatchObject({
      status: 'accepted',
      geoId: 12,
      publisherId: 910,
      clickId,
      emailHint: 'j•••@example.com',
    });
    await round();
    expect(await measures(clickId)).toMatchObject({ leads: '1' });
  });

  it('stores the id of an unknown click, and copies the click’s data once it is known', async () => {
    buyers.mood = { acme: 'accept', bolt: 'accept' };
    const at = new Date(Date.now() - 5_000).toISOString();
    const clickId = newId({ now: () => new Date(at) });
    const receipt = await send({ ...JO, clickId });
    expect(await leadOf(receipt.id)).toMatchObject({ status: 'accepted', clickId, trafficSourceId: null });
    await round();
    expect(await knowClicks(deps, minutes(1))).toBe(0);
    const row = fact({
      factId: clickId,
      kind: 'visit',
      at,
      clickId,
      visits: 1,
      publisherId: 911,
      trafficSourceId: 940,
      geoId: 12,
    });
    await databases.clickhouse.insert('facts', [
      { chunk_id: 'test', ...Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value])) },
    ]);
    expect(await knowClicks(deps, minutes(3))).toBe(1);
    expect(await leadOf(receipt.id)).toMatchObject({ trafficSourceId: 940, publisherId: 911 });
    await round(minutes(3));
    expect(await measures(clickId)).toMatchObject({ leads: '1' });
  });

  it('is accepted and sent to a buyer while the statistics engine is away', async () => {
    buyers.mood = { acme: 'accept', bolt: 'accept' };
    const away = {
      ...deps,
      clickhouse: { ...deps.clickhouse, query: () => Promise.reject(new EngineError('unavailable', null)) },
    };
    const clickId = await click({ publisherId: 911 });
    const site = { websiteId: 920, publisherId: 910 };
    const { id } = await takeLead(
      away,
      site,
      { input: leadBody.parse({ ...JO, clickId }), from: { ip: '192.0.2.7', country: 'AT' } },
      new Date(),
    );
    expect(await distribute(away, id, new Date())).toMatchObject({ status: 'accepted' });
    await knowClicks(deps, minutes(1));
    expect(await leadOf(id)).toMatchObject({ status: 'accepted', clickId, publisherId: 911 });
  });

  it('is listed as unmatched once when a buyer took it without a click', async () => {
    buyers.mood = { acme: 'accept', bolt: 'accept' };
    const { id } = await send();
    await round();
    const { rows } = await sql`SELECT state, meaning, reason FROM affiliate_transactions
      WHERE txid = ${`lead ${id}`}`.execute(db);
    expect(rows).toEqual([{ state: 'unattributed', meaning: 'lead', reason: 'no_click_id' }]);
  });

  it('seals the personal data, and is only found by the complete address or number', async () => {
    const { id } = await send({ email: 'secret.person@example.com', phone: '00431234567', firstName: 'Zebedee' });
    const { rows } = await sql<{ all: string }>`
      SELECT string_agg(t::text, ' ') || (SELECT string_agg(l::text, ' ') FROM leads l) AS all FROM lead_persons t`.execute(
      db,
    );
    expect(rows[0]?.all).not.toMatch(/secret\.person|31234567|Zebedee/);
    for (const text of ['Secret.Person@example.com', '+43 1234567'])
      expect(await call(admin, searchLeadPerson, { body: { text } })).toEqual([id]);
    expect((await refusal(admin, searchLeadPerson, { body: { text: 'secret' } })).status).toBe(400);
    // A person's e-mail address must never appear in a URL.
    expect((await admin('GET', '/api/leads/by-person?text=secret.person@example.com')).status).toBe(400);
    const data = await call(admin, showLeadPerson, { params: { id } });
    expect(data).toMatchObject({ email: 'secret.person@example.com', firstName: 'Zebedee' });
  });

  it('hands its phone number on in E.164, as a number of its country', async () => {
    buyers.mood = { acme: 'accept', bolt: 'accept' };
    const { id } = await send({ ...JO, phone: '0660 765 43 21', country: 'AT' });
    expect(JSON.parse(buyers.asked.at(-1)?.body ?? '')).toMatchObject({ phone: '+436607654321' });
    const search = async (text: string) => await call(admin, searchLeadPerson, { body: { text } });
    expect(await search('+43 660 765 43 21')).toEqual([id]);
    expect(await search('+41 660 765 43 21')).toEqual([]);
  });

  it.each([
    [
      '0660 765 43 22',
      'AT',
      ['+43 (0)660 765-43-22', '0043 6607654322', '0660/7654322', '٠٦٦٠ ٧٦٥٤٣٢٢', '436607654322'],
    ],
    ['+46 73 090 76 85', 'SE', ['073 090 7685', '0730-907685', 'tel:+46-73-0907685', '+46 073 090 76 85']],
    ['+5215517329563', 'MX', ['+52 55 1732 9563', '0052 1 55 1732 9563']],
    ['+55 31 99688-3193', 'BR', ['+55 31 9688-3193', '+55 (31) 99688 3193']],
  ])('with the number %j (%s) is found by every spelling of it', async (phone, country, spellings) => {
    const { id } = await send({ ...JO, email: 'any@example.com', phone, country });
    for (const text of spellings) {
      const data = await call(admin, searchLeadPerson, { body: { text } });
      expect([text, data]).toEqual([text, [id]]);
    }
  });

  it('is found by its number with the country code if it was stored without one', async () => {
    const austrian = await send({ ...JO, country: 'AT' });
    const british = await send({ ...JO, country: 'GB' });
    const vault = await deps.vault();
    for (const [{ id }, country] of [
      [austrian, 'AT'],
      [british, 'GB'],
    ] as const) {
      const person = { ...personOf({}, '192.0.2.1', country), phone: '07400123456' };
      await sql`DELETE FROM lead_persons WHERE lead_id = ${id}`.execute(db);
      await db.transaction().execute((trx) => storePerson(trx, vault, id, person));
    }
    const data = await call(admin, searchLeadPerson, { body: { text: '+44 7400 123456' } });
    expect(data).toEqual([british.id]);
  });

  it.each([
    ['info@xn--mnchen-3ya.example', 'info@münchen.example'],
    ['mail@münchen.example', 'mail@xn--mnchen-3ya.example'],
    ['jose\u0301@nfd.example', 'josé@nfd.example'],
    ['rené@nfd.example', 'rene\u0301@nfd.example'],
  ])('of %j is found by %j, also if it was stored with the hash of its own form', async (sent, typed) => {
    const { id } = await send({ email: sent, firstName: 'Zebedee' });
    const search = async (text: string) => await call(admin, searchLeadPerson, { body: { text } });
    expect([await search(typed), await search(sent)]).toEqual([[id], [id]]);
    const hash = (await deps.vault()).index(sent, PURPOSES.leadEmail);
    await sql`UPDATE lead_persons SET email_index = ${hash} WHERE lead_id = ${id}`.execute(db);
    expect([await search(typed), await search(sent)]).toEqual([[id], [id]]);
  });

  it('shows personal data only to Operations, Management and Admin, and records each access in its history', async () => {
    const { id } = await send({ email: 'looked.at@example.com', firstName: 'Zebedee' });
    const search = { text: 'looked.at@example.com' };
    for (const grade of ['Operations', 'Management', 'Admin'] as const) {
      const person = await world.signIn(grade);
      expect(await call(person, searchLeadPerson, { body: search })).toEqual([id]);
      expect(await call(person, showLeadPerson, { params: { id } })).toMatchObject({ firstName: 'Zebedee' });
      const data = await call(person, leadCalls.history, { params: { id } });
      expect(data[0]).toMatchObject({
        action: 'effect',
        event: { event: 'personSeen' },
        changes: [],
        snapshot: null,
      });
    }
    const staff = await world.signIn('Default User');
    expect((await refusal(staff, searchLeadPerson, { body: search })).status).toBe(403);
    expect((await refusal(staff, showLeadPerson, { params: { id } })).status).toBe(403);
    const story = await attempt(staff, showLeadStory, { params: { id } });
    const { looks }: LeadStory = story.body.data;
    expect([story.status, looks.length]).toEqual([200, 3]);
    expect(story.text).not.toMatch(/looked\.at|Zebedee/);
    expect(await call(staff, leadCalls.read, { params: { id } })).toMatchObject({ emailHint: 'l•••@example.com' });
    // The grade is not enough: the person also needs access to the lead search.
    const excluded = await world.signIn('Operations', { excludedPaths: ['/lead-search'] });
    expect((await refusal(excluded, showLeadPerson, { params: { id } })).status).toBe(403);
    expect((await verifyAudit(db)).broken).toBeNull();
  });
});

describe('A lander', () => {
  it('gets an error that names each problem', async () => {
    for (const [lead, path] of [
      [{}, 'email'],
      [{ email: 'no address' }, 'email'],
      [{ phone: 'call me' }, 'phone'],
      [{ phone: 'call me', email: 'n/a' }, 'phone'],
      [{ phone: 'call me', email: 'no address' }, 'email'],
      [{ phone: '-', email: '' }, 'email'],
      [{ ...JO, extra: 'red' }, 'extra'],
    ] as const) {
      const { status, body } = await postLead(lead);
      expect([status, body.errors?.[0]?.path]).toEqual([400, path]);
    }
    expect((await postLead(JO, 'guess')).status).toBe(403);
    expect((await postLead({ ...JO, firstName: 'x'.repeat(70_000) })).status).toBe(413);
  });

  it('may send fields that are not known: they are kept with the answers, and noted', async () => {
    const { status, body } = await postLead({ ...JO, utmSource: 'news', extra: { color: 'red' } });
    expect(status).toBe(201);
    const person = await attempt(admin, showLeadPerson, { params: { id: body.data.id } });
    expect(person.body.data).toMatchObject({ extra: { utm_source: 'news', color: 'red' } });
    expect(body.data.notes).toEqual([
      { path: 'utmSource', message: 'This field is not known. It is kept as the answer “utm_source”.' },
    ]);
  });

  it('keeps a lead whose country cannot be read, with the text that it sent', async () => {
    const { status, body } = await postLead({ ...JO, country: 'Atlantis', extra: { color: 'red' } });
    expect(status).toBe(201);
    const person = await attempt(admin, showLeadPerson, { params: { id: body.data.id } });
    expect(person.body.data).toMatchObject({ extra: { country_text: 'Atlantis', color: 'red' } });
    expect(body.data.notes).toEqual([{ path: 'country', message: UNREAD_FIELDS.country.note }]);
  });

  it('may post from any page', async () => {
    const { headers } = await postLead({});
    expect(headers['access-control-allow-origin']).toBe('*');
    const asks = await app.inject({ method: 'OPTIONS', url: '/api/public/leads' });
    expect([asks.statusCode, asks.headers['access-control-allow-headers']]).toEqual([204, 'content-type, x-site-key']);
  });

  it.each(['no click', '0190-7', 'aaaaaaaaaaaa7zzzz', '01900000-0000-7000-8000-00000000000x', '\0'])(
    'may post the click id %j: the lead is taken without a click',
    async (clickId) => {
      const { status, body } = await postLead({ ...JO, clickId });
      expect(status).toBe(201);
      expect(await leadOf(body.data.id)).toMatchObject({ clickId: null });
    },
  );

  it('never causes a server error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.object({ maxDepth: 2 }), async (lead) => {
        expect((await postLead(lead as Record<string, unknown>)).status).toBeLessThan(500);
      }),
      { numRuns: thorough(15, 60) },
    );
  });
});

describe('A restored copy', () => {
  it('takes leads and offers none to a buyer until an Admin allows it', async () => {
    buyers.mood = { acme: 'accept', bolt: 'accept' };
    await stopOutgoing(db, 'This is a copy.', new Date());
    try {
      const taken = await send();
      expect(taken).toMatchObject({ status: 'received', redirectUrl: null });
      expect(buyers.asked).toEqual([]);
    } finally {
      await liftStop(db, { personId: admin.userId, now: new Date() });
    }
    expect(await send()).toMatchObject({ status: 'accepted' });
  });
});

describe('A publisher', () => {
  it('sees only the leads of its own sites', async () => {
    buyers.mood = { acme: 'accept', bolt: 'accept' };
    const own = await send();
    const other = (await postLead(JO, otherKey)).body.data;
    const publisher = await world.signIn('Publisher', { publisherId: 910 });
    const ids = (await call(publisher, entityCalls(lead).list, { query: {} })).map(({ id }) => id);
    expect(ids).toContain(own.id);
    expect(ids).not.toContain(other.id);
    expect((await refusal(publisher, leadCalls.read, { params: { id: other.id } })).status).toBe(404);
    expect((await refusal(publisher, showLeadStory, { params: { id: own.id } })).status).toBe(403);
    const searching = { publisherId: 910, includedPaths: ['/lead-search'] };
    const searcher = await world.signIn('Publisher', searching);
    expect((await attempt(searcher, leadCalls.read, { params: { id: own.id } })).status).toBe(200);
    expect((await refusal(searcher, showLeadStory, { params: { id: own.id } })).status).toBe(403);
    for (const person of [publisher, searcher]) {
      expect((await refusal(person, searchLeadPerson, { body: { text: 'jo@example.com' } })).status).toBe(403);
      expect((await refusal(person, showLeadPerson, { params: { id: own.id } })).status).toBe(403);
    }
    const query = { start: '2026-01-01', end: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) };
    const sum = async (person: Caller) =>
      (await call(person, showLeadSummary, { query })).reduce(
        (all, { accepted: a, waiting, parked, rejected }) => all + a + waiting + parked + rejected,
        0,
      );
    expect(await sum(publisher)).toBeLessThan(await sum(admin));
  });
});
