import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { addNotificationChannel } from '@signpost/contract/calls/notifications.ts';
import {
  countPushAudience,
  readPushSetup,
  rotatePushKey,
  sendPush,
  stopPush,
  testPush,
} from '@signpost/contract/calls/push.ts';
import { pushNotification } from '@signpost/contract/entities/push-notification.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { keyRing } from './keys.ts';
import { readPush } from './plan.ts';
import { sendBatch } from './send.ts';
import { type PushBrowser, pushBrowser } from './testing/service.ts';
import { first, pushWorld } from './testing/world.ts';

const pushNotificationCalls = entityCalls(pushNotification);

const world = await pushWorld();
const {
  audience,
  db,
  jobDeps,
  newPush,
  newSite,
  post,
  progress,
  readPush: read,
  rowOf,
  service,
  start,
  subscriber,
  wishOf,
  work,
  makeDue,
} = world;

async function sent(more: object = {}, count = 1) {
  const { site, browsers } = await audience(count);
  const { id } = await newPush({ websites: [site], ...more });
  expect((await start(id)).status).toBe(200);
  await work();
  return { id, site, browsers, browser: first(browsers) };
}

describe('a push', () => {
  it('reaches each browser once, encrypted for it, and is counted as accepted, shown and clicked', async () => {
    const { id, site, browsers } = await sent({ icon: 'https://x.example/i.png', replaceWord: 'weekly' }, 3);
    expect(await read(id)).toMatchObject({ state: 'sent', accepted: 3, shown: 0, clicked: 0 });
    const tokens = new Set<string>();
    for (const browser of browsers) {
      const [message, ...others] = browser.messages();
      expect(others).toEqual([]);
      expect(message).toMatchObject({
        title: 'Tonight only',
        body: 'Twice the bonus.',
        icon: 'https://x.example/i.png',
        tag: 'weekly',
        url: `/box_${world.box.id}?sub1=push&sub2=${id}`,
      });
      tokens.add(message?.token ?? '');
      expect(first(browser.attempts()).headers).toMatchObject({
        ttl: '86400',
        topic: 'weekly',
        'content-encoding': 'aes128gcm',
      });
    }
    expect(tokens.size).toBe(3);
    const [one = '', two = '', three = ''] = tokens;
    for (const [what, token] of [
      ['shown', one],
      ['shown', one],
      ['shown', two],
      ['clicked', one],
      ['clicked', one],
      ['clicked', three],
    ] as const)
      expect((await post(what, { token })).status).toBe(204);
    // A click that was not shown before was shown.
    expect(await progress(id)).toMatchObject({
      accepted: 3,
      shown: 3,
      clicked: 2,
      runId: null,
      counts: { accepted: 3 },
    });
    // Sent again, it goes to the new subscriber alone.
    const newcomer = await subscriber({ site });
    expect((await start(id)).status).toBe(200);
    await work();
    expect(newcomer.messages()).toHaveLength(1);
    for (const browser of browsers) expect(browser.attempts()).toHaveLength(1);
    expect((await start(id)).body.errors).toMatchObject([{ message: expect.stringContaining('Nobody is left') }]);
  });

  it('goes to the audience that was counted: by site, country, device, topic and age', async () => {
    await sql`INSERT INTO geos (code, country) VALUES ('ZX', 'Zexia') ON CONFLICT DO NOTHING`.execute(db);
    const geo = await db.selectFrom('geos').select('id').where('code', '=', 'ZX').executeTakeFirstOrThrow();
    const site = await newSite();
    const one = await subscriber({ site, topics: ['news'] }, { 'x-geo': 'ZX' });
    const two = await subscriber({ site, topics: ['bonus', 'sport'] });
    await sql`UPDATE push_subscriptions SET created_at = now() - interval '40 days' WHERE endpoint = ${two.endpoint}`.execute(
      db,
    );
    await subscriber({ site: world.site, topics: ['news'] });
    const count = async (more: object) =>
      await call(world.person, countPushAudience, { body: { websites: [site], ...more } });
    expect(await count({})).toMatchObject({ matching: 2, capped: 0 });
    expect(await count({ geos: [geo.id] })).toMatchObject({ matching: 1 });
    expect(await count({ devices: ['mobile'] })).toMatchObject({ matching: 0 });
    expect(await count({ topics: 'news' })).toMatchObject({ matching: 1 });
    expect(await count({ topics: 'news, sport' })).toMatchObject({ matching: 2 });
    expect(await count({ minAgeDays: 30 })).toMatchObject({ matching: 1 });
    expect(await count({ maxAgeDays: 30, topics: 'bonus' })).toMatchObject({ matching: 0 });
    const { id } = await newPush({
      websites: [site],
      topics: 'news',
      geos: [geo.id],
      devices: ['desktop'],
      maxAgeDays: 30,
    });
    await start(id);
    await work();
    expect([one.messages().length, two.messages().length]).toEqual([1, 0]);
  });

  it('is refused while it is sent, in an older version, after its offer, and with wrong quiet hours', async () => {
    const { site } = await audience(1);
    const { id, version } = await newPush({ websites: [site] });
    expect((await refusal(world.person, sendPush, { params: { id }, body: { version: version + 1 } })).status).toBe(
      409,
    );
    expect((await start(id)).status).toBe(200);
    expect((await start(id)).body.errors).toMatchObject([{ message: 'This push is being sent already.' }]);
    const { version: now } = await read(id);
    expect(
      (
        await refusal(world.person, pushNotificationCalls.update, {
          params: { id },
          body: { version: now, values: { title: 'Other' } },
        })
      ).status,
    ).toBe(400);
    await work();
    const over = await newPush({ websites: [site], offerEndsAt: '2026-01-01T00:00:00.000Z' });
    expect((await start(over.id)).body.errors).toMatchObject([{ path: 'offerEndsAt' }]);
    await expect(newPush({ quietFrom: '22:00' })).rejects.toThrow('Enter both or none');
    await expect(newPush({ quietFrom: '22:00', quietTo: '22:00' })).rejects.toThrow('another time');
    await expect(newPush({ minAgeDays: 9, maxAgeDays: 3 })).rejects.toThrow('nobody would get');
    await expect(newPush({ quietFrom: '24:00', quietTo: '08:00' })).rejects.toThrow('Enter a time');
  });
});

