import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import type { SignedIn } from '@signpost/contract/workplace/people/sign-in.ts';
import { call, choose, freeHost, makeGeo, openAs, unique } from './support/people.ts';
import { expect, type Page, test } from './support/test.ts';

/** A lead buyer on this machine that refuses given leads and accepts all others. */
async function withBuyer(work: (home: string, refuses: Set<string>) => Promise<void>): Promise<void> {
  const refuses = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { mail } = JSON.parse(Buffer.concat(chunks).toString()) as { mail: string };
      response.end(JSON.stringify(refuses.has(mail) ? { ok: 'no', why: 'not today' } : { ok: 'yes' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/leads`, refuses);
  } finally {
    server.close();
  }
}

/**
 * A partner with an integration and a deal for a geo that no other buyer has a deal for; returns its name and the geo's
 * code.
 */
async function makePartner(page: Page, session: SignedIn): Promise<{ name: string; country: string }> {
  const name = unique('Leads');
  const { id: integrationId } = await call<{ id: number }>(page.request, session, 'POST', 'integrations', { name });
  const { id: geoId, code: country } = await makeGeo(page.request, session);
  await call(page.request, session, 'POST', 'partners', {
    name,
    partnerTypeId: 105,
    currency: 'EUR',
    timeZone: 'UTC',
    integrations: [integrationId],
    deals: [{ geoId, integrationId, dealType: 'CPL', dealRevenueType: 'lead', fixedAmount: '9', weight: 1 }],
  });
  return { name, country };
}

test('a buyer is set up and tested, a lander posts a lead, and the lead is traced and sent again', async ({ page }) => {
  await withBuyer(async (home, refuses) => {
    const session = await openAs(page, 'Admin', '/robot-partners/add');
    const { name, country } = await makePartner(page, session);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await choose(page, 'Partner', name);
    await choose(page, 'Integration', name);
    await page.getByRole('textbox', { name: 'Endpoint' }).fill(home);
    await page.getByRole('textbox', { name: 'Field 1 name' }).fill('mail');
    await page.getByRole('textbox', { name: 'Field 1 value' }).fill('{emial}');
    await page.getByRole('textbox', { name: 'Accepted: path in the answer' }).fill('ok');
    await page.getByRole('combobox', { name: 'Accepted: values' }).fill('yes');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Rejected: path in the answer' }).fill('ok');
    await page.getByRole('combobox', { name: 'Rejected: values' }).fill('no');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Path of the reason' }).fill('why');
    await expect(page.getByText('Unknown placeholder {emial}.')).toBeVisible();
    const save = page.getByRole('button', { name: 'Save lead buyer' });
    await expect(save).toBeDisabled();
    await page.getByRole('textbox', { name: 'Field 1 value' }).fill('{email}');
    await save.click();
    await expect(page.getByText('Process successfully completed').last()).toBeVisible();
    await page.getByRole('button', { name: 'Send a test lead' }).click();
    const result = page.getByRole('status', { name: 'Result of the test lead' });
    await expect(result).toContainText('Accepted');
    await expect(result).toContainText('test@example.com');

    const website = await call<{ id: number }>(page.request, session, 'POST', 'websites', {
      name: freeHost(),
      websiteKind: 'parasite',
    });
    await page.goto(`/#${ROUTES.websitesEdit.path.replace('$id', String(website.id))}`);
    await page.getByRole('button', { name: 'Create a key' }).click();
    const shown = (await page.getByText(/x-site-key/).textContent()) ?? '';
    const key = /'x-site-key': '([\w-]+)'/.exec(shown)?.[1] ?? '';
    const post = (email: string) =>
      page.request.post('/api/public/leads', { headers: { 'x-site-key': key }, data: { email, country } });
    const email = `${unique('jo').replace(' ', '.')}@example.com`;
    refuses.add(email);
    expect((await (await post(email)).json()).data.status).toBe('received');

    await page.goto('/#/lead-search');
    await page.getByRole('textbox', { name: 'E-mail or phone' }).fill(email);
    await page.getByRole('button', { name: 'Find person' }).click();
    const row = page.getByRole('grid', { name: 'Leads' }).getByRole('row').filter({ hasText: '@example.com' });
    await expect(row).toHaveCount(1);
    // The only lead of the person opens at once.
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('button', { name: 'Show person' })).toBeVisible();
    await expect(drawer.getByText(email)).toHaveCount(0);
    await drawer.getByRole('button', { name: 'Show person' }).click();
    await expect(drawer.getByText(email)).toBeVisible();
    await expect(drawer.getByRole('list', { name: 'Views of the person' })).toContainText(session.user.name);
    await expect(drawer.getByRole('list', { name: 'Attempts' })).toContainText('not today');
    refuses.clear();
    await drawer.getByRole('button', { name: 'Resend' }).click();
    await expect(drawer.getByRole('list', { name: 'Attempts' })).toContainText('Accepted');
  });
});

test('staff below Operations find leads by masked contact data and cannot see the person', async ({ page }) => {
  await openAs(page, 'Default User', '/lead-search');
  await expect(page.getByRole('grid', { name: 'Leads' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Find person' })).toHaveCount(0);
});

test('a publisher sees the status of its own leads, and no person', async ({ page }) => {
  const session = await openAs(page, 'Publisher', '/publisher-lead-query-report');
  await expect(page.getByRole('grid', { name: 'Leads', exact: true })).toBeVisible();
  const own = await call<{ publisherId: number; emailHint: string }[]>(page.request, session, 'GET', 'leads');
  expect(new Set(own.map(({ publisherId }) => publisherId)).size).toBeLessThanOrEqual(1);
  for (const { emailHint } of own) expect(emailHint).toContain('•••');
  await page.goto('/#/lead-search');
  await expect(page.getByRole('button', { name: 'Find person' })).toHaveCount(0);
});

test('a refused lead is counted and shown with the way to mend it, and stored after the fix', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/');
  const host = freeHost();
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'websites', {
    name: host,
    websiteKind: 'parasite',
  });
  const { key } = await call<{ key: string }>(page.request, session, 'PUT', `websites/${id}/lead-key`);
  const post = (data: object) => page.request.post('/api/public/leads', { headers: { 'x-site-key': key }, data });
  expect((await post({ phone: 'call me' })).status()).toBe(400);
  await call(page.request, session, 'POST', `websites/${id}/archive`);
  expect((await post({ email: `late@${host}` })).status()).toBe(403);
  await call(page.request, session, 'POST', `websites/${id}/restore`);

  await page.goto(`/#${ROUTES.leadSearch.path}`);
  await page.getByRole('link', { name: 'Refused', exact: true }).click();
  const counts = page.getByRole('row').filter({ hasText: host });
  await expect(counts.filter({ hasText: 'No readable e-mail address or phone number' })).toContainText('1');
  await expect(counts.filter({ hasText: 'The site is archived' })).toContainText('Restore the site');
  const kept = page.getByRole('list', { name: 'Refused leads' }).getByRole('listitem').filter({ hasText: host });
  await expect(kept).toHaveCount(2);
  await expect(kept.filter({ hasText: 'phone' })).toBeVisible();
  await page.getByRole('button', { name: 'Read them again' }).click();
  await expect(kept.filter({ hasText: 'The site is archived' })).toContainText('read again and stored');
  await expect(kept.filter({ hasText: 'phone' })).not.toContainText('read again and stored');
});
