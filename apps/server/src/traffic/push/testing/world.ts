/** A world with a site, a box, a push service on loopback, and the public addresses of web push. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { readPushProgress, sendPush } from '@signpost/contract/calls/push.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { pushNotification } from '@signpost/contract/entities/push-notification.ts';
import { website } from '@signpost/contract/entities/website.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { outgoing } from '../../../platform/outgoing.ts';
import { workRuns } from '../../../workplace/runs/work.ts';
import { pushHandler } from '../intake.ts';
import { pushJobs, pushRuns } from '../jobs.ts';
import { addKey, currentPublicKey } from '../keys.ts';
import { type PushBrowser, pushBrowser, testPushService } from './service.ts';

const campaignBoxCalls = entityCalls(campaignBox);
const pushNotificationCalls = entityCalls(pushNotification);
const websiteCalls = entityCalls(website);

export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';

export async function pushWorld() {
  const world = await testApp();
  const { db, deps } = world;
  const service = await testPushService();
  const send = outgoing({ allowPrivate: true });
  const log = createLog({ level: 'silent', name: 'test' });
  const jobDeps = { db, log, send, vault: deps.vault, publicUrl: undefined };
  for (const job of pushJobs(jobDeps)) await job.run(new AbortController().signal);
  const person = await world.signIn('Management');

  const serve = (allowPrivate: boolean) => {
    const handler = pushHandler({
      db,
      log,
      allowPrivate,
      addressOf: (request) => String(request.headers['x-forwarded-for'] ?? '127.0.0.1'),
    });
    const server = createServer((request, response) => {
      if (!handler(request, response, () => String(request.headers['x-geo'] ?? ''))) response.writeHead(418).end();
    });
    server.listen(0, '127.0.0.1');
    return server;
  };
  const servers = { open: serve(true), closed: serve(false) };
  await Promise.all(Object.values(servers).map((server) => server.listening || once(server, 'listening')));
  afterAll(async () => {
    for (const server of Object.values(servers)) server.close();
    await service.close();
  });
  const homeOf = (name: 'open' | 'closed') => `http://127.0.0.1:${(servers[name].address() as AddressInfo).port}`;

  let names = 0;
  const unique = () => {
    names += 1;
    return `site${names}.example`;
  };
  const newSite = async () =>
    (await call(person, websiteCalls.create, { body: { name: unique(), websiteKind: 'own' } })).id;
  const site = await newSite();
  const box = await call(person, campaignBoxCalls.create, {
    body: { name: 'Push box', boxKind: 'regular', fallbackUrl: 'https://x.example/' },
  });

  const ask = (path: string, init: RequestInit = {}, home: 'open' | 'closed' = 'open') =>
    fetch(`${homeOf(home)}${path}`, {
      ...init,
      headers: { 'user-agent': CHROME, 'x-forwarded-for': `10.${names}.0.1`, ...init.headers },
    });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) => {
    // Each request comes from a network of its own, so that only tests of the limit meet it.
    names += 1;
    return ask(`/push/${path}`, { method: 'POST', body: JSON.stringify(body), headers });
  };
  const wishOf = async ({ endpoint, p256dh, auth }: PushBrowser, more: object = {}) => ({
    site,
    key: (await currentPublicKey(db)) ?? '',
    endpoint,
    p256dh,
    auth,
    ...more,
  });

  /** A browser that has subscribed at the site. */
  async function subscriber(more: object = {}, headers: Record<string, string> = {}): Promise<PushBrowser> {
    const browser = pushBrowser(service);
    const answer = await post('subscribe', await wishOf(browser, more), headers);
    if (answer.status !== 200) throw new Error(await answer.text());
    return browser;
  }

  return {
    ...world,
    person,
    service,
    site,
    box,
    newSite,
    ask,
    post,
    wishOf,
    jobDeps,
    async rotateKey() {
      const vault = await deps.vault();
      await db.transaction().execute((trx) => addKey(trx, vault));
    },
    subscriber,
    /** A site of its own for a test, so that its audience is its own. */
    async audience(count: number, more: object = {}) {
      const site = await newSite();
      const browsers = await Promise.all(Array.from({ length: count }, () => subscriber({ site, ...more })));
      return { site, browsers };
    },
    rowOf: ({ endpoint }: Pick<PushBrowser, 'endpoint'>) =>
      db.selectFrom('pushSubscriptions').selectAll().where('endpoint', '=', endpoint).executeTakeFirst(),
    newPush: (more: object = {}) =>
      call(person, pushNotificationCalls.create, {
        body: {
          name: 'News',
          title: 'Tonight only',
          body: 'Twice the bonus.',
          campaignBoxId: box.id,
          websites: [site],
          quietFrom: null,
          quietTo: null,
          capPerDay: 100,
          perMinute: 60_000,
          ...more,
        },
      }),
    readPush: async (id: number) => await call(person, pushNotificationCalls.read, { params: { id } }),
    progress: async (id: number) => await call(person, readPushProgress, { params: { id } }),
    /** Asks for sending. */
    async start(id: number) {
      const { version } = await call(person, pushNotificationCalls.read, { params: { id } });
      return await attempt(person, sendPush, { params: { id }, body: { version } });
    },
    /** Does all runs that are due. */
    work: (signal = new AbortController().signal) => workRuns({ db, log }, pushRuns(jobDeps), signal),
    /** Makes everything due that waits, as time would. */
    makeDue: async (pushId: number) => {
      await sql`UPDATE push_sends SET due_at = now() WHERE push_id = ${pushId} AND state = 'waiting'`.execute(db);
      await sql`UPDATE runs SET next_try_at = now() WHERE kind = 'push' AND state = 'waiting'`.execute(db);
    },
  };
}

/** The first item of a list that cannot be empty. */
export function first<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error('There is none.');
  return one;
}
