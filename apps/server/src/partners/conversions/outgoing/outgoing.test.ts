import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { listOutgoingAttempts, replayTransaction, resendOutgoing } from '@signpost/contract/calls/conversions.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { affiliateTransaction } from '@signpost/contract/entities/affiliate-transaction.ts';
import { outgoingDelivery } from '@signpost/contract/entities/outgoing-delivery.ts';
import { outgoingPostback } from '@signpost/contract/entities/outgoing-postback.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { outgoing } from '../../../platform/outgoing.ts';
import { conversionWorld } from '../testing/world.ts';
import { deliverDue } from './deliver.ts';

const outgoingPostbackCalls = entityCalls(outgoingPostback);

const world = await conversionWorld();
const { db, admin, post, click, round, keyOf } = world;
const acme = (await keyOf(951)).key;

/** A publisher's server, which gives configured answers and records its requests. */
const asked: string[] = [];
let answer = (_request: IncomingMessage, response: ServerResponse): void => {
  response.end('thanks');
};
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  answer(request, response);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});
const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const send = outgoing({ allowPrivate: true });
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

async function receiver(more: Record<string, unknown>): Promise<{ id: number; version: number }> {
  const body = {
    name: 'Bugle',
    publisherId: 910,
    url: `${home}/cb?c={click_id}&e={event}&p={payout}&s={sub1}`,
    method: 'GET',
    events: ['first_deposit'],
    status: 'active',
    ...more,
  };
  return await call(admin, entityCalls(outgoingPostback).create, { body });
}
const deliveries = () => call(admin, entityCalls(outgoingDelivery).list, { query: {} });
const attemptsOf = (id = 0) => call(admin, listOutgoingAttempts, { params: { id } });

await receiver({});
await receiver({ name: 'Other publisher', publisherId: 911 });
await receiver({ name: 'Paused', status: 'paused' });

