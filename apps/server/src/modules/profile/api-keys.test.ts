import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/api.ts';
import type { ApiKeyRow, MadeApiKey } from '@signpost/contract/api-keys.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { describe, expect, it } from 'vitest';

let now = new Date('2026-11-21T12:00:00Z');
const world = await testApp({ clock: { now: () => now } });
const at = '/api/profile/api-keys';

type Person = Awaited<ReturnType<typeof world.signIn>>;

async function make(person: Person, name = 'Nightly export'): Promise<MadeApiKey> {
  const { status, body } = await person('POST', at, { name, days: 30 });
  expect(status).toBe(201);
  return body.data as MadeApiKey;
}

/** Calls as a program does that holds a key. */
async function as(key: string, url: string, method: 'GET' | 'POST' | 'DELETE' | 'PATCH' = 'GET', payload?: object) {
  const headers = { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${key}` };
  const answer = await world.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, data: answer.json().data };
}

describe('a key of the API', () => {
  it('calls as its person, with what their grade opens now', async () => {
    const seo = await world.signIn('Seo User');
    const { key, hint } = await make(seo);
    expect(key).toMatch(/^sp_[\w-]{43}$/);
    expect(key.endsWith(hint)).toBe(true);
    expect((await as(key, '/api/profile')).data).toMatchObject({ id: seo.userId, grade: 'Seo User' });
    expect((await as(key, '/api/seo-campaign-boxes')).status).toBe(200);
    expect((await as(key, '/api/partners')).status).toBe(403);
    await world.db.updateTable('users').set({ grade: 'Operations' }).where('id', '=', seo.userId).execute();
    expect((await as(key, '/api/partners')).status).toBe(200);
    const [row] = (await seo('GET', at)).body.data as ApiKeyRow[];
    expect(row?.lastUsedAt).toBe(now.toISOString());
    // What is kept and what is told does not open anything.
    expect(JSON.stringify((await seo('GET', at)).body)).not.toContain(key.slice(0, -4));
    const stored = await world.db.selectFrom('apiKeys').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(key.slice(3, -4));
  });

  it('opens nothing once it is ended, too old, or its person is archived', async () => {
    const person = await world.signIn('Admin');
    const [ended, old] = [await make(person), await make(person)];
    expect((await person('DELETE', `${at}/${ended.id}`)).status).toBe(200);
    expect((await person('DELETE', `${at}/${ended.id}`)).status).toBe(404);
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

  it('neither makes nor ends keys nor sessions', async () => {
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
    expect((await person('GET', '/api/profile')).status).toBe(200);
  });

  it('is its own person’s to see and to end, and an admin’s', async () => {
    const [one, other, admin, management] = [
      await world.signIn('Seo User'),
      await world.signIn('Seo User'),
      await world.signIn('Admin'),
      await world.signIn('Management'),
    ];
    const { key, id } = await make(one, 'Mine');
    expect((await other('GET', at)).body.data).toEqual([]);
    expect((await other('DELETE', `${at}/${id}`)).status).toBe(404);
    const theirs = `/api/users/${one.userId}/api-keys`;
    expect((await management('GET', theirs)).status).toBe(403);
    expect((await admin('GET', theirs)).body.data).toMatchObject([{ id, name: 'Mine' }]);
    expect((await admin('DELETE', `${theirs}/${id}`)).status).toBe(200);
    expect((await as(key, '/api/profile')).status).toBe(401);
    const trail = await world.db
      .selectFrom('audit')
      .select(['action', 'userId', 'after'])
      .where('entity', '=', 'user')
      .where('recordId', '=', one.userId)
      .orderBy('id')
      .execute();
    expect(trail).toEqual([
      { action: 'effect', userId: one.userId, after: { apiKeyMade: 'Mine' } },
      { action: 'effect', userId: admin.userId, after: { apiKeyRevoked: 'Mine' } },
    ]);
  });

  it('is one of at most twenty, named, for days that can be chosen', async () => {
    const person = await world.signIn('Default User');
    for (const body of [{ name: ' ', days: 30 }, { name: 'Long', days: 5000 }, { days: 30 }])
      expect((await person('POST', at, body)).status).toBe(400);
    for (let held = 0; held < 20; held += 1) await make(person, `Key ${held}`);
    expect((await person('POST', at, { name: 'One more', days: 30 })).status).toBe(400);
  });
});

describe('what somebody sets about themselves', () => {
  it('is a change of their record: in its history, and told to whoever has it open', async () => {
    const admin = await world.signIn('Admin');
    const person = await world.signIn('Seo User');
    const path = `/api/users/${person.userId}`;
    const { version, ...opened } = (await admin('GET', path)).body.data as Record<string, unknown>;
    expect((await person('PATCH', '/api/profile', { timeZone: 'Europe/Vienna' })).body.data).toMatchObject({
      timeZone: 'Europe/Vienna',
    });
    const names = ['name', 'email', 'grade', 'includedPaths', 'excludedPaths', 'publisherId', 'timeZone', 'homeTab'];
    const values = { ...Object.fromEntries(names.map((name) => [name, opened[name]])), name: 'Renamed' };
    expect((await admin('PATCH', path, { version, values })).status).toBe(409);
    expect((await admin('GET', path)).body.data).toMatchObject({ timeZone: 'Europe/Vienna' });
    expect((await admin('GET', `${path}/history`)).body.data).toMatchObject([
      { action: 'update', changes: [{ field: 'timeZone', before: 'UTC', after: 'Europe/Vienna' }] },
    ]);
  });
});
