import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expectNothingSerious } from './support/axe.ts';
import { newPerson, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

let server: Server;
let port = 0;
/** `/offer-46` redirects to itself until the progress was seen. An answer may take six seconds, and a link may have seven redirects. */
const { promise: lastMayBeAnswered, resolve: answerLast } = Promise.withResolvers<'last'>();
const HOP_MS = 3_000;
const HOPS = 6;

test.beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    const page = (body: string, http = 200, headers = {}) =>
      response.writeHead(http, { 'content-type': 'text/html', ...headers }).end(body);
    if (url.pathname === '/gone') return page('<title>Not found</title>', 404);
    if (url.pathname === '/wall') return page('<title>Just a moment...</title>', 403, { 'cf-mitigated': 'challenge' });
    if (url.pathname === '/forgetful') return response.writeHead(302, { location: '/landing' }).end();
    const casino = () => page(`<title>Casino</title><p>${'play slots and tables '.repeat(20)}</p>`);
    if (url.pathname !== '/offer-46') return casino();
    const hop = Number(url.searchParams.get('hop') ?? 0);
    void Promise.race([lastMayBeAnswered, delay(HOP_MS)]).then((how) => {
      if (how === 'last' || hop === HOPS) return casino();
      url.searchParams.set('hop', String(hop + 1));
      return response.writeHead(302, { location: `${url.pathname}${url.search}` }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  port = (server.address() as AddressInfo).port;
});
test.afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** A link on one of many hosts of this machine, so that pauses for politeness are short. */
const link = (host: number, path: string): string => `http://127.0.0.${host}:${port}${path}`;

test('fifty pasted links are checked with progress; what is broken stands first, and all of it goes into a CSV', async ({
  page,
}) => {
  const person = await newPerson(page.request, 'Operations');
  const links = [
    link(2, '/gone'),
    link(3, '/wall'),
    link(4, '/forgetful?click={click_id}'),
    ...Array.from({ length: 47 }, (_, at) => link(10 + (at % 24), `/offer-${at}?click={click_id}`)),
  ];
  await openAs(page, person, '/links-checker');
  await expect(page.getByText('Paste the links of a page or a sheet')).toBeVisible();
  await page.getByRole('link', { name: 'Check links', exact: true }).first().click();
  await page.getByLabel('Links to check').fill('nothing here');
  await page.getByRole('button', { name: 'Check links' }).click();
  await expect(page.getByText('There is no web address in this text.')).toBeVisible();
  await page.getByLabel('Links to check').fill(links.join('\n'));
  const name = unique('Offers');
  await page.getByLabel('Name').fill(name);
  // The answer gets lost once: pressing again starts no second check.
  let lost = 0;
  await page.route('**/api/link-checks', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Check links' }).click();
  await expect(page.getByText('Network error. Please try again.')).toBeVisible();
  await page.getByRole('button', { name: 'Check links' }).click();

  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible();
  answerLast('last');
  await expect(page.getByRole('status').filter({ hasText: '1 broken, 48 OK, 1 blocked' })).toBeVisible();
  const rows = page.getByRole('grid', { name: 'Results' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('/gone');
  await expect(rows.nth(1)).toContainText('The page does not exist (HTTP 404).');
  await expect(rows.nth(2)).toContainText('Lost at step 2');
  await expect(rows.nth(3)).toContainText('Cloudflare asks whether the visitor is a person.');
  await expectNothingSerious(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  const lines = csv.trim().split('\r\n');
  expect(lines).toHaveLength(51);
  expect(lines.filter((line) => line.includes(',Broken,'))).toHaveLength(1);
  expect(lines.find((line) => line.includes('/forgetful'))).toContain('Lost,2');

  await page.getByRole('combobox', { name: 'Verdict' }).click();
  await page.getByRole('option', { name: 'Blocked (1)' }).click();
  await expect(rows).toHaveCount(2);
  await page.goto('/#/links-checker');
  await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(1);
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('1 broken, 48 OK, 1 blocked');

  await page.goto('/#/links-checker/download/abc');
  await expect(page.getByText('This check was not found')).toBeVisible();
  await page.getByRole('link', { name: 'All checks' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(1);
});

test('the links of a file are previewed by column and checked, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const person = await newPerson(page.request, 'Seo User');
  await openAs(page, person, '/links-checker-upload');
  const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  const input = page.locator('input[type="file"]');
  await input.setInputFiles(file('names.csv', 'Name,Country\nA,B\n'));
  await expect(page.getByText('No column of this file contains web addresses.')).toBeVisible();
  await input.setInputFiles(
    file('sheet.csv', `Name;Old;Link\nA;;${link(40, '/a')}\nB;${link(41, '/old')};${link(42, '/gone')}\n`),
  );
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('/gone');
  await expect(preview).not.toContainText('/old');
  await expectNothingSerious(page);
  await page.getByRole('button', { name: 'Check 2 links' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 broken, 1 OK' })).toBeVisible();
  await expectNothingSerious(page);

  await page.goto('/#/links-checker-upload-email');
  await expect(page.getByText('E-mail is off here, and mails wait.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check links' })).toBeDisabled();
});
