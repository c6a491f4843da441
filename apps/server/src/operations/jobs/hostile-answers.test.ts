/**
 * Sends every hostile answer to every caller of outgoing requests. Each caller must settle within the time limit of its
 * requests, and serve the others of the same round.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { listWatchedLinks } from '@signpost/contract/calls/watched-links.ts';
import { outgoingPostback } from '@signpost/contract/entities/outgoing-postback.ts';
import { PLAIN_ADAPTER } from '@signpost/contract/partners/leads/adapter.ts';
import { call } from '@signpost/testkit/call.ts';
import { buildOffer, buildProduct } from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { deliverDue } from '../../partners/conversions/outgoing/deliver.ts';
import { conversionWorld } from '../../partners/conversions/testing/world.ts';
import { ratesRun } from '../../partners/deals/published-rates.ts';
import { offer } from '../../partners/leads/offer.ts';
import { checkAll } from '../../partners/links/check.ts';
import { openLink } from '../../partners/links/launch/click.ts';
import { politely } from '../../partners/links/polite.ts';
import { watchRound } from '../../partners/links/watch/round.ts';
import { newId } from '../../platform/ids.ts';
import { OutgoingError, outgoing, type Send } from '../../platform/outgoing.ts';
import { HOSTILE_ANSWERS, hostileServer } from '../../platform/testing/hostile.ts';
import { silent } from '../../traffic/clicks/testing/world.ts';
import { checkHost } from '../../traffic/hosts/check.ts';
import type { Parcel } from '../../workplace/notifications/channels/channel.ts';
import { sendToTarget } from '../../workplace/notifications/targets.ts';
import { testBrowser } from '../../workplace/notifications/testing/receiver.ts';

const hostile = await hostileServer();
afterAll(() => hostile.close());
const good = createServer((_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Good</title><p>play slots and tables</p>'),
);
await new Promise<void>((resolve) => good.listen(0, '127.0.0.1', resolve));
afterAll(() => good.close());
const GOOD = `http://127.0.0.1:${(good.address() as AddressInfo).port}/good`;
const URLS = [...HOSTILE_ANSWERS.map((name) => hostile.urlOf(name)), GOOD];

const PATIENCE_MS = 400;
const real = outgoing({ allowPrivate: true });
const send: Send = (request) => real({ ...request, timeoutMs: PATIENCE_MS });
const signal = new AbortController().signal;
/** Pauses for politeness would only make the tests slow; a host that asks for a wait is held back all the same. */
const clock = { now: () => Date.now(), wait: async () => undefined };

const world = await conversionWorld();
const { db, admin, databases, keyOf, post, click, round } = world;

const parcel: Parcel = {
  id: 'one',
  topic: 'runs',
  threadKey: 'one',
  publicUrl: undefined,
  parts: [
    {
      title: 'News',
      severity: 'info',
      at: new Date(),
      body: { lines: ['Something happened.'], facts: [], link: null },
    },
  ],
};
const buyer = {
  robotPartnerId: 1,
  partnerId: 1,
  dealId: 1,
  weight: 1,
  blocked: false,
  method: 'POST',
  bodyFormat: 'json',
  timeoutMs: PATIENCE_MS,
  apiKey: '',
  adapter: PLAIN_ADAPTER,
  caps: [],
} as const;
const person = {
  email: 'jo@example.com',
  phone: null,
  firstName: 'Jo',
  lastName: 'Doe',
  country: 'AT',
  ip: '127.0.0.1',
  extra: {},
};
const lead = { leadId: '1', clickId: '1', product: '', source: '', subs: [] };

it('has all answers of the report and more', () => {
  expect(HOSTILE_ANSWERS.length).toBeGreaterThanOrEqual(36 + 10);
});

it.concurrent.each(URLS)('%s settles within the time limit of the request', async (url) => {
  const began = performance.now();
  const problem = await send({ url }).then(
    () => null,
    (error: unknown) => error,
  );
  if (problem !== null) expect(problem).toBeInstanceOf(OutgoingError);
  // A busy machine may be late; a call that hangs never ends.
  expect(performance.now() - began).toBeLessThan(PATIENCE_MS + 10_000);
});

it('lets every lead have an outcome, whatever its buyer answers', async () => {
  const outcomes = await Promise.all(
    URLS.map((endpointUrl) => offer(send, { ...buyer, endpointUrl, caps: [] }, person, lead)),
  );
  expect(outcomes).toHaveLength(URLS.length);
  expect(outcomes.at(-1)?.http).toBe(200);
});

