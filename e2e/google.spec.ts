import { expect, test } from '@playwright/test';
import { OAuth2Server } from 'oauth2-mock-server';
import { call, sessionOf } from './support/people.ts';

/** A real OAuth server on loopback stands for Google: it asks for consent, makes tokens, and tells whose they are. */
const google = new OAuth2Server();
const owners = new Map<string, string>();
let person = '';

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  await google.issuer.keys.generate('RS256');
  google.service.addRoute('GET', '/consent', (request, response) => {
    const asked = new URL(request.url ?? '', 'http://loopback').searchParams;
    const back = (answer: Record<string, string>) =>
      `${asked.get('redirect_uri')}#${new URLSearchParams({ ...answer, state: asked.get('state') ?? '' })}`;
    const token = `ya29.${crypto.randomUUID()}`;
    owners.set(token, person);
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><title>Consent</title><h1>Sign in to continue</h1>
      <p id="asked">${[asked.get('response_type'), asked.get('prompt'), asked.get('scope')].join(' ')}</p>
      <a href="${back({ access_token: token, token_type: 'Bearer' }).replaceAll('&', '&amp;')}">Allow</a>
      <a href="${back({ error: 'access_denied' }).replaceAll('&', '&amp;')}">Cancel</a>`);
  });
  google.service.addRoute('POST', '/tokeninfo', (request, response) => {
    const { access_token: token = '' } = request.body as { access_token?: string };
    const email = owners.get(token);
    response.writeHead(email === undefined ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ aud: process.env.E2E_GOOGLE_CLIENT, email, email_verified: 'true' }));
  });
  await google.start(Number(process.env.E2E_GOOGLE_PORT), '127.0.0.1');
});
test.afterAll(() => google.stop());

test('signs a whitelisted person in through Google’s consent prompt, and on to where they were going', async ({
  page,
}) => {
  person = `newcomer-${crypto.randomUUID().slice(0, 8)}@invited.example.com`;
  const admin = await sessionOf(page.request);
  await call(page.request, admin, 'POST', 'whitelist', { pattern: person });

  await page.goto('/#/partners');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to continue' })).toBeVisible();
  await expect(page.locator('#asked')).toContainText('token consent');
  await expect(page.locator('#asked')).toContainText('auth/drive.file');
  await expect(page.locator('#asked')).toContainText('auth/spreadsheets');
  await page.getByRole('link', { name: 'Allow' }).click();

  await expect(page).toHaveURL(/#\/partners/);
  await expect(page.getByRole('searchbox', { name: 'Search partners' })).toBeVisible();
  await page.goto('/#/profile');
  await expect(page.getByText(person).first()).toBeVisible();
  await expect(page.getByText('Default User').first()).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href]));
  expect(kept).not.toContain('ya29.');
});

test('says that the person cancelled, and offers the sign-in again', async ({ page }) => {
  await page.goto('/#/login');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText('Google sign-in was cancelled.');
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
});

test('refuses somebody who is not on the whitelist', async ({ page }) => {
  person = 'stranger@elsewhere.example.org';
  await page.goto('/#/login');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByRole('link', { name: 'Allow' }).click();
  await expect(page.getByRole('alert')).toContainText('Ask an admin to add it to the whitelist.');
});

test('does not take an answer that it never asked for', async ({ page }) => {
  await page.goto('/#state=forged&access_token=ya29.somebody-elses');
  await expect(page.getByRole('alert')).toContainText('does not belong to this sign-in');
  expect(page.url()).not.toContain('ya29');
});
