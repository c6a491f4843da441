import { ROUTES } from '@signpost/contract/routes/index.ts';
import { call, choose, makeGeo, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { repeatUntil } from './support/waits.ts';

/** A record of the demo world. */
const DEMO_BOX = 3200;
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const host = () => `${unique('site').replace(' ', '-')}.example.com`;

test('several unknown hosts are assigned to a publisher at once', async ({ page }) => {
  const names = [host(), host()];
  for (const name of names)
    await page.request.get(`http://127.0.0.1:${process.env.E2E_CLICK_PORT}/box_${DEMO_BOX}`, {
      headers: { referer: `https://${name}/`, 'user-agent': DESKTOP },
      maxRedirects: 0,
    });
  const session = await openAs(page, 'Admin', '/profile');
  const publisher = unique('Publisher');
  await call(page.request, session, 'POST', 'publishers', { name: publisher, currency: 'EUR' });
  await expect
    .poll(async () => {
      const unknown = await call<{ host: string }[]>(page.request, session, 'GET', 'referrers/unknown');
      return unknown.filter(({ host }) => names.includes(host)).length;
    })
    .toBe(2);
  await page.goto(`/#${ROUTES.referrers.path}?kind=unknown`);
  const table = page.getByRole('grid', { name: 'Unknown hosts' });
  const rows = names.map((name) => table.getByRole('row', { name }));
  // The newest entry comes first.
  const last = table.getByRole('columnheader', { name: 'Last visit' });
  const isNewestFirst = last.and(page.locator('[aria-sort="descending"]'));
  await repeatUntil(page, () => last.getByRole('button', { name: /^Last visit/ }).click(), isNewestFirst);
  for (const row of rows) await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Assign 2 hosts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign 2 hosts' });
  await expect(dialog.getByRole('button', { name: 'Assign' })).toBeDisabled();
  await choose(page, 'Publisher', publisher);
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByText('2 hosts are assigned.')).toBeVisible();
  for (const name of names) await expect(table.getByText(name, { exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Known', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search referrers' }).fill(names[0] ?? '');
  await expect(page.getByRole('gridcell', { name: names[0] ?? '', exact: true }).first()).toBeVisible();
});

test('a mirror becomes the active one of its geo', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/');
  const partnerId = (await call<{ id: number }[]>(page.request, session, 'GET', 'partners?limit=1'))[0]?.id;
  const names = [host(), host()];
  const { id: geoId } = await makeGeo(page.request, session);
  for (const [at, name] of names.entries())
    await call(page.request, session, 'POST', 'mbg-mirrors', { name, partnerId, geoId, active: at === 0, tags: [] });
  await page.goto(`/#${ROUTES.mbgMirrors.path}?q=${names[1]}`);
  const row = page.getByRole('row', { name: new RegExp(names[1] ?? '') });
  await row.hover();
  await row.getByRole('button', { name: 'Make active' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBeGreaterThanOrEqual(500);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText(`${names[1]} is now active.`)).toBeVisible();
  await expect(row.getByText('Yes')).toBeVisible();
});

test('referral codes are generated in bulk for the pool', async ({ page }) => {
  await openAs(page, 'Management', '/referral-codes');
  await page.getByRole('button', { name: 'Generate codes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Generate codes' });
  const prefix = `${unique('P').replaceAll(/[ -]/g, '')}_`;
  await dialog.getByRole('textbox', { name: 'Prefix' }).fill('no spaces');
  await expect(dialog.getByText('Please use letters and digits only.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Prefix' }).fill(prefix.slice(0, 20));
  await dialog.getByRole('button', { name: 'Generate 10 codes' }).click();
  await expect(page.getByRole('region', { name: '10 new codes' })).toBeVisible();
  await page.getByRole('link', { name: 'Unassigned pool' }).click();
  await page.getByRole('searchbox', { name: 'Search referral codes' }).fill(prefix.slice(0, 20));
  await expect(page.getByRole('row')).toHaveCount(11);
});

test('an account warns about a publisher that belongs to another account', async ({ page }) => {
  const session = await openAs(page, 'Management', '/profile');
  const publisher = await call<{ id: number }>(page.request, session, 'POST', 'publishers', {
    name: unique('Twice'),
    status: 'active',
    currency: 'EUR',
  });
  const { name } = await call<{ name: string }>(page.request, session, 'GET', `publishers/${publisher.id}`);
  await call(page.request, session, 'POST', 'accounts', {
    name: unique('First account'),
    accountKind: 'publisher',
    publishers: [publisher.id],
    status: 'active',
  });
  await page.goto('/#/accounts/add');
  const field = page.getByRole('combobox', { name: 'Publishers' });
  await field.fill(name);
  await page.getByRole('option', { name }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect(
    dialog.getByText(`This publisher ${name} is already added elsewhere. Do you want to continue?`),
  ).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Show the accounts' })).toHaveAttribute('href', '#/accounts');
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBeGreaterThanOrEqual(500);
  await dialog.getByRole('button', { name: 'No' }).click();
  const pills = page.locator('[data-field="publishers"]');
  await expect(pills.getByText(name, { exact: true })).toHaveCount(0);
  await field.fill(name);
  await page.getByRole('option', { name }).click();
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(pills.getByText(name, { exact: true })).toBeVisible();
});

test('product offers and publisher offers are added and edited from their box', async ({ page }) => {
  const session = await openAs(page, 'Operations', '/profile');
  const box = await call<{ id: number }>(page.request, session, 'POST', 'campaign-boxes', {
    name: unique('Offer box'),
    fallbackUrl: 'https://example.com/',
    allocation: [],
  });
  await page.goto(`/#/campaign-box/${box.id}`);
  const offers = page.getByRole('region', { name: 'Offers' });
  await expect(offers.getByText('No offers yet.')).toBeVisible();
  await expect(offers.getByRole('link').nth(1)).toBeVisible();
  await offers.getByRole('link').first().click();
  const name = unique('Offer');
  await expect(page.getByRole('combobox', { name: 'Product' })).not.toHaveValue('');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Target URL' }).fill('no link');
  await page.getByRole('textbox', { name: 'Target URL' }).blur();
  await expect(page.getByRole('button', { name: 'Save offer' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Target URL' }).fill('https://example.com/?c={click_id}');
  await page.getByRole('button', { name: 'Save offer' }).click();
  await offers.getByRole('link', { name }).click();
  await expect(page).toHaveURL(/offers\/\d+\/edit\/\d+/);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`${name} again`);
  await page.getByRole('button', { name: 'Save offer' }).click();
  await expect(offers.getByRole('link', { name: `${name} again` })).toBeVisible();
  await offers.getByRole('link', { name: 'Publisher offer' }).click();
  await expect(page.getByRole('combobox', { name: 'Publisher' })).toBeVisible();
});