describe('the answer of a push service', () => {
  it('404 or 410 removes the subscription, and its message stays counted as such', async () => {
    const { site, browsers } = await audience(2);
    const [gone, unknown] = browsers;
    service.judge = (path) =>
      path === gone?.path ? { http: 410 } : path === unknown?.path ? { http: 404 } : undefined;
    const { id } = await newPush({ websites: [site] });
    await start(id);
    await work();
    for (const browser of browsers) expect(await rowOf(browser)).toBeUndefined();
    expect(await progress(id)).toMatchObject({ state: 'sent', accepted: 0, counts: { gone: 2, waiting: 0 } });
  });

  it('400 or 403 marks the subscription, and the browser is told to renew it, which a success forgets', async () => {
    const { site, browsers } = await audience(1);
    const browser = first(browsers);
    service.judge = (path) => (path === browser.path ? { http: 403 } : undefined);
    const { id } = await newPush({ websites: [site] });
    await start(id);
    await work();
    expect(await progress(id)).toMatchObject({ counts: { refused: 1 } });
    expect(await rowOf(browser)).toMatchObject({ needsRenewal: true, fails: 1 });
    const answer = await post('subscribe', await wishOf(browser, { site }));
    expect(await answer.json()).toEqual({ renew: true });
    const renewed = pushBrowser(service);
    const { endpoint, auth } = browser;
    await post('subscribe', await wishOf(renewed, { site, replaces: { endpoint, auth } }));
    expect(await rowOf(renewed)).toMatchObject({ needsRenewal: false, fails: 0 });
    const next = await newPush({ websites: [site] });
    await start(next.id);
    await work();
    expect(renewed.messages()).toHaveLength(1);
    expect(await rowOf(renewed)).toMatchObject({ lastOk: expect.any(Date) });
  });

  it('413 is our fault: the subscription stays as it is', async () => {
    const { site, browsers } = await audience(1);
    service.judge = (path) => (path === first(browsers).path ? { http: 413 } : undefined);
    const { id } = await newPush({ websites: [site] });
    await start(id);
    await work();
    expect(await progress(id)).toMatchObject({ counts: { too_large: 1 } });
    expect(await rowOf(first(browsers))).toMatchObject({ fails: 0, needsRenewal: false });
  });

  it('429 and 5xx are tried again, not before the time that the service names, with the same word for reports', async () => {
    const { site, browsers } = await audience(2);
    const [busy, broken] = browsers;
    const answers = new Map([
      [busy?.path, { http: 429, headers: { 'retry-after': '3600' } }],
      [broken?.path, { http: 503 }],
    ]);
    service.judge = (path) => answers.get(path);
    const { id } = await newPush({ websites: [site] });
    await start(id);
    const before = Date.now();
    await work();
    const waiting = await db
      .selectFrom('pushSends')
      .select(['dueAt', 'http', 'attempts'])
      .where('pushId', '=', id)
      .orderBy('http')
      .execute();
    expect(waiting).toMatchObject([
      { http: 429, attempts: 1 },
      { http: 503, attempts: 1 },
    ]);
    const [byService, byUs] = waiting.map(({ dueAt }) => (dueAt.getTime() - before) / 1000);
    expect(byService).toBeGreaterThanOrEqual(3_600);
    expect(byUs).toBeGreaterThanOrEqual(30);
    expect(byUs).toBeLessThan(60);
    // The rest is a run of its own, which is due with the first message.
    expect(await progress(id)).toMatchObject({ state: 'sending', runId: expect.any(Number), counts: { waiting: 2 } });
    answers.clear();
    await makeDue(id);
    await work();
    expect(await progress(id)).toMatchObject({ state: 'sent', accepted: 2 });
    expect([busy?.messages().length, broken?.messages().length]).toEqual([1, 1]);
    expect(await rowOf(busy as PushBrowser)).toMatchObject({ fails: 0 });
  });

  it('that never comes gives the message up after six attempts, and keeps the subscription', async () => {
    const { site, browsers } = await audience(1);
    const browser = first(browsers);
    await sql`UPDATE push_subscriptions SET endpoint = 'http://127.0.0.1:1/p' WHERE endpoint = ${browser.endpoint}`.execute(
      db,
    );
    const { id } = await newPush({ websites: [site] });
    await start(id);
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      expect(await progress(id)).toMatchObject({ counts: { waiting: 1 } });
      await makeDue(id);
      await work();
    }
    expect(await progress(id)).toMatchObject({ state: 'sent', counts: { unreachable: 1 } });
    expect(await rowOf({ endpoint: 'http://127.0.0.1:1/p' })).toMatchObject({ fails: 0 });
    await sql`DELETE FROM push_subscriptions WHERE endpoint = 'http://127.0.0.1:1/p'`.execute(db);
  });

  it('4xx five times without a success gives the subscription up; a success begins anew', async () => {
    const { site, browsers } = await audience(1);
    const browser = first(browsers);
    let http = 406;
    service.judge = (path) => (path === browser.path ? { http } : undefined);
    const push = async () => {
      const { id } = await newPush({ websites: [site] });
      await start(id);
      await work();
    };
    for (let n = 0; n < 4; n += 1) await push();
    expect(await rowOf(browser)).toMatchObject({ fails: 4 });
    http = 201;
    await push();
    expect(await rowOf(browser)).toMatchObject({ fails: 0 });
    http = 406;
    for (let n = 0; n < 4; n += 1) await push();
    expect(await rowOf(browser)).toBeDefined();
    await push();
    expect(await rowOf(browser)).toBeUndefined();
  });
});

