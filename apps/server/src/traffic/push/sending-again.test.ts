import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { countPushAudience, readPushSetup, stopPush } from '@signpost/contract/calls/push.ts';
import { cancelRun, listRuns, runAgain } from '@signpost/contract/calls/runs.ts';
import { pushNotification } from '@signpost/contract/entities/push-notification.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { removeOldSends } from './retention.ts';
import { type PushBrowser, pushBrowser } from './testing/service.ts';
import { first, pushWorld } from './testing/world.ts';

const pushNotificationCalls = entityCalls(pushNotification);

const world = await pushWorld();
const {
  audience,
  db,
  newPush,
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

describe('a push that is sent', () => {
  it('stops where its job is cancelled, tells nobody twice when it is sent again, and can be run again', async () => {
    const { site, browsers } = await audience(12);
    const { id } = await newPush({ websites: [site], perMinute: 60 });
    await start(id);
    let stopped: Promise<unknown> | undefined;
    service.judge = () => {
      stopped ??= progress(id).then(({ runId }) => attempt(world.person, cancelRun, { params: { id: runId } }));
      return undefined;
    };
    await work();
    await stopped;
    service.judge = () => undefined;
    // A message that was on its way when the job was cancelled ends as it ends.
    await expect.poll(() => progress(id)).toMatchObject({ state: 'stopped', runId: null, counts: { waiting: 0 } });
    const after = await progress(id);
    expect(after.accepted).toBeLessThan(12);
    const { version } = await read(id);
    const faster = await attempt(world.person, pushNotificationCalls.update, {
      params: { id },
      body: {
        version,
        values: { perMinute: 60_000 },
      },
    });
    expect(faster.status).toBe(200);
    const runs = await call(world.person, listRuns, { query: { whose: 'mine' } });
    const cancelled = runs.find(({ state }) => state === 'cancelled');
    expect((await attempt(world.person, runAgain, { params: { id: cancelled?.id } })).status).toBe(200);
    await work();
    expect(await progress(id)).toMatchObject({ state: 'sent', accepted: 12 });
    for (const browser of browsers) expect(browser.messages()).toHaveLength(1);
  });

  it('loses no subscriber while keys are rotated under load, and tells nobody twice', async () => {
    const { site, browsers } = await audience(60);
    const { id } = await newPush({ websites: [site], perMinute: 6_000 });
    await start(id);
    const now = new Map<PushBrowser, PushBrowser>(browsers.map((browser) => [browser, browser]));
    const ended = new Set<string>();
    service.judge = (path) => (ended.has(path) ? { http: 410 } : undefined);
    /** Does the work of the site's script at a visit after a rotation. */
    const visit = async (person: PushBrowser) => {
      const old = now.get(person) ?? person;
      const renewed = pushBrowser(service);
      const { endpoint, auth } = old;
      const answer = await post('subscribe', await wishOf(renewed, { site, replaces: { endpoint, auth } }));
      expect(answer.status).toBe(200);
      now.set(person, renewed);
      // The browser ends the old subscription only now.
      ended.add(old.path);
    };
    const sending = work();
    for (let round = 0; round < 2; round += 1) {
      await world.rotateKey();
      for (let at = 0; at < browsers.length; at += 6) await Promise.all(browsers.slice(at, at + 6).map(visit));
    }
    await sending;
    while ((await progress(id)).counts.waiting) {
      await makeDue(id);
      await work();
    }
    expect(await progress(id)).toMatchObject({ state: 'sent', accepted: 60, counts: { gone: 0 } });
    const keys = await call(world.person, readPushSetup, {});
    const current = keys.keys.find(({ isCurrent }) => isCurrent)?.id;
    for (const person of browsers) {
      const renewed = now.get(person);
      expect(renewed && (await rowOf(renewed))).toMatchObject({ vapidKeyId: current, fails: 0 });
      expect(await rowOf(person)).toBeUndefined();
    }
    const taken = service.received.filter(
      ({ http, path }) => http === 201 && (ended.has(path) || [...now.values()].some((one) => one.path === path)),
    );
    expect(taken).toHaveLength(60);
    // Each message was signed with the key of its subscription: the next push reaches everybody with the newest one.
    const next = await newPush({ websites: [site] });
    await start(next.id);
    await work();
    expect(await progress(next.id)).toMatchObject({ accepted: 60 });
  });

  it('leaves a message to a worker that died for as long as it might live, then sends it, and lets browsers show it once', async () => {
    const { site, browsers } = await audience(6);
    const { id } = await newPush({ websites: [site] });
    await start(id);
    const [unsent, unstored, ...others] = browsers;
    /** A worker that was killed while it sent leaves messages that it has taken. */
    const takeAs = async (browser: PushBrowser | undefined, takenAt: Date) => {
      const subscriber = browser && (await rowOf(browser));
      await sql`UPDATE push_sends SET state = 'waiting', taken_at = ${takenAt}, accepted_at = NULL
        WHERE push_id = ${id} AND subscription_id = ${subscriber?.id}`.execute(db);
    };
    await takeAs(unsent, new Date());
    const working = work();
    await expect.poll(() => progress(id)).toMatchObject({ counts: { waiting: 1, accepted: 5 } });
    // Of this one, the push service had answered, but the worker died before it stored that.
    await takeAs(unstored, new Date());
    await sql`UPDATE push_notifications SET accepted = accepted - 1 WHERE id = ${id}`.execute(db);
    expect(unsent?.attempts()).toHaveLength(0);
    expect(await progress(id)).toMatchObject({ state: 'sending', counts: { waiting: 2, accepted: 4 } });

    const longAgo = new Date(Date.now() - 11 * 60_000);
    await takeAs(unsent, longAgo);
    await takeAs(unstored, longAgo);
    await working;
    expect(await progress(id)).toMatchObject({ state: 'sent', accepted: 6, counts: { waiting: 0, accepted: 6 } });
    for (const browser of [unsent, ...others]) expect(browser?.attempts()).toHaveLength(1);
    // The same topic replaces the first message at the service, and the same tag in the browser.
    const [one, again] = unstored?.attempts() ?? [];
    expect(again?.headers.topic).toBe(one?.headers.topic);
    expect(one?.headers.topic).toBe(`push-${id}`);
    expect(unstored?.messages().map(({ tag }) => tag)).toEqual([`push-${id}`, `push-${id}`]);
  });

  it('uses the key with which each subscription was made, and forgets keys that nobody needs', async () => {
    const { site, browsers } = await audience(1);
    const old = await rowOf(first(browsers));
    await world.rotateKey();
    const newer = await subscriber({ site });
    const { id } = await newPush({ websites: [site] });
    await start(id);
    await work();
    const keyIn = (browser: PushBrowser) => /k=(.+)$/.exec(first(browser.attempts()).headers.authorization ?? '')?.[1];
    const publicKeys = await db.selectFrom('sitePushKeys').select(['id', 'publicKey']).execute();
    const publicOf = (keyId: number | undefined) => publicKeys.find((key) => key.id === keyId)?.publicKey;
    expect(keyIn(first(browsers))).toBe(publicOf(old?.vapidKeyId));
    expect(keyIn(newer)).toBe(publicOf((await rowOf(newer))?.vapidKeyId));
    expect(keyIn(newer)).not.toBe(keyIn(first(browsers)));
  });
});

describe('the time of a push', () => {
  it('is refused where it has passed for everybody, and a push that was stopped has no time of sending', async () => {
    const { site } = await audience(1);
    const past = await newPush({ websites: [site], timing: 'at', sendAt: '2020-01-01T00:00:00.000Z' });
    expect((await start(past.id)).body.errors).toMatchObject([{ path: 'sendAt' }]);
    const day = await newPush({ websites: [site], timing: 'local', localDay: '2026-01-02', localTime: '10:00' });
    expect((await start(day.id)).body.errors).toMatchObject([{ path: 'localDay' }]);
    const { id } = await newPush({ websites: [site], timing: 'at', sendAt: '2035-01-01T12:00:00.000Z' });
    expect((await start(id)).status).toBe(200);
    expect((await read(id)).sentAt).not.toBeNull();
    expect((await attempt(world.person, stopPush, { params: { id } })).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'draft', sentAt: null });
    const { status, body } = await attempt(world.person, countPushAudience, { body: { topics: 'NEWS' } });
    expect([status, body.errors[0]?.message]).toEqual([400, expect.stringContaining('small letters')]);
  });

  it('is forgotten after half a year, when it cannot be sent to the rest any more and keeps its numbers', async () => {
    const { site } = await audience(2);
    const { id } = await newPush({ websites: [site] });
    const young = await newPush({ websites: [site] });
    for (const push of [id, young.id]) await start(push);
    await work();
    await sql`UPDATE push_notifications SET sent_at = now() - interval '181 days' WHERE id = ${id}`.execute(db);
    expect(await removeOldSends(db, new Date())).toBe(2);
    expect(await progress(id)).toMatchObject({ accepted: 2, counts: { accepted: 0 } });
    expect(await progress(young.id)).toMatchObject({ accepted: 2, counts: { accepted: 2 } });
    await subscriber({ site });
    expect((await start(id)).body.errors).toMatchObject([{ message: expect.stringContaining('Write a new one') }]);
    expect((await start(young.id)).status).toBe(200);
  });
});
