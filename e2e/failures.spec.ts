import { call, freeHost, openAs, sessionOf, unique } from './support/people.ts';
import { expect, type Page, test } from './support/test.ts';
import { dismissMessages, isThere } from './support/waits.ts';

/** Makes a call fail like a server error, until it is released. */
async function broken(page: Page, path: RegExp, method = 'GET'): Promise<() => Promise<void>> {
  const failing = { status: 500, contentType: 'application/json' };
  const body = JSON.stringify({ data: null, status: 'SERVER_ERROR', message: 'Broken', errors: [], meta: {} });
  await page.route(path, (route) =>
    route.request().method() === method ? route.fulfill({ ...failing, body }) : route.fallback(),
  );
  return () => page.unroute(path);
}

const said = (page: Page) => page.getByRole('alert').getByText('Server Error.');

test('the attention panel shows an error instead of nothing when it cannot be loaded', async ({ page }) => {
  const mend = await broken(page, /\/api\/attention$/);
  await openAs(page, 'Admin', '/');
  const panel = page.getByRole('region', { name: 'Needs attention' });
  await expect(panel.getByText('Server Error.')).toBeVisible();
  await mend();
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.getByRole('listitem').first()).toBeVisible();
});

test('a host whose health cannot be loaded is not shown as unchecked', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/profile');
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'domains', { name: freeHost() });
  const mend = await broken(page, /\/api\/host-health\?/);
  await page.goto(`/#/domains/edit/${id}`);
  const panel = page.getByRole('region', { name: 'Health' });
  await expect(panel.getByText('Server Error.')).toBeVisible();
  await expect(panel.getByText('Not checked yet')).toHaveCount(0);
  await mend();
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.getByText('Not checked yet')).toBeVisible();
});

test('a failed save of a view is reported and keeps the input, and replacing a view is announced', async ({ page }) => {
  const name = unique('View');
  await openAs(page, 'Admin', '/partners?q=best');
  const ask = async () => {
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  };
  await ask();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByLabel('Name').fill(name);
  const mend = await broken(page, /\/api\/views$/, 'PUT');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(said(page)).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue(name);
  await mend();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog).toHaveCount(0);
  await ask();
  await dialog.getByLabel('Name').fill(name);
  await expect(dialog.getByText('It will be replaced')).toBeVisible();
  await dialog.getByRole('button', { name: 'Replace view' }).click();
  await expect(dialog).toHaveCount(0);

  // The error of the first failure is still shown; it must not be taken for that of the next one.
  await dismissMessages(page);
  await page.getByRole('button', { name: 'Views' }).click();
  const remove = page.getByRole('button', { name: `Remove view ${name}` });
  const hold = await broken(page, /\/api\/views\/\d+$/, 'DELETE');
  await remove.click();
  await expect(said(page)).toBeVisible();
  await hold();
  await remove.click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`View “${name}” restored.`)).toBeVisible();
});

test('a new lead key needs confirmation and disables the old one, and a failure keeps the old one', async ({
  page,
}) => {
  const session = await openAs(page, 'Admin', '/profile');
  const site = { name: freeHost(), websiteKind: 'parasite' };
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'websites', site);
  await page.goto(`/#/websites/edit/${id}`);
  // Until the panel above has loaded, the button moves, and a click can miss it.
  await expect(page.getByText('Not checked yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Create a key' }).click();
  const shown = page.getByText(/x-site-key/);
  await expect(shown).toBeVisible();
  const keyOf = (text: string | null) => /'x-site-key': '([\w-]+)'/.exec(text ?? '')?.[1] ?? '';
  const old = keyOf(await shown.textContent());
  expect(old).not.toBe('');
  const post = async (key: string) =>
    (
      await page.request.post('/api/public/leads', {
        headers: { 'x-site-key': key },
        data: { email: `${unique('jo').replace(' ', '.')}@example.com`, country: 'AT' },
      })
    ).status();

  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  const ask = () => page.getByRole('button', { name: 'New key' }).click();
  await ask();
  await expect(dialog.getByText('The old key stops working at once')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  expect(keyOf(await shown.textContent())).toBe(old);

  const mend = await broken(page, /\/lead-key$/, 'PUT');
  await ask();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(said(page)).toBeVisible();
  expect(await post(old)).toBe(201);
  await mend();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(shown).not.toContainText(old);
  expect(await post(old)).toBe(403);
  const fresh = keyOf(await shown.textContent());
  expect(await post(fresh)).toBe(201);

  // The key is only shown once.
  await page.reload();
  await expect(page.getByRole('status', { name: 'Lead key' })).toContainText(`ends in ${fresh.slice(-4)}`);
  await expect(shown).not.toContainText(fresh);
});

