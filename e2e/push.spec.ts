/**
 * Web push: a visitor of a page on another origin subscribes, gets a message, sees it and clicks.
 *
 * Real here: the snippet as the app shows it, both scripts, the service worker and its push event in Chromium, storing,
 * encryption, signing, sending, and all counting. Chromium's headless shell has no push service, refuses notifications to
 * everybody, and opens no windows for workers. So a push service on loopback takes and decrypts the messages, CDP hands them to
 * the worker, and stand-ins give the subscription and the permission, and note what would be shown and opened.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type PushBrowser, pushBrowser, testPushService } from '../apps/server/src/traffic/push/testing/service.ts';
import { call, choose, newPerson, openAs, unique } from './support/people.ts';
import { settled } from './support/settled.ts';
import { type BrowserContext, expect, type Page, test, type Worker } from './support/test.ts';
import { reloadUntil } from './support/waits.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** With these, the worker tells the site what it would show and open, instead of doing it. */
const STAND_INS_OF_WORKER = `
  ServiceWorkerRegistration.prototype.showNotification = (title, options) =>
    fetch('/told/shown', { method: 'POST', body: JSON.stringify({ title, ...options }) });
  PushManager.prototype.getSubscription = async () => {
    const held = await (await fetch('/held')).json();
    return { toJSON: () => held, unsubscribe: () => fetch('/told/unsubscribed', { method: 'POST' }) };
  };
  Clients.prototype.openWindow = (url) => fetch('/told/opened', { method: 'POST', body: url });
`;

/** A site of somebody else, which carries the snippet. */
async function startSite() {
  const files = { page: '', worker: '' };
  /** The subscription that the worker would find. */
  const held: { now: object } = { now: {} };
  const told: { what: string; body: string }[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/told/'))
      text(request).then(
        (body) => {
          told.push({ what: path.slice('/told/'.length), body });
          response.end();
        },
        () => response.destroy(),
      );
    else if (path === '/held') response.end(JSON.stringify(held.now));
    else if (path === '/signpost-push.js')
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(STAND_INS_OF_WORKER + files.worker);
    else
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><title>Site</title><h1>${path}</h1>${files.page}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { home: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, files, held, told, server };
}

/** Gives pages the subscriptions and the permission that the headless shell refuses, and counts the questions. */
async function standIn(context: BrowserContext, subscribe: () => Pick<PushBrowser, 'endpoint' | 'p256dh' | 'auth'>) {
  await context.exposeFunction('newSubscription', subscribe);
  await context.addInitScript(() => {
    const stored = (scope: string) => JSON.parse(localStorage.getItem(`stand-in ${scope}`) ?? 'null');
    const asSubscription = (scope: string, { endpoint, p256dh, auth }: Record<string, string>) => ({
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => localStorage.removeItem(`stand-in ${scope}`),
    });
    Object.defineProperty(ServiceWorkerRegistration.prototype, 'pushManager', {
      get(this: ServiceWorkerRegistration) {
        const { scope } = this;
        return {
          getSubscription: async () => stored(scope) && asSubscription(scope, stored(scope)),
          subscribe: async () => {
            const made = stored(scope) ?? (await Reflect.get(globalThis, 'newSubscription')());
            localStorage.setItem(`stand-in ${scope}`, JSON.stringify(made));
            return asSubscription(scope, made);
          },
        };
      },
    });
    Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem('permission') ?? 'default' });
    Notification.requestPermission = async () => {
      const asked = JSON.parse(localStorage.getItem('asked') ?? '[]');
      localStorage.setItem('asked', JSON.stringify([...asked, navigator.userActivation.isActive]));
      localStorage.setItem('permission', 'granted');
      return 'granted';
    };
  });
}

/** Sends a worker an event that otherwise only the browser can send, with these parts, and waits for its work. */
const dispatch = (worker: Worker, name: string, parts: object) =>
  worker.evaluate(
    async ([type, given]) => {
      let work: unknown;
      const { data, key, before, after, ...others } = given as Record<string, unknown>;
      const as = (held: unknown, more: object = {}) => held && { toJSON: () => held, ...more };
      const bytes = (text: unknown) =>
        Uint8Array.from(atob(String(text).replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0));
      const event = Object.assign(new Event(type), others, {
        notification: { data, close: () => undefined },
        oldSubscription: as(before),
        newSubscription: as(after, { options: { applicationServerKey: key && bytes(key).buffer } }),
        waitUntil: (promise: unknown) => {
          work = promise;
        },
      });
      self.dispatchEvent(event);
      await work;
    },
    [name, parts] as const,
  );

