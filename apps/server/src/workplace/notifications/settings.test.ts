import { createHmac } from 'node:crypto';
import {
  addNotificationChannel,
  chooseNotification,
  listNotices,
  readMailState,
  readNotificationSettings,
  removeNotificationChannel,
  setQuietHours,
  testNotificationChannel,
  testNotificationMail,
} from '@signpost/contract/calls/notifications.ts';
import { changeProfile } from '@signpost/contract/calls/profile.ts';
import { CHANNEL_TESTS } from '@signpost/contract/limits.ts';
import { sendingIsOff } from '@signpost/contract/workplace/notifications/settings.ts';
import { MOST_TARGETS } from '@signpost/contract/workplace/notifications/targets.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { outgoing } from '../../platform/outgoing.ts';
import { quietUntil } from './quiet.ts';
import { testBrowser, testReceiver } from './testing/receiver.ts';
import { notificationWorld } from './testing/world.ts';

const UNUSABLE_KEY = 'The key of this browser cannot be used. Remove it and add it again.';

const receiver = await testReceiver();
afterAll(() => receiver.close());
const world = await notificationWorld({ send: receiver.send });
const { db, tell, deliverAll, deliveriesOf } = world;
const person = () => world.signIn('Default User');
type Person = Awaited<ReturnType<typeof person>>;
const settingsOf = async (by: Person) =>
  readNotificationSettings.answer.parse(await call(by, readNotificationSettings, {}));
let paths = 0;
const newPath = (what: string) => `/${what}/${++paths}`;

async function add(by: Person, target: Record<string, unknown>): Promise<{ id: number; secret: string | null }> {
  const { status, body } = await attempt(by, addNotificationChannel, { body: { label: 'Mine', ...target } });
  expect(body.errors ?? []).toEqual([]);
  expect(status).toBe(200);
  return addNotificationChannel.answer.parse(body.data);
}
const arrivedAt = (path: string) => receiver.received.filter((one) => one.path === path);
const choose = (by: Person, topic: string, place: string, isOn: boolean) =>
  attempt(by, chooseNotification, { body: { topic, place, isOn } });

