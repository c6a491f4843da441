import { ROUTES } from '@signpost/contract/routes/index.ts';
import type { SignedIn } from '@signpost/contract/workplace/people/sign-in.ts';
import { call, choose, expectSaved, newPerson, openAs, sessionOf, unique } from './support/people.ts';
import type { APIRequestContext } from './support/test.ts';
import { expect, test } from './support/test.ts';

interface Saved {
  id: number;
  name: string;
}

/** A partner with only the required fields. */
const partner = (what: string) => ({
  name: unique(what),
  partnerTypeId: 105,
  status: 'active',
  currency: 'EUR',
  timeZone: 'UTC',
});

/** A signed-in person with their own publisher. */
async function publisherPerson(request: APIRequestContext): Promise<SignedIn> {
  const admin = await sessionOf(request);
  const publisher = await call<Saved>(request, admin, 'POST', 'publishers', {
    name: unique('Publisher'),
    currency: 'EUR',
  });
  return await newPerson(request, 'Publisher', { publisherId: publisher.id });
}

test('restoring an earlier version of a partner brings a removed deal back', async ({ page }) => {
  const session = await sessionOf(page.request);
  const deal = {
    geoId: 14,
    integrationId: 1,
    dealType: 'CPA',
    dealRevenueType: 'firstDeposit',
    fixedAmount: '77',
    weight: 5,
  };
  const made = await call<Saved & { version: number; deals: { id: number }[] }>(
    page.request,
    session,
    'POST',
    'partners',
    {
      ...partner('Partner'),
      deals: [deal],
    },
  );
  const values = { deals: [] };
  await call(page.request, session, 'PATCH', `partners/${made.id}`, { version: made.version, values });
  await openAs(page, session, `/partners/edit/${made.id}`);
  await expect(page.getByText('No deals yet.')).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('button', { name: /^Save / }).click();
  await expectSaved(page);
  const after = await call<typeof made>(page.request, session, 'GET', `partners/${made.id}`);
  expect(after.deals).toEqual(made.deals);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a publisher adds a gambling link and sees only their own', async ({ page }) => {
    const admin = await sessionOf(page.request);
    const brand = await call<Saved>(page.request, admin, 'POST', 'partners', partner('Brand'));
    const theirs = unique('Somebody else’s');
    const link = { partnerId: brand.id, geoId: 14, targetUrl: 'https://example.com/' };
    await call(page.request, await publisherPerson(page.request), 'POST', 'gambling-links', { ...link, name: theirs });

    const person = await publisherPerson(page.request);
    await openAs(page, person, '/');
    await page.goto(`/#${ROUTES.gamblingLinks.path}`);
    await expect(page.getByText('Nothing to show')).toBeVisible();
    await page.goto(`/#${ROUTES.gamblingLinksAdd.path}`);
    const name = unique('Spring');
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await choose(page, 'Brand', brand.name);
    await choose(page, 'Geo', 'Austria');
    await page.getByRole('textbox', { name: 'Tracked link' }).fill('https://example.com/?c=1');
    // Fields without any choice for them are not required.
    await expect(page.getByRole('combobox', { name: 'Tags' })).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: /^Save / }).click();
    await expect(page).toHaveURL(new RegExp(`#${ROUTES.gamblingLinks.path}`));
    await expect(page.getByText(name)).toBeVisible();
    await expect(page.getByText(brand.name)).toBeVisible();
    await expect(page.getByText(theirs)).toHaveCount(0);
    const own = await call<Saved[]>(page.request, person, 'GET', 'gambling-links');
    expect(own.map((one) => one.name)).toEqual([name]);
  });

  test('a publisher maintains a flat fee contact', async ({ page }) => {
    await openAs(page, await publisherPerson(page.request), ROUTES.flatFeeContactsAdd.path);
    const name = unique('Ann');
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('button', { name: /^Save / }).click();
    await expectSaved(page);
    await page.goto(`/#${ROUTES.flatFeeContacts.path}`);
    await expect(page.getByRole('article', { name })).toBeVisible();
  });
});

test('a person without Home lands on their first open screen, as the preview tells the admin', async ({ page }) => {
  const person = await newPerson(page.request, 'Exclude All Pages', { includedPaths: ['/tags', '/rules/add'] });
  await page.goto('/#/login?from=%2Fpartners');
  await page.getByRole('button', { name: person.user.name }).click();
  await expect(page).toHaveURL(/#\/tags/);
  await expect(page.getByRole('heading', { name: 'Tags', exact: true })).toBeVisible();
  await page.goto('/#/');
  await expect(page).toHaveURL(/#\/tags/);
  await page.goto('/#/logout');
  await expect(page).toHaveURL(/#\/login/);
  await openAs(page, 'Admin', `/users/${person.user.id}`);
  await page.reload();
  await page.goto(`/#/users/${person.user.id}`);
  await expect(page.getByText(/^First screen: Tags\./)).toBeVisible();
});

test('an admin includes a whole family of screens in one click and is warned about partial families', async ({
  page,
}) => {
  const person = await newPerson(page.request, 'Management');
  await openAs(page, 'Admin', `/users/${person.user.id}`);
  await page.getByRole('combobox', { name: 'Excluded paths' }).fill('Partners');
  await page.getByRole('option', { name: 'Partners', exact: true }).click();
  await expect(page.getByText('/partners is blocked but Add partner and Edit partner are open.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'All of Partners (2 more)' }).click();
  await expect(page.getByText('/partners is blocked')).toHaveCount(0);
  await page.getByRole('button', { name: /^Save / }).click();
  await expectSaved(page);
  const admin = await sessionOf(page.request);
  const saved = await call<{ excludedPaths: string[] }>(page.request, admin, 'GET', `users/${person.user.id}`);
  expect(saved.excludedPaths).toEqual(['/partners', '/partners/add', '/partners/edit/$id']);
});

test('a person who can only add records gets an empty form after saving', async ({ page }) => {
  const person = await newPerson(page.request, 'Exclude All Pages', { includedPaths: ['/tags/add'] });
  await openAs(page, person, '/');
  await expect(page).toHaveURL(/#\/tags\/add/);
  await page.getByRole('textbox', { name: 'Name' }).fill(unique('Tag'));
  await page.getByRole('button', { name: /^Save / }).click();
  await expect(page.getByText('Process successfully completed')).toBeVisible();
  await expect(page).toHaveURL(/#\/tags\/add/);
  await expect(page.getByText('You do not have access to')).toHaveCount(0);
});