describe('An outgoing postback', () => {
  it('reports the amount owed to the click’s publisher once, even if the conversion is counted again', async () => {
    const clickId = await click({ publisherId: 910, sub1: 'a b&c' });
    await post(acme, { click_id: clickId, status: 'ftd' });
    await post(acme, { click_id: clickId, status: 'reg' });
    await round();
    const query = { filters: { meaning: ['first_deposit'] } };
    const [transaction] = await call(admin, entityCalls(affiliateTransaction).list, { query });
    await call(admin, replayTransaction, { params: { id: transaction?.id ?? 0 } });
    await round();
    while ((await deliverDue({ db, send }, minutes(0.1))) > 0);
    expect(asked).toEqual([`GET /cb?c=${clickId}&e=first_deposit&p=20.00&s=a%20b%26c`]);
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ state: 'delivered', http: 200, tries: 1 });
    expect(await attemptsOf(delivery?.id)).toMatchObject([{ http: 200, problem: null, answer: 'thanks' }]);
  });

  it('is retried with growing pauses, records every attempt, and finally waits for a person', async () => {
    const answers: ((response: ServerResponse) => void)[] = [
      (response) => response.writeHead(500).end('no'),
      (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
      (response) => response.destroy(),
    ];
    answer = (_, response) => (answers.shift() ?? ((last: ServerResponse) => last.writeHead(503).end()))(response);
    await post(acme, { click_id: await click({ publisherId: 910 }), status: 'ftd' });
    await round();
    expect(await deliverDue({ db, send }, minutes(1))).toBe(1);
    expect(await deliverDue({ db, send }, minutes(1.1))).toBe(0);
    for (const later of [3, 10, 40, 200, 1_000, 5_000]) await deliverDue({ db, send }, minutes(later));
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ state: 'failed', http: 503, tries: 6 });
    expect((await attemptsOf(delivery?.id)).map(({ http, problem }) => http ?? problem)).toEqual([
      500,
      302,
      'broken',
      503,
      503,
      503,
    ]);
    answer = (_, response) => void response.end('ok');
    const resend = () =>
      attempt(admin, resendOutgoing, { params: { id: delivery?.id } }, { 'idempotency-key': 'resend-once' });
    expect((await resend()).status).toBe(200);
    await deliverDue({ db, send }, minutes(5_001));
    // The same call again, as after a lost answer, sends nothing once more.
    expect((await resend()).status).toBe(200);
    expect((await deliveries())[0]).toMatchObject({ state: 'delivered', tries: 1 });
  });

  it('has all its attempts however often a sender died, and a sender that stood still changes nothing', async () => {
    await post(acme, { click_id: await click({ publisherId: 910 }), status: 'ftd' });
    await round();
    const dies: typeof send = () => new Promise(() => undefined);
    for (const later of [1, 4, 7]) void deliverDue({ db, send: dies }, minutes(later)).catch(() => undefined);
    await vi.waitFor(async () => {
      const { rows } = await sql<{ at: Date }>`SELECT last_tried_at AS at FROM outgoing_deliveries
        ORDER BY id DESC LIMIT 1`.execute(db);
      expect(rows[0]?.at.getTime()).toBeGreaterThan(minutes(6).getTime());
    });
    answer = (_, response) => response.writeHead(503).end();
    await deliverDue({ db, send }, minutes(10));
    expect((await deliveries())[0]).toMatchObject({ state: 'waiting', tries: 1 });
    let goOn = () => {};
    const stands = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slow = deliverDue({ db, send: (request) => stands.then(() => send(request)) }, minutes(20));
    answer = (_, response) => void response.end('thanks');
    await vi.waitFor(async () => expect(await deliverDue({ db, send }, minutes(23))).toBe(1));
    answer = (_, response) => response.writeHead(503).end();
    goOn();
    await slow;
    expect((await deliveries())[0]).toMatchObject({ state: 'delivered', tries: 2 });
    answer = (_, response) => void response.end('thanks');
  });

  it('fails where the receiver says no with the status 200, and arrives once it says yes', async () => {
    const { id, version } = await receiver({
      name: 'Says no',
      publisherId: null,
      trafficSourceId: 940,
      events: ['lead'],
    });
    answer = (_, response) => void response.end('success=false; err_msg=unknown click');
    await post(acme, { click_id: await click(), status: 'reg' });
    await round();
    await deliverDue({ db, send }, minutes(0.1));
    expect((await deliveries())[0]).toMatchObject({ state: 'waiting', http: 200, problem: 'said no' });
    await call(admin, entityCalls(outgoingPostback).update, {
      params: { id },
      body: { version, values: { successText: 'taken' } },
    });
    answer = (_, response) => void response.end('ok');
    await deliverDue({ db, send }, minutes(3));
    expect((await deliveries())[0]).toMatchObject({ state: 'waiting', problem: 'not confirmed' });
    answer = (_, response) => void response.end('It was TAKEN.');
    await deliverDue({ db, send }, minutes(40));
    expect((await deliveries())[0]).toMatchObject({ state: 'delivered', problem: null, tries: 3 });
    await sql`UPDATE outgoing_postbacks SET archived_at = now() WHERE id = ${id}`.execute(db);
    answer = (_, response) => void response.end('thanks');
  });

  it('says no in a compressed answer that nobody asked for', async () => {
    let encoding: unknown;
    answer = (request, response) => {
      encoding = request.headers['accept-encoding'];
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"success":false}'));
    };
    await post(acme, { click_id: await click({ publisherId: 910 }), status: 'ftd' });
    await round();
    await deliverDue({ db, send }, minutes(0.1));
    expect(encoding).toBe('identity');
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ state: 'waiting', problem: 'said no' });
    expect(await attemptsOf(delivery?.id)).toMatchObject([{ answer: '{"success":false}' }]);
    answer = (_, response) => void response.end('thanks');
    await deliverDue({ db, send }, minutes(3));
    expect((await deliveries())[0]).toMatchObject({ state: 'delivered' });
  });

  it('waits as long as a receiver that is too busy asks for, if that is longer', async () => {
    answer = (_, response) => response.writeHead(429, { 'retry-after': '300' }).end();
    await post(acme, { click_id: await click({ publisherId: 910 }), status: 'ftd' });
    await round();
    await deliverDue({ db, send }, minutes(1));
    answer = (_, response) => void response.writeHead(503, { 'retry-after': '1' }).end();
    expect(await deliverDue({ db, send }, minutes(5.9))).toBe(0);
    expect(await deliverDue({ db, send }, minutes(6.1))).toBe(1);
    answer = (_, response) => void response.end('thanks');
    expect(await deliverDue({ db, send }, minutes(8))).toBe(0);
    expect(await deliverDue({ db, send }, minutes(8.2))).toBe(1);
    expect((await deliveries())[0]).toMatchObject({ state: 'delivered', tries: 3 });
  });

  it('follows a receiver from http to https of the same address, and nowhere else', async () => {
    const asks: string[] = [];
    const move = async (location: string) => {
      asks.length = 0;
      const moved: typeof send = async (request) => {
        asks.push(request.url);
        const { url } = request;
        const answered = await send({ ...request, url: `${home}/moved` });
        return url.startsWith('https:')
          ? { ...answered, http: 200, location: null }
          : { ...answered, http: 301, location };
      };
      await post(acme, { click_id: await click({ publisherId: 910 }), status: 'ftd' });
      await round();
      await deliverDue({ db, send: moved }, minutes(0.1));
      return asks.length;
    };
    const { rows } = await sql<{ url: string }>`SELECT url FROM outgoing_postbacks WHERE name = 'Bugle'`.execute(db);
    const place = rows[0]?.url ?? '';
    const before =
      await sql`UPDATE outgoing_postbacks SET url = 'http://bugle.example/cb?x=1' WHERE name = 'Bugle'`.execute(db);
    expect(Number(before.numAffectedRows)).toBe(1);
    expect(await move('https://bugle.example/cb?x=1')).toBe(2);
    expect((await deliveries())[0]).toMatchObject({ state: 'delivered' });
    for (const elsewhere of [
      'https://other.example/cb?x=1',
      'https://bugle.example/login',
      'http://bugle.example/cb?x=1',
    ])
      expect(await move(elsewhere)).toBe(1);
    await sql`DELETE FROM outgoing_attempts`.execute(db);
    await sql`DELETE FROM outgoing_deliveries`.execute(db);
    await sql`UPDATE outgoing_postbacks SET url = ${place} WHERE name = 'Bugle'`.execute(db);
  });

  it('is sent to the corrected address, and waits while it is paused', async () => {
    const typo = { name: 'Mended', publisherId: null, trafficSourceId: 940, events: ['lead'] };
    const { id, version } = await receiver({ ...typo, url: `${home}/wrong?c={click_id}` });
    const clickId = await click();
    await post(acme, { click_id: clickId, status: 'reg' });
    await round();
    const change = async (of: number, more: Record<string, unknown>) => {
      const values = { ...typo, url: `${home}/right?x={click_id}`, method: 'POST', status: 'active', ...more };
      expect(
        (await attempt(admin, outgoingPostbackCalls.update, { params: { id }, body: { version: of, values } })).status,
      ).toBe(200);
    };
    await change(version, { status: 'paused' });
    expect(await deliverDue({ db, send }, minutes(0.1))).toBe(0);
    await change(version + 1, {});
    asked.length = 0;
    expect(await deliverDue({ db, send }, minutes(0.1))).toBe(1);
    expect(asked).toEqual([`POST /right?x=${clickId}`]);
    expect((await deliveries())[0]).toMatchObject({ state: 'delivered', url: `${home}/right?x=${clickId}` });
  });

  it('is not sent into a private network', async () => {
    await post(acme, { click_id: await click({ publisherId: 910 }), status: 'ftd' });
    await round();
    await deliverDue({ db, send: outgoing({ allowPrivate: false }) }, minutes(0.1));
    expect((await deliveries())[0]).toMatchObject({ state: 'waiting', problem: 'private_address' });
  });

  it('needs a publisher or a source', async () => {
    const { status, body } = await attempt(admin, outgoingPostbackCalls.create, {
      body: {
        name: 'Nobody',
        url: home,
        method: 'GET',
        events: [],
        status: 'active',
      },
    });
    expect(status).toBe(400);
    expect(body.errors[0]?.path).toBe('publisherId');
  });
});