describe('limits', () => {
  it('hold the number of messages per person and day, also when two pushes are sent at once', async () => {
    const { site, browsers } = await audience(8, { zone: 'Europe/Berlin' });
    const ids = await Promise.all(
      Array.from({ length: 3 }, async () => (await newPush({ websites: [site], capPerDay: 2 })).id),
    );
    for (const id of ids) await start(id);
    await work();
    for (const browser of browsers) expect(browser.messages()).toHaveLength(2);
    const counts = await Promise.all(ids.map(async (id) => (await progress(id)).counts));
    const total = (state: 'accepted' | 'capped') => counts.reduce((sum, one) => sum + (one[state] ?? 0), 0);
    expect([total('accepted'), total('capped')]).toEqual([16, 8]);
    const body = { websites: [site], capPerDay: 2 };
    expect(await call(world.person, countPushAudience, { body })).toMatchObject({
      capped: 8,
    });
    // On the next day of the visitor there is room again.
    await sql`UPDATE push_sends SET accepted_at = now() - interval '25 hours' WHERE push_id = ANY(${ids}::bigint[]) AND accepted_at IS NOT NULL`.execute(
      db,
    );
    const { id } = await newPush({ websites: [site], capPerDay: 2 });
    await start(id);
    await work();
    expect(await progress(id)).toMatchObject({ counts: { accepted: 8, capped: 0 } });
  });

  it('plan each message for the zone of its visitor, and end those that would be too late for the offer', async () => {
    const site = await newSite();
    const zones = ['Pacific/Auckland', 'Europe/Berlin', 'America/Los_Angeles'];
    const browsers = await Promise.all(zones.map((zone) => subscriber({ site, zone })));
    const local = {
      timing: 'local',
      localDay: '2031-05-05',
      localTime: '18:00',
      offerEndsAt: '2031-05-05T20:00:00.000Z',
    };
    const { id } = await newPush({ websites: [site], ...local });
    expect((await start(id)).status).toBe(200);
    const rows = await Promise.all(
      browsers.map(async (browser) =>
        db
          .selectFrom('pushSends')
          .select(['dueAt', 'state'])
          .where('pushId', '=', id)
          .where('subscriptionId', '=', (await rowOf(browser))?.id ?? 0)
          .executeTakeFirstOrThrow(),
      ),
    );
    expect(rows.map(({ dueAt, state }) => [dueAt.toISOString(), state])).toEqual([
      ['2031-05-05T06:00:00.000Z', 'waiting'],
      ['2031-05-05T16:00:00.000Z', 'waiting'],
      ['2031-05-06T01:00:00.000Z', 'expired'],
    ]);
    expect(await read(id)).toMatchObject({ state: 'scheduled', sentAt: '2031-05-05T06:00:00.000Z' });
    const run = await db
      .selectFrom('runs')
      .select(['expectedAt', 'state'])
      .where('id', '=', (await progress(id)).runId ?? 0)
      .executeTakeFirstOrThrow();
    expect([run.expectedAt.toISOString(), run.state]).toEqual(['2031-05-05T06:00:00.000Z', 'waiting']);
    expect((await attempt(world.person, stopPush, { params: { id } })).status).toBe(200);
    expect(await progress(id)).toMatchObject({ state: 'draft', runId: null, counts: { waiting: 0 } });
    expect((await refusal(world.person, stopPush, { params: { id } })).status).toBe(400);
  });

  it('let a message that slips into quiet hours wait, and keep the pace', async () => {
    const site = await newSite();
    const browser = await subscriber({ site, zone: 'Europe/Berlin' });
    const { id } = await newPush({ websites: [site], quietFrom: '22:00', quietTo: '08:00' });
    await start(id);
    await sql`UPDATE push_sends SET due_at = '2026-11-23T20:00:00Z' WHERE push_id = ${id}`.execute(db);
    const batch = async (now: string) => {
      const deps = { ...jobDeps, keyOf: keyRing(db, jobDeps.vault), now: () => new Date(now) };
      return await sendBatch(deps, { ...(await readPush(db, id)), state: 'sending' }, new AbortController().signal);
    };
    expect(await batch('2026-11-23T22:30:00Z')).toBe(1);
    expect(browser.attempts()).toEqual([]);
    expect(await batch('2026-11-24T06:59:00Z')).toBe(0);
    expect(await batch('2026-11-24T07:00:00Z')).toBe(1);
    expect(browser.messages()).toHaveLength(1);
    // Six messages at 1 200 a minute take at least a quarter of a second.
    const many = await audience(6);
    const paced = await newPush({ websites: [many.site], perMinute: 1_200 });
    await start(paced.id);
    const began = performance.now();
    await work();
    expect(performance.now() - began).toBeGreaterThan(250);
    expect(await progress(paced.id)).toMatchObject({ accepted: 6 });
  });
});