/** Hands a decrypted message to the newest worker of a site, as a push service would, and returns the worker. */
async function deliver(context: BrowserContext, page: Page, origin: string, data: string): Promise<Worker> {
  const cdp = await context.newCDPSession(page);
  const ids = new Set<string>();
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId, isDeleted } of registrations)
      if (isDeleted) ids.delete(registrationId);
      else ids.add(registrationId);
  });
  await cdp.send('ServiceWorker.enable');
  await expect.poll(() => ids.size).toBe(1);
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: [...ids][0] ?? '', data });
  await expect.poll(() => context.serviceWorkers().length).toBeGreaterThan(0);
  const worker = context.serviceWorkers().at(-1);
  if (worker === undefined) throw new Error('There is no worker.');
  return worker;
}

test('a visitor subscribes on another site, gets a push, sees it and clicks; a new key loses nobody', async ({
  page,
  browser,
}) => {
  const [site, service] = [await startSite(), await testPushService()];
  const person = await newPerson(page.request, 'Management');
  const name = unique('Push');
  const make = (path: string, body: object) => call<{ id: number }>(page.request, person, 'POST', path, body);
  const websiteName = `${name.replace(' ', '-').toLowerCase()}.example`;
  const website = await make('websites', { name: websiteName, websiteKind: 'own' });
  const box = await make('campaign-boxes', { name, boxKind: 'regular', fallbackUrl: `${site.home}/arrived` });
  const visitorContext = await browser.newContext({ userAgent: CHROME });
  try {
    // The app shows the snippet of the site, which the site uses as it is.
    await openAs(page, person, '/push-notification');
    await choose(page, 'Website', websiteName);
    const code = (label: string) =>
      page.getByRole('region', { name: label }).or(page.getByLabel(label, { exact: true }));
    await expect(code('Script for pages').first()).toContainText(`data-site="${website.id}"`);
    site.files.page = (await code('Script for pages').first().textContent()) ?? '';
    site.files.worker = (await code('Worker file').first().textContent()) ?? '';

    const browsers: PushBrowser[] = [];
    await standIn(visitorContext, () => {
      const made = pushBrowser(service);
      browsers.push(made);
      const { endpoint, p256dh, auth } = made;
      return { endpoint, p256dh, auth };
    });
    const visitor = await visitorContext.newPage();
    const asked = () => visitor.evaluate(() => JSON.parse(localStorage.getItem('asked') ?? '[]') as boolean[]);
    await visitor.goto(site.home);
    const bar = visitor.getByRole('region', { name: 'May we tell you about new offers?' });
    await expect(bar).toBeVisible();
    // A script cannot press the button, and nothing is asked before a person does.
    await bar.getByRole('button', { name: 'Yes' }).evaluate((button: HTMLElement) => button.click());
    expect([await asked(), browsers.length]).toEqual([[], 0]);
    const stored = visitor.waitForResponse((answer) => answer.url().endsWith('/push/subscribe'));
    await bar.getByRole('button', { name: 'Yes' }).click();
    expect((await stored).status()).toBe(200);
    expect(await asked()).toEqual([true]);
    await visitor.reload();
    await expect(bar).toHaveCount(0);
    expect([await asked(), browsers.length]).toEqual([[true], 1]);

    // Somebody who said no is not asked again.
    const reluctant = await (await browser.newContext({ userAgent: CHROME })).newPage();
    await reluctant.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }));
    await reluctant.goto(site.home);
    await reluctant.getByRole('button', { name: 'No', exact: true }).click();
    await reluctant.reload();
    await expect(reluctant.getByRole('heading')).toBeVisible();
    await expect(reluctant.getByRole('button', { name: 'Yes' })).toHaveCount(0);
    await reluctant.context().close();

    // The message is written with its preview and its audience, and sent.
    await page.goto('/#/push-notification/add');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Tonight only');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Twice the bonus.');
    await choose(page, 'Opens box', name);
    await page.getByRole('combobox', { name: 'Websites' }).fill(websiteName);
    await page.getByRole('option', { name: websiteName }).click();
    await page.keyboard.press('Escape');
    for (const field of ['Quiet from', 'Quiet until']) await page.getByLabel(field).fill('');
    await expect(page.getByRole('figure', { name: 'Preview of the message' })).toContainText('Tonight only');
    await expect(page.getByText(/^1 subscriber of [\d,]+ match now/)).toBeVisible();
    await page.getByRole('button', { name: 'Save push notification' }).click();
    await expect(page).toHaveURL(/push-notification\/edit\/\d+/);
    await page.getByRole('button', { name: 'Send test to me' }).click();
    await expect(page.getByText('Add this browser under “Browser” in your profile first')).toBeVisible();
    await page.getByRole('button', { name: 'Send push' }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    const sending = page.getByRole('region', { name: 'Sending' });
    await expect(sending.getByText('Sent', { exact: true })).toBeVisible();
    await expect(sending).toContainText('1 by push services');

    const [message] = browsers[0]?.messages() ?? [];
    expect(message).toMatchObject({ title: 'Tonight only', body: 'Twice the bonus.' });
    const worker = await deliver(visitorContext, visitor, site.home, JSON.stringify(message));
    await expect.poll(() => site.told).toMatchObject([{ what: 'shown' }]);
    const shown = JSON.parse(site.told[0]?.body ?? '{}');
    expect(shown).toMatchObject({ title: 'Tonight only', actions: [{ title: 'No more messages' }] });
    await dispatch(worker, 'notificationclick', { action: '', data: shown.data });
    expect(site.told.at(-1)?.what).toBe('opened');
    const opened = site.told.at(-1)?.body ?? '';
    expect(new URL(opened).pathname).toBe(`/box_${box.id}`);
    await visitor.goto(opened);
    await expect(visitor.getByRole('heading', { name: '/arrived' })).toBeVisible();
    await reloadUntil(
      page,
      sending.filter({ hasText: '1 100.0 % of accepted' }).filter({ hasText: '1 100.0 % of shown' }),
    );

    // With a new key, the next visit makes a new subscription; the old one ends when that is stored.
    await page.goto('/#/push-notification');
    await page.getByRole('button', { name: 'Keys', exact: true }).click();
    await page.getByRole('button', { name: 'Change key' }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('New subscriptions use the new key from now on.')).toBeVisible();
    await expect(async () => {
      await visitor.goto(site.home);
      await settled(visitor);
      expect(browsers.length).toBeGreaterThan(1);
    }).toPass({ intervals: [500, 1_000, 2_000, 4_000] });
    await expect
      .poll(async () => await visitor.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(1);
    expect(await asked()).toEqual([true]);
    const count = (body: object) =>
      call<{ matching: number }>(page.request, person, 'POST', 'push-notifications/audience', body);
    expect(await count({ websites: [website.id] })).toMatchObject({ matching: 1 });

    // The browser itself replaces the subscription: the person is the same one, who has had this push.
    const heldBy = ({ endpoint, p256dh, auth }: PushBrowser) => ({ endpoint, keys: { p256dh, auth } });
    const last = browsers.at(-1);
    if (last === undefined) throw new Error('Nobody has subscribed.');
    const replaced = pushBrowser(service);
    const [newest] = (await call<{ keys: { publicKey: string }[] }>(page.request, person, 'GET', 'push-setup')).keys;
    const renewing = visitorContext.serviceWorkers().at(-1);
    if (renewing === undefined) throw new Error('There is no worker.');
    const renewed = { before: heldBy(last), after: heldBy(replaced), key: newest?.publicKey };
    await dispatch(renewing, 'pushsubscriptionchange', renewed);
    // The old address is nobody's any more, so its end changes nothing.
    const ends = { endpoint: last.endpoint, auth: last.auth };
    await page.request.post(`${new URL(opened).origin}/push/unsubscribe`, { data: JSON.stringify(ends) });
    expect(await count({ websites: [website.id] })).toMatchObject({ matching: 1 });

    // “No more messages” ends it, and the next visit respects that.
    site.held.now = heldBy(replaced);
    await dispatch(renewing, 'notificationclick', { action: 'stop', data: shown.data });
    expect(site.told.at(-1)?.what).toBe('unsubscribed');
    expect(await count({ websites: [website.id] })).toMatchObject({ matching: 0 });
    const made = browsers.length;
    await visitor.reload();
    await expect
      .poll(() =>
        visitor.evaluate((id) => JSON.parse(localStorage.getItem(`signpost.push.${id}`) ?? '{}').off, website.id),
      )
      .toBe(true);
    expect([browsers.length, await asked()]).toEqual([made, [true]]);

    // The click is a visit of the box in the statistics.
    await page.goto(
      `/#/stats?tab=global&kingstat=1&columns[0]=1&levels[0][type]=campaign_box&filters[campaign_box][0]=${box.id}`,
    );
    const row = page.getByRole('grid').getByRole('row').filter({ hasText: name });
    await expect(row.getByRole('gridcell').filter({ hasText: /^1$/ }).first()).toBeVisible();
  } finally {
    await visitorContext.close();
    site.server.closeAllConnections();
    site.server.close();
    await service.close();
  }
});