test('a failed save of the column layout is reported', async ({ page }) => {
  await openAs(page, 'Admin', '/tags');
  const grid = page.getByRole('grid', { name: 'Tags' });
  await expect(grid.getByRole('row').nth(1)).toBeVisible();
  await broken(page, /\/api\/preferences\//, 'PUT');
  await grid.getByRole('columnheader').nth(1).hover();
  await grid
    .getByRole('columnheader')
    .nth(1)
    .getByRole('button', { name: /^Column/ })
    .click();
  await page.getByRole('menuitem', { name: 'Wider' }).click();
  await expect(page.getByText('The column layout could not be saved. Server Error.')).toBeVisible();
});

test('related records and choices show an error instead of nothing when they cannot be loaded', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/profile');
  const publisher = await call<{ id: number; name: string }>(page.request, session, 'POST', 'publishers', {
    name: unique('Publisher'),
    currency: 'EUR',
  });
  const site = { name: freeHost(), websiteKind: 'parasite', publisherId: publisher.id };
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'websites', site);
  const mend = await broken(page, /\/api\/(domains|options\/publishers|metadata\/publishers)(\?|$)/);
  await page.goto(`/#/websites/edit/${id}`);
  const field = page.getByRole('combobox', { name: 'Publisher' });
  await expect(field).toHaveValue(`#${publisher.id}`);
  await field.fill('somebody');
  await expect(page.getByRole('listbox').getByText('Server Error.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto(`/#/websites/view/${id}?view=domains`);
  const domains = page.getByRole('region', { name: /^Domains/ });
  await expect(domains.getByText('Server Error.')).toBeVisible();
  await expect(domains.getByText('(0)')).toHaveCount(0);
  await mend();
  await domains.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Domains (0)' })).toBeVisible();
});

test('a missing network is reported above the screen, which reads again by itself but changes nothing by itself', async ({
  page,
}) => {
  const name = unique('View');
  await openAs(page, 'Admin', '/partners');
  await expect(page.getByRole('grid', { name: 'Partners' }).getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByLabel('Name').fill(name);
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByText('Network error. Please try again.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('searchbox', { name: 'Search partners' }).fill('best');
  await expect(page.getByRole('main').getByText('Network error. Please try again.')).toBeVisible();
  const banner = page.getByRole('status').filter({ hasText: 'You are offline.' });
  await expect(banner).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(1);
  await banner.getByRole('button', { name: 'Reconnect' }).click();
  await expect(banner).toBeVisible();
  await page.context().setOffline(false);
  await expect(banner).toHaveCount(0);
  await expect(page.getByText('Best Wallet').first()).toBeVisible();
  const session = await sessionOf(page.request);
  const views = await call<{ name: string }[]>(page.request, session, 'GET', 'views?screen=partners');
  expect(views.map((view) => view.name)).not.toContain(name);
});

test('a screen whose code is slow shows its own title above a skeleton, never the screen before', async ({ page }) => {
  await openAs(page, 'Admin', '/profile');
  await expect(page.getByRole('region', { name: 'Preferences' })).toBeVisible();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/looker-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/#/looker-wiz');
  await expect(page.getByRole('heading', { name: 'Looker reports', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Preferences' })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('status', { name: /^Loading/ })).toBeVisible();
  release();
  await expect(page.getByRole('main').getByRole('link', { name: 'Manage' })).toBeVisible();
});

test('a screen whose code cannot be loaded says so and appears after a reload', async ({ page }) => {
  await openAs(page, 'Admin', '/profile');
  await expect(page.getByRole('region', { name: 'Preferences' })).toBeVisible();
  await page.route(/\/assets\/looker-[^/]*\.js$/, (route) => route.abort());
  await page.goto('/#/looker-wiz');
  await expect(page.getByText('This screen could not be loaded')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Manage' })).toBeVisible();
});

test('a screen whose code did not arrive while offline appears by itself when the network is back', async ({
  page,
}) => {
  await openAs(page, 'Admin', '/profile');
  await expect(page.getByRole('region', { name: 'Preferences' })).toBeVisible();
  // An earlier test may have left the code in the browser's cache.
  await page.route(/\/assets\/looker-[^/]*\.js$/, (route) => route.abort());
  await page.context().setOffline(true);
  await page.goto('/#/looker-wiz');
  await expect(page.getByText('This screen could not be loaded')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible();
  await page.unrouteAll();
  await page.context().setOffline(false);
  await expect(page.getByRole('main').getByRole('link', { name: 'Manage' })).toBeVisible();
});

test('a link is shown complete or not at all', async ({ page }) => {
  const mend = await broken(page, /\/api\/links\/settings$/);
  await openAs(page, 'Admin', '/partners/edit/820');
  const section = page.getByRole('button', { name: /^Postbacks/ });
  await expect(section).toBeVisible();
  if ((await section.getAttribute('aria-expanded')) === 'false') await section.click();
  const setUp = page.getByRole('button', { name: 'Set up postbacks' });
  if (await isThere(page, setUp, page.getByText('Server Error.'))) await setUp.click();
  await expect(page.getByText('Server Error.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy postback address' })).toHaveCount(0);
  await mend();
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/https?:\/\/.*\/postback\//)).toBeVisible();
});

test('choices come from cached metadata and offer a record that a colleague has just created', async ({ page }) => {
  // The choices of the server are away, so that only metadata can offer them.
  await broken(page, /\/api\/options\//);
  const loaded = page.waitForResponse(/\/metadata\/publishers$/);
  const session = await openAs(page, 'Admin', '/websites/add');
  await loaded;
  const name = unique('Publisher');
  await call(page.request, session, 'POST', 'publishers', { name, currency: 'EUR' });
  await page.getByRole('combobox', { name: 'Publisher' }).fill(name);
  await page.getByRole('option', { name }).click();
  await expect(page.getByRole('combobox', { name: 'Publisher' })).toHaveValue(name);
});

test('a record that does not exist is called so, without a second try and without words about a change', async ({
  page,
}) => {
  await openAs(page, 'Admin', '/templates/defaults/99999999');
  const main = page.getByRole('main');
  await expect(main.getByText('Item not found')).toBeVisible();
  await expect(main.getByText('It may have been deleted, or the address is wrong.')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expect(main.getByText('Nothing was changed')).toHaveCount(0);
});