it('lets every notification have an outcome, by each channel', async () => {
  const { subscription } = testBrowser('http://unused.test/');
  const outcomes = await Promise.all(
    URLS.flatMap((url) => {
      // Slack and Telegram have fixed addresses.
      const sendThere: Send = (request) => send({ ...request, url });
      const deps = { db, send: sendThere, vault: world.deps.vault };
      return [
        sendToTarget(deps, { kind: 'webhook', target: { url, secret: 'x'.repeat(32) } }, parcel),
        sendToTarget(deps, { kind: 'slack', target: { url: 'https://hooks.slack.com/services/T/B/x' } }, parcel),
        sendToTarget(deps, { kind: 'telegram', target: { token: '1:x', chatId: '1' } }, parcel),
        sendToTarget(deps, { kind: 'push', target: { ...subscription, endpoint: url } }, parcel),
      ];
    }),
  );
  expect(outcomes).toHaveLength(4 * URLS.length);
  expect(outcomes.slice(-4).map(({ state }) => state)).toContain('delivered');
});

it('delivers the other outgoing postbacks of the same rounds', async () => {
  const { create } = entityCalls(outgoingPostback);
  for (const url of URLS)
    await call(admin, create, {
      body: { name: url, url, method: 'GET', events: ['first_deposit'], status: 'active', publisherId: 910 },
    });
  await post((await keyOf(951)).key, { click_id: await click({ publisherId: 910 }), status: 'ftd' });
  await round();
  const soon = new Date(Date.now() + 60_000);
  let delivered = 0;
  for (let count = 1; count > 0; delivered += count) count = await deliverDue({ db, send }, soon);
  expect(delivered).toBe(URLS.length);
  const { rows } = await sql<{ state: string }>`SELECT state FROM outgoing_deliveries WHERE url = ${GOOD}`.execute(db);
  expect(rows).toEqual([{ state: 'delivered' }]);
});

it('looks at the other watched links of the same round', async () => {
  await buildProduct(db, { id: 992, name: 'Anvils' });
  for (const [at, url] of URLS.entries())
    await buildOffer(db, { id: 20_000 + at, name: url, partnerId: 951, productId: 992, targetUrl: url });
  const deps = { db, clickhouse: databases.clickhouse, log: silent, send, agent: 'test', isDemo: false, clock };
  const now = new Date();
  for (let count = 1; count > 0; ) count = await watchRound(deps, { now, sinceLastMs: 3_600_000, stopping: signal });
  const links = await call(admin, listWatchedLinks, { query: {} });
  expect(links.find(({ url }) => url === GOOD)?.lookedAt).not.toBeNull();
  // One host asks for a wait, and is left alone for a day at most.
  const { rows } = await sql<{
    isLater: boolean;
  }>`SELECT coalesce(max(not_before) > ${now}::timestamptz + interval '1 day 1 minute', false)
    AS is_later FROM watched_links`.execute(db);
  expect(rows).toEqual([{ isLater: false }]);
});

it('gives every checked link a verdict', async () => {
  const verdicts = new Map<string, string>();
  // Each link has a politeness of its own, so that one host that asks for a wait does not answer for all.
  await Promise.all(
    URLS.map((url) =>
      checkAll({
        polite: politely(send, signal, clock),
        agent: 'test',
        urls: [url],
        onChecked: async (of, { verdict }) => void verdicts.set(of, verdict),
        now: () => new Date(),
      }),
    ),
  );
  expect(verdicts.size).toBe(URLS.length);
  expect(verdicts.get(GOOD)).toBe('ok');
  const notOk = ['status000', 'status0', 'toFile', 'toGopher', 'toScript', 'toData', 'refreshToScript', 'upgrade'];
  for (const name of notOk) expect([name, verdicts.get(hostile.urlOf(name))]).not.toEqual([name, 'ok']);
});

it('opens every link of a launch check', async () => {
  const way = { path: '', boxId: 1, visitor: 'v' };
  const opened = await Promise.all(
    URLS.map((base) =>
      openLink(send, { base, way, token: newId(), userAgent: 'x' }, AbortSignal.timeout(3_000)).catch(
        (error: unknown) => error,
      ),
    ),
  );
  expect(opened.at(-1)).toMatchObject({ http: 200 });
});

it('checks every host', async () => {
  const checks = await Promise.all(URLS.map((url) => checkHost(send, 'x.example', new Date(), url)));
  expect(checks.at(-1)).toMatchObject({ http: 200, problem: null });
  expect(checks.slice(0, -1).filter(({ problem }) => problem !== null).length).toBeGreaterThan(20);
});

it('ends every attempt to fetch exchange rates', async () => {
  const ends = await Promise.allSettled(
    URLS.map((ratesUrl) => {
      const attempt = {
        id: 1,
        ownerId: null,
        input: {},
        attempt: 1,
        expectedAt: new Date(),
        lateSources: [],
        signal,
        progress: async () => undefined,
        complete: async () => undefined,
      };
      return ratesRun({ send, ratesUrl }).run(attempt);
    }),
  );
  expect(ends.map(({ status }) => status)).toEqual(URLS.map(() => 'rejected'));
});