describe('a channel', () => {
  it('of Slack gets a text in which nothing can be mistaken for markup', async () => {
    const by = await person();
    const path = newPath('services');
    await add(by, { kind: 'slack', url: `https://hooks.slack.com${path}` });
    await tell([by.userId], {
      title: 'Failed: <!channel>',
      body: { lines: ['a & b'], link: { route: 'profile', label: 'Open' } },
    });
    await deliverAll();
    const [request] = arrivedAt(path);
    expect(JSON.parse(String(request?.body))).toEqual({
      text: '*Failed: &lt;!channel&gt;*\na &amp; b\n<https://signpost.example.test/#/profile|Open>',
    });
  });

  it('of Telegram gets a plain text in its chat, and ends when the bot is locked out', async () => {
    const by = await person();
    const token = `${++paths}1234:${'x'.repeat(35)}`;
    const path = `/bot${token}/sendMessage`;
    const { id } = await add(by, { kind: 'telegram', token, chatId: '-100123' });
    await tell([by.userId], { title: 'News', body: { lines: ['Text'] } });
    await deliverAll();
    expect(JSON.parse(String(arrivedAt(path)[0]?.body))).toMatchObject({ chat_id: '-100123', text: 'News\n\nText' });
    receiver.answers.set(path, 403);
    await tell([by.userId]);
    await deliverAll();
    expect((await settingsOf(by)).channels).toMatchObject([
      { id, problem: 'The bot may not write into this chat any more.', endedAt: expect.any(String) },
    ]);
    await tell([by.userId]);
    await deliverAll();
    expect(arrivedAt(path)).toHaveLength(2);
    expect(await call(by, testNotificationChannel, { params: { id } })).toEqual({
      isDelivered: false,
      problem: 'The bot may not write into this chat any more. Remove it and add it again.',
    });
  });

  it('of a webhook gets a signed body whose signature only the secret makes', async () => {
    const by = await person();
    const path = newPath('hook');
    const { secret } = await add(by, { kind: 'webhook', url: receiver.home + path });
    await tell([by.userId], { title: 'News', severity: 'warning', threadKey: 'thread' });
    await deliverAll();
    const [request] = arrivedAt(path);
    const sign = (key: string) =>
      `sha256=${createHmac('sha256', key).update(`${request?.headers['signpost-timestamp']}.${request?.body}`).digest('hex')}`;
    expect(request?.headers['signpost-signature']).toBe(sign(secret ?? ''));
    expect(request?.headers['signpost-signature']).not.toBe(sign('another secret'));
    const body = JSON.parse(String(request?.body));
    expect(body).toMatchObject({
      topic: 'runs',
      thread: 'thread',
      notifications: [{ title: 'News', severity: 'warning' }],
    });
    expect(request?.headers['signpost-id']).toBe(body.id);
  });

  it('of a browser gets a message that only this browser can read, and ends with its subscription', async () => {
    const by = await person();
    const path = newPath('push');
    const browser = testBrowser(receiver.home + path);
    await add(by, { kind: 'push', ...browser.subscription });
    await tell([by.userId], { title: 'News', body: { lines: ['Text'], link: { route: 'profile', label: 'Open' } } });
    await deliverAll();
    const [request] = arrivedAt(path);
    expect(request?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
    expect(request?.headers.authorization).toMatch(/^vapid t=.+, k=.+/);
    expect(JSON.parse(browser.decrypt(request?.body ?? Buffer.alloc(0)))).toMatchObject({
      title: 'News',
      body: 'Text',
      url: 'https://signpost.example.test/#/profile',
    });
    receiver.answers.set(path, 410);
    await tell([by.userId]);
    await deliverAll();
    expect((await settingsOf(by)).channels[0]?.endedAt).not.toBeNull();
    expect((await deliveriesOf(by.userId)).filter(({ channel }) => channel === 'push').at(-1)).toMatchObject({
      state: 'failed',
      problem: 'The browser has ended its subscription.',
    });
  });

  it('of a browser with a key that no browser has fails with a reason, in its test too', async () => {
    const by = await person();
    const path = newPath('push');
    const { keys } = testBrowser(receiver.home + path).subscription;
    const subscription = { endpoint: receiver.home + path, keys: { ...keys, p256dh: 'A'.repeat(87) } };
    const { id } = await add(by, { kind: 'push', ...subscription });
    const test = await attempt(by, testNotificationChannel, { params: { id } });
    expect([test.status, test.body.data]).toEqual([200, { isDelivered: false, problem: UNUSABLE_KEY }]);
    await tell([by.userId]);
    await deliverAll();
    expect((await deliveriesOf(by.userId)).find(({ channel }) => channel === 'push')).toMatchObject({
      state: 'failed',
      problem: UNUSABLE_KEY,
    });
    expect(arrivedAt(path)).toEqual([]);
  });

  it('is never opened in a private network', async () => {
    const by = await person();
    const path = newPath('hook');
    await add(by, { kind: 'webhook', url: receiver.home + path });
    await tell([by.userId]);
    await deliverAll(undefined, { send: outgoing({ allowPrivate: false }) });
    expect(arrivedAt(path)).toEqual([]);
    expect((await deliveriesOf(by.userId)).find(({ channel }) => channel === 'webhook')).toMatchObject({
      state: 'failed',
      problem: 'The address leads into a private network.',
    });
  });

  it('with an address in a closed network is refused at its field when it is saved', async () => {
    const guarded = await testApp({ env: { privateTargets: false } });
    const refusals = async (by: Person, target: object) =>
      (await attempt(by, addNotificationChannel, { body: { label: 'Mine', ...target } })).body.errors ?? [];
    const [guardedPerson, freePerson] = [await guarded.signIn('Default User'), await person()];
    const closed = (path: string) => [{ path, message: 'The address leads into a private network.' }];
    const keys = testBrowser(receiver.home).subscription.keys;
    for (const host of ['127.0.0.1', '10.0.0.1', '[::1]', '[fc00::1]', '169.254.169.254', '[2002:a9fe:a9fe::]']) {
      const hook = { kind: 'webhook', url: `https://${host}/hook` };
      const push = { kind: 'push', endpoint: `https://${host}/push`, keys };
      expect([host, await refusals(guardedPerson, hook)]).toEqual([host, closed('url')]);
      expect([host, await refusals(guardedPerson, push)]).toEqual([host, closed('endpoint')]);
    }
    for (const host of ['169.254.169.254', '[2002:a9fe:a9fe::]', '[64:ff9b::a9fe:a9fe]', 'metadata.google.internal'])
      expect(await refusals(freePerson, { kind: 'webhook', url: `https://${host}/hook` })).toEqual(closed('url'));
    expect(await refusals(freePerson, { kind: 'webhook', url: 'https://127.0.0.1/hook' })).toEqual([]);
  });

  it('is tested with its true outcome, and its secrets are never shown', async () => {
    const by = await person();
    const path = newPath('hook');
    const { id, secret } = await add(by, { kind: 'webhook', url: receiver.home + path });
    const test = async () => await call(by, testNotificationChannel, { params: { id } });
    expect(await test()).toEqual({ isDelivered: true, problem: null });
    receiver.answers.set(path, 500);
    expect(await test()).toEqual({ isDelivered: false, problem: 'The receiver answered with 500.' });
    const { text } = await attempt(by, readNotificationSettings, {});
    expect(text).not.toContain(secret);
    expect(text).not.toContain(path);
    const { rows } = await sql<{
      row: string;
    }>`SELECT c::text AS row FROM notification_channels c WHERE id = ${id}`.execute(db);
    expect(rows[0]?.row).not.toContain(path);
  });

  it('is tested a few times at once and then not before some time has passed, each person for themselves', async () => {
    const [by, other] = [await person(), await person()];
    const target = { kind: 'webhook', url: receiver.home + newPath('hook') } as const;
    const test = async (who: Person, id: number) => await attempt(who, testNotificationChannel, { params: { id } });
    const { id } = await add(by, target);
    for (let count = 0; count < CHANNEL_TESTS.burst; count += 1) expect((await test(by, id)).status).toBe(200);
    expect(await test(by, id)).toMatchObject({
      status: 429,
      body: { message: 'You have sent many test messages. Wait half a minute, then try again.' },
    });
    expect((await test(other, (await add(other, target)).id)).status).toBe(200);
  });

  it('with a wrong address says what is wrong with it', async () => {
    const by = await person();
    const refused = async (url: string) =>
      (await refusal(by, addNotificationChannel, { body: { kind: 'webhook', label: 'a', url } })).errors;
    expect(await refused(`https://example.com/${'x'.repeat(2000)}`)).toEqual([
      { path: 'url', message: 'An address has at most 2000 characters.' },
    ]);
    expect(await refused('https://example.com:99999/')).toMatchObject([
      { message: expect.stringMatching(/^This port does not exist\./) },
    ]);
    expect(await refused('https://example.com/a b')).toMatchObject([
      { message: expect.stringMatching(/^An address has no spaces\./) },
    ]);
  });

  it('can be used and removed by its person alone; what waits for it is dropped', async () => {
    const [by, other] = [await person(), await person()];
    const path = newPath('hook');
    const { id } = await add(by, { kind: 'webhook', url: receiver.home + path });
    expect((await refusal(other, testNotificationChannel, { params: { id } })).status).toBe(404);
    expect((await refusal(other, removeNotificationChannel, { params: { id } })).status).toBe(404);
    await tell([by.userId]);
    expect((await attempt(by, removeNotificationChannel, { params: { id } })).status).toBe(200);
    await deliverAll();
    expect(arrivedAt(path)).toEqual([]);
    expect((await deliveriesOf(by.userId)).find(({ channel }) => channel === 'webhook')?.state).toBe('dropped');
    expect((await settingsOf(by)).channels).toEqual([]);
    expect((await refusal(by, testNotificationChannel, { params: { id } })).status).toBe(404);
    await add(by, { kind: 'webhook', url: receiver.home + path });
    expect((await settingsOf(by)).channels).toMatchObject([{ id, endedAt: null }]);
  });

  it('of a webhook is refused when the person has it already, so that its secret is never replaced unseen', async () => {
    const by = await person();
    const url = receiver.home + newPath('hook');
    const { id } = await add(by, { kind: 'webhook', url });
    const again = await attempt(by, addNotificationChannel, { body: { kind: 'webhook', label: 'again', url } });
    expect([again.status, again.body.errors[0]?.path]).toEqual([400, 'url']);
    expect((await attempt(by, removeNotificationChannel, { params: { id } })).status).toBe(200);
    expect((await add(by, { kind: 'webhook', url })).secret).not.toBeNull();
  });

  it('is refused with a wrong address, and when there are too many', async () => {
    const by = await person();
    const refused = async (target: unknown) => (await attempt(by, addNotificationChannel, { body: target })).status;
    expect(await refused({ kind: 'slack', label: 'a', url: 'https://example.com/x' })).toBe(400);
    expect(await refused({ kind: 'telegram', label: 'a', token: 'nonsense', chatId: '1' })).toBe(400);
    expect(await refused({ kind: 'webhook', label: 'a', url: 'ftp://example.com/x' })).toBe(400);
    expect(await refused({ kind: 'webhook', label: '', url: 'https://example.com/x' })).toBe(400);
    for (let count = 0; count < MOST_TARGETS; count += 1)
      await add(by, { kind: 'webhook', url: `https://example.com/${count}` });
    expect(await refused({ kind: 'webhook', label: 'a', url: 'https://example.com/x' })).toBe(400);
  });
});

describe('a choice', () => {
  it('turns a topic off or on at one place, for its person alone', async () => {
    const [by, other] = [await person(), await person()];
    expect((await choose(by, 'runs', 'email', false)).status).toBe(200);
    expect((await choose(by, 'mentions', 'bell', false)).status).toBe(200);
    await tell([by.userId, other.userId]);
    await tell([by.userId, other.userId], { topic: 'mentions' });
    expect(await deliveriesOf(by.userId)).toHaveLength(1);
    expect(await deliveriesOf(other.userId)).toHaveLength(2);
    expect(await call(by, listNotices, { query: {} })).toHaveLength(1);
    expect(await call(other, listNotices, { query: {} })).toHaveLength(2);
    const { topics } = await settingsOf(by);
    expect(topics.find(({ name }) => name === 'runs')?.places).not.toContain('email');
  });

  it('is offered only for topics that the person can have', async () => {
    const [by, admin] = [await person(), await world.signIn('Admin')];
    expect((await settingsOf(by)).topics.map(({ name }) => name)).not.toContain('services');
    expect((await settingsOf(admin)).topics.map(({ name }) => name)).toContain('services');
    expect((await choose(by, 'services', 'email', true)).status).toBe(400);
  });
});

describe('quiet hours', () => {
  const zone = 'Europe/Vienna';
  const night = { startsAt: '22:00', endsAt: '07:00' };
  it.each([
    ['before they begin', '2026-11-22T20:59:00Z', null],
    ['when they begin', '2026-11-22T21:00:00Z', '2026-11-23T06:00:00.000Z'],
    ['after midnight', '2026-11-23T02:30:20Z', '2026-11-23T06:00:00.000Z'],
    ['when they end', '2026-11-23T06:00:00Z', null],
    ['in the night that is an hour longer', '2026-10-24T22:00:00Z', '2026-10-25T06:00:00.000Z'],
    ['in the night that is an hour shorter', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
  ])('hold messages back %s', (_when, at, until) => {
    expect(quietUntil(night, zone, new Date(at))?.toISOString() ?? null).toBe(until);
  });

  it('keep messages until their end in the zone of the person, then send them as one; errors may pass', async () => {
    const by = await person();
    await call(by, changeProfile, { body: { timeZone: zone } });
    const set = (errorsAlways: boolean) =>
      attempt(by, setQuietHours, { body: { quietHours: { from: '00:00', to: '23:59', errorsAlways } } });
    expect((await set(true)).status).toBe(200);
    for (const title of ['First', 'Second']) await tell([by.userId], { title, threadKey: 'quiet' });
    await tell([by.userId], { title: 'Broken', threadKey: 'quiet', severity: 'error' });
    const noon = new Date(`${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T12:00:00Z`);
    await deliverAll(noon);
    expect((await deliveriesOf(by.userId)).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'delivered']);
    await set(false);
    await tell([by.userId], { title: 'Broken too', threadKey: 'quiet', severity: 'error' });
    await deliverAll(noon);
    expect((await deliveriesOf(by.userId)).map(({ state }) => state)).toEqual([
      'waiting',
      'waiting',
      'delivered',
      'waiting',
    ]);
    expect((await attempt(by, setQuietHours, { body: { quietHours: null } })).status).toBe(200);
    await deliverAll(noon);
    const digests = (await deliveriesOf(by.userId))
      .filter(({ state }) => state === 'delivered')
      .map((one) => one.digestOf);
    expect(digests).toHaveLength(4);
    expect(new Set(digests).size).toBe(2);
  });

  it('are refused when they have no length', async () => {
    const by = await person();
    const quietHours = { from: '22:00', to: '22:00', errorsAlways: false };
    expect((await refusal(by, setQuietHours, { body: { quietHours } })).status).toBe(400);
  });
});

describe('e-mail', () => {
  it('is tested with its true outcome', async () => {
    const by = await person();
    expect(await call(by, testNotificationMail, {})).toEqual({ isDelivered: true, problem: null });
  });

  it('is said to be off without SMTP_URL, while everything else works', async () => {
    const off = await testApp();
    const by = await off.signIn('Default User');
    expect(await call(by, readMailState, {})).toEqual({ isOn: false });
    expect(await call(by, testNotificationMail, {})).toEqual({
      isDelivered: false,
      problem: sendingIsOff('Default User'),
    });
    expect(await settingsOf(by)).toMatchObject({ isMailOn: false });
  });
});
