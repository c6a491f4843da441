import type { MadeApiKey } from '@signpost/contract/calls/api-key-access.ts';
import { endApiKey, endOwnApiKey, listApiKeys, listOwnApiKeys, makeApiKey } from '@signpost/contract/calls/api-keys.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { changeProfile, readProfile } from '@signpost/contract/calls/profile.ts';
import { user } from '@signpost/contract/entities/user.ts';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { describe, expect, it } from 'vitest';

const userCalls = entityCalls(user);

let now = new Date('2026-11-21T12:00:00Z');
const world = await testApp({ clock: { now: () => now } });
const at = '/api/profile/api-keys';

type Person = Awaited<ReturnType<typeof world.signIn>>;

async function make(person: Person, name = 'Nightly export', more: object = {}): Promise<MadeApiKey> {
  const { status, body } = await attempt(person, makeApiKey, { body: { name, days: 30, ...more } });
  expect(status).toBe(201);
  return makeApiKey.answer.parse(body.data);
}

interface Body {
  data: unknown;
  message: string;
}
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';

/** Calls as a program does that holds a key. */
async function as(key: string, url: string, method: Method = 'GET', payload?: object, remoteAddress = '127.0.0.1') {
  const headers = { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${key}` };
  const answer = await world.app.inject({ method, url, headers, remoteAddress, ...(payload ? { payload } : {}) });
  const isJson = String(answer.headers['content-type']).includes('json');
  const { data, message }: Body = isJson ? answer.json() : { data: undefined, message: '' };
  return { status: answer.statusCode, data, message };
}

describe('An API key', () => {
  it('acts as its person with the current access of their grade', async () => {
    const seo = await world.signIn('Seo User');
    const { key, hint } = await make(seo);
    expect(key).toMatch(/^sp_[\w-]{43}$/);
    expect(key.endsWith(hint)).toBe(true);
    expect((await as(key, '/api/profile')).data).toMatchObject({ id: seo.userId, grade: 'Seo User' });
    expect((await as(key, '/api/seo-campaign-boxes')).status).toBe(200);
    expect((await as(key, '/api/partners')).status).toBe(403);
    await world.db.updateTable('users').set({ grade: 'Operations' }).where('id', '=', seo.userId).execute();
    expect((await as(key, '/api/partners')).status).toBe(200);
    const [row] = listOwnApiKeys.answer.parse(await call(seo, listOwnApiKeys, {}));
    expect(row?.lastUsedAt).toBe(now.toISOString());
    // The stored hash and the listed data do not give access.
    expect(JSON.stringify((await attempt(seo, listOwnApiKeys, {})).body)).not.toContain(key.slice(0, -4));
    const stored = await world.db.selectFrom('apiKeys').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(key.slice(3, -4));
  });

  it('is refused when it was revoked, has expired, or its person is archived', async () => {
    const person = await world.signIn('Admin');
    const [ended, old] = [await make(person), await make(person)];
    expect((await attempt(person, endOwnApiKey, { params: { id: ended.id } })).status).toBe(200);
    expect((await refusal(person, endOwnApiKey, { params: { id: ended.id } })).status).toBe(404);
    expect((await as(ended.key, '/api/profile')).status).toBe(401);
    expect((await as(old.key, '/api/profile')).status).toBe(200);
    const before = now;
    now = new Date(before.getTime() + 30 * 86_400_000);
    expect((await as(old.key, '/api/profile')).status).toBe(401);
    now = before;
    await world.db.updateTable('users').set({ archivedAt: now }).where('id', '=', person.userId).execute();
    expect((await as(old.key, '/api/profile')).status).toBe(401);
    expect((await as(`sp_${'x'.repeat(43)}`, '/api/profile')).status).toBe(401);
  });

  it('cannot create or revoke keys or end sessions', async () => {
    const person = await world.signIn('Admin');
    const { key, id } = await make(person);
    expect((await as(key, at, 'POST', { name: 'Another', days: 30 })).status).toBe(403);
    expect((await as(key, `${at}/${id}`, 'DELETE')).status).toBe(403);
    expect((await as(key, `/api/users/${person.userId}/api-keys/${id}`, 'DELETE')).status).toBe(403);
    expect((await as(key, '/api/auth/session', 'DELETE')).status).toBe(403);
    const session = await world.db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', person.userId)
      .executeTakeFirstOrThrow();
    for (const whose of ['profile', `users/${person.userId}`])
      expect((await as(key, `/api/${whose}/sessions/${session.id}`, 'DELETE')).status).toBe(403);
    expect((await attempt(person, readProfile, {})).status).toBe(200);
  });

  it('can be seen and revoked by its own person and by an admin', async () => {
    const [one, other, admin, management] = [
      await world.signIn('Seo User'),
      await world.signIn('Seo User'),
      await world.signIn('Admin'),
      await world.signIn('Management'),
    ];
    const { key, id } = await make(one, 'Mine');
    expect(await call(other, listOwnApiKeys, {})).toEqual([]);
    expect((await refusal(other, endOwnApiKey, { params: { id } })).status).toBe(404);
    expect((await refusal(management, listApiKeys, { params: { user: one.userId } })).status).toBe(403);
    expect(await call(admin, listApiKeys, { params: { user: one.userId } })).toMatchObject([{ id, name: 'Mine' }]);
    expect((await attempt(admin, endApiKey, { params: { user: one.userId, id } })).status).toBe(200);
    expect((await as(key, '/api/profile')).status).toBe(401);
    const trail = await world.db
      .selectFrom('audit')
      .select(['action', 'userId', 'after'])
      .where('entity', '=', 'user')
      .where('recordId', '=', one.userId)
      .orderBy('id')
      .execute();
    const origin = { address: '127.0.0.1', userAgent: 'lightMyRequest' };
    expect(trail).toEqual([
      { action: 'effect', userId: one.userId, after: { event: 'keyMade', key: 'Mine', ...origin } },
      { action: 'effect', userId: admin.userId, after: { event: 'keyEnded', key: 'Mine', ...origin } },
    ]);
  });

  it('needs a name and an offered lifetime, and is one of at most twenty', async () => {
    const person = await world.signIn('Default User');
    for (const body of [{ name: ' ', days: 30 }, { name: 'Long', days: 5000 }, { days: 30 }])
      expect((await refusal(person, makeApiKey, { body })).status).toBe(400);
    for (let held = 0; held < 20; held += 1) await make(person, `Key ${held}`);
    expect((await refusal(person, makeApiKey, { body: { name: 'One more', days: 30 } })).status).toBe(400);
  });
});

/** Parts of an address by which no key may go, written down apart from the list that decides. */
const FORBIDDEN =
  /^\/api\/(users|users-management|whitelist|options\/(users|whitelist|deal-proposals|publisher-mails)|publisher-mails|data-protection|deal-proposals|approvals|search|auth|notifications|mailings|mail-suppressions|profile\/mail-topics|checks)(\/|$)|api-keys|sessions|\/postback(\/|$)|lead-key|\/leads\/.*person|robot-partners\/:id\/test|flat-fees\/:id\/(approve|reject)/;
/**
 * Nothing that is issued, paid, sent, redirected or let out can be taken back, so no key may do it
 * (`api-key-calls.test.ts`).
 */
const UNCHANGED =
  /\/(payments|allocations|periods|transaction-additions|push-setup|outgoing-stop|legal-entities|outgoing-postbacks|app-schemes)(\/|$)|documents\/:id\/(issue|send|accept|apply|write-off)|disputes\/:id\/decide|push-notifications\/:id\/(send|test)|\/:id\/resend|leads\/refused\/replay|runs\/(:id\/run-again|services\/retire)|profile\/changes\/undo|^\/api\/reports(\/bulk|\/:id(\/(archive|restore))?)?$/;
const routes = world.app.apiRoutes.filter(
  ({ method, url, access }) =>
    url.startsWith('/api/') &&
    access !== 'public' &&
    !['HEAD', 'OPTIONS'].includes(method) &&
    url !== '/api/statistics/live',
);
const callOf = ({ method, url }: { method: string; url: string }): [string, Method, object | undefined] => [
  url.replaceAll(/:\w+/g, '999999999'),
  method as Method,
  method === 'GET' || method === 'DELETE' ? undefined : {},
];
/** Records with a secret field, which no key writes. */
const SECRET_HOLDERS = /^\/api\/(robot-partners|publishers)(\/|$)/;

describe('The scope of a key', () => {
  it('excludes people, keys, sessions, secrets, lead persons and approvals, even for an Admin', async () => {
    const person = await world.signIn('Admin');
    const keys = [await make(person, 'Reads'), await make(person, 'Changes', { scope: 'change' })];
    const wrong: string[] = [];
    let forbidden = 0;
    for (const route of routes) {
      if (!FORBIDDEN.test(route.url)) continue;
      forbidden += 1;
      for (const { key, name } of keys) {
        const { status } = await as(key, ...callOf(route));
        if (status !== 403) wrong.push(`${name}: ${route.method} ${route.url} ${status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(forbidden).toBeGreaterThan(30);
  });

  it('allows a read-only key every other GET call and no call that changes anything', async () => {
    const { key } = await make(await world.signIn('Admin'));
    const wrong: string[] = [];
    for (const route of routes) {
      const { status } = await as(key, ...callOf(route));
      const allowed = route.method === 'GET' && !FORBIDDEN.test(route.url);
      if (allowed === (status === 403)) wrong.push(`${route.method} ${route.url} ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  it('allows a read-write key to change records, except those with secrets and its own person', async () => {
    const { key } = await make(await world.signIn('Admin'), 'Changes', { scope: 'change' });
    const wrong: string[] = [];
    for (const route of routes) {
      if (route.method === 'GET' || FORBIDDEN.test(route.url)) continue;
      const { status } = await as(key, ...callOf(route));
      const allowed = !SECRET_HOLDERS.test(route.url) && !UNCHANGED.test(route.url) && route.url !== '/api/profile';
      if (allowed === (status === 403)) wrong.push(`${route.method} ${route.url} ${status}`);
    }
    expect(wrong).toEqual([]);
    expect((await as(key, '/api/tags', 'POST', { name: 'Made by a key', color: '#336699' })).status).not.toBe(403);
  });

  it('never lets a program redirect money or messages, or read e-mails to publishers', async () => {
    const { key } = await make(await world.signIn('Admin'), 'Changes', { scope: 'change' });
    for (const records of ['legal-entities', 'publishers', 'outgoing-postbacks']) {
      expect((await as(key, `/api/${records}`)).status).toBe(200);
      expect((await as(key, `/api/${records}/1`, 'PATCH', { version: 1, values: {} })).status).toBe(403);
      expect((await as(key, `/api/${records}`, 'POST', {})).status).toBe(403);
      expect((await as(key, `/api/${records}/bulk`, 'POST', { ids: [1], action: 'archive' })).status).toBe(403);
    }
    expect((await as(key, '/api/publisher-mails')).status).toBe(403);
    expect((await as(key, '/api/publisher-mails/1')).status).toBe(403);
  });

  it('is read-only by default, and is named in refusals', async () => {
    const person = await world.signIn('Admin');
    const { key, scope } = await make(person);
    expect(scope).toBe('read');
    const refused = await as(key, '/api/tags', 'POST', { name: 'x' });
    expect(refused).toMatchObject({ status: 403, message: expect.stringContaining('Read statistics and lists') });
    expect((await refusal(person, makeApiKey, { body: { name: 'All', days: 30, scope: 'everything' } })).status).toBe(
      400,
    );
  });

  it('is limited by the grade of its person', async () => {
    const { key } = await make(await world.signIn('Seo User'), 'Changes', { scope: 'change' });
    expect((await as(key, '/api/partners')).status).toBe(403);
    expect((await as(key, '/api/partners', 'POST', {})).status).toBe(403);
  });
});

describe('The allowed addresses of a key', () => {
  it('refuse calls from other addresses, which are not recorded as a use', async () => {
    const person = await world.signIn('Seo User');
    const { key } = await make(person, 'Office', { addressRanges: ['203.0.113.0/24', '2001:db8::/32'] });
    const from = async (address: string) => (await as(key, '/api/profile', 'GET', undefined, address)).status;
    expect(await from('198.51.100.7')).toBe(403);
    const unused = { lastUsedAt: null, networks: [], addressRanges: ['203.0.113.0/24', '2001:db8::/32'] };
    expect(await call(person, listOwnApiKeys, {})).toMatchObject([unused]);
    expect([await from('203.0.113.7'), await from('2001:db8:5::1')]).toEqual([200, 200]);
  });

  it('are validated when the key is created', async () => {
    const person = await world.signIn('Seo User');
    for (const text of ['0.0.0.0/0', 'office', '203.0.113.0/33', ''])
      expect((await refusal(person, makeApiKey, { body: { name: 'x', days: 30, addressRanges: [text] } })).status).toBe(
        400,
      );
  });

  it('are shown as networks that used the key, and a later one is marked as new for a week', async () => {
    const person = await world.signIn('Seo User');
    const { key } = await make(person);
    const before = now;
    const networks = async () => listOwnApiKeys.answer.parse(await call(person, listOwnApiKeys, {}))[0]?.networks;
    await as(key, '/api/profile', 'GET', undefined, '203.0.113.7');
    expect(await networks()).toMatchObject([{ network: '203.0.113.0/24', isNew: false }]);
    now = new Date(before.getTime() + 3600_000);
    await as(key, '/api/profile', 'GET', undefined, '203.0.113.9');
    await as(key, '/api/profile', 'GET', undefined, '2001:db8:1:2::3');
    expect(await networks()).toMatchObject(
      [
        { network: '2001:db8:1::/48', isNew: true, firstUsedAt: now.toISOString() },
        { network: '203.0.113.0/24', isNew: false, firstUsedAt: before.toISOString(), lastUsedAt: now.toISOString() },
      ].sort((a, b) => (a.network < b.network ? 1 : -1)),
    );
    for (let network = 0; network < 12; network += 1) {
      now = new Date(now.getTime() + 1000);
      await as(key, '/api/profile', 'GET', undefined, `198.51.${network}.1`);
    }
    expect(await networks()).toHaveLength(10);
    now = before;
  });
});

describe('A change of one’s own settings', () => {
  it('appears in the history of the person, and is announced to people who have the record open', async () => {
    const admin = await world.signIn('Admin');
    const person = await world.signIn('Seo User');
    const { version, ...opened } = await call(admin, userCalls.read, { params: { id: person.userId } });
    expect(await call(person, changeProfile, { body: { timeZone: 'Europe/Vienna' } })).toMatchObject({
      timeZone: 'Europe/Vienna',
    });
    const names = ['name', 'email', 'grade', 'includedPaths', 'excludedPaths', 'publisherId', 'timeZone', 'homeTab'];
    const values = { ...Object.fromEntries(names.map((name) => [name, opened[name]])), name: 'Renamed' };
    expect(
      (await refusal(admin, userCalls.update, { params: { id: person.userId }, body: { version, values } })).status,
    ).toBe(409);
    expect(await call(admin, userCalls.read, { params: { id: person.userId } })).toMatchObject({
      timeZone: 'Europe/Vienna',
    });
    expect(await call(admin, userCalls.history, { params: { id: person.userId } })).toMatchObject([
      { action: 'update', changes: [{ field: 'timeZone', before: 'UTC', after: 'Europe/Vienna' }] },
    ]);
  });

  it('sets how numbers are written and when weeks begin, and refuses what does not exist', async () => {
    const person = await world.signIn('Default User');
    expect(await call(person, readProfile, {})).toMatchObject({ weekStart: 'monday', numberFormat: null });
    const chosen = { weekStart: 'sunday', numberFormat: 'comma' } as const;
    expect(await call(person, changeProfile, { body: chosen })).toMatchObject(chosen);
    expect(await call(person, readProfile, {})).toMatchObject({ ...chosen, timeZone: 'UTC' });
    expect((await refusal(person, changeProfile, { body: { weekStart: 'friday' } })).status).toBe(400);
    expect((await refusal(person, changeProfile, { body: { numberFormat: 'roman' } })).status).toBe(400);
    expect(await call(person, changeProfile, { body: { numberFormat: null } })).toMatchObject({
      weekStart: 'sunday',
      numberFormat: null,
    });
  });
});