it('sends a test to the browsers of the person who asks, and says so where there is none', async () => {
  const { id } = await newPush();
  const tester = await world.signIn('Default User');
  const none = await attempt(tester, testPush, { params: { id } });
  expect(none.body.data).toMatchObject({ sent: 0, problem: expect.stringContaining('profile') });
  const { path, endpoint, p256dh, auth } = pushBrowser(service);
  const added = await attempt(tester, addNotificationChannel, {
    body: {
      kind: 'push',
      label: 'Mine',
      endpoint,
      keys: { p256dh, auth },
    },
  });
  expect(added.status).toBe(200);
  expect(await call(tester, testPush, { params: { id } })).toEqual({ sent: 1, problem: null });
  expect(service.received.filter((one) => one.path === path)).toHaveLength(1);
  expect(await progress(id)).toMatchObject({ accepted: 0 });
});

it('is open to default users and management, and a new key to management', async () => {
  const { id, version } = await newPush();
  for (const grade of ['Operations', 'Publisher', 'Seo User', 'Cost User'] as const) {
    const other = await world.signIn(grade);
    expect((await refusal(other, readPushSetup, {})).status, grade).toBe(403);
    expect((await refusal(other, sendPush, { params: { id }, body: { version } })).status, grade).toBe(403);
  }
  const staff = await world.signIn('Default User');
  expect((await attempt(staff, readPushSetup, {})).status).toBe(200);
  expect((await refusal(staff, rotatePushKey, {})).status).toBe(403);
  const { keys } = await call(world.person, rotatePushKey, {});
  expect(keys.length).toBeGreaterThan(1);
});
