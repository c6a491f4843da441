import { call, expectSaved, newPerson, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('a screen is found in the menu by its name, and a favourite stays on top', async ({ page }) => {
  await openAs(page, 'Admin', '/profile');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('textbox', { name: 'Find a screen' }).fill('traffic');
  await expect(menu.getByRole('link', { name: 'Partners' })).toHaveCount(0);
  await menu.getByRole('textbox', { name: 'Find a screen' }).fill('marketpl');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/marketplace/);
  await expect(menu.getByRole('button', { name: 'Favourites' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Add to favourites' }).click();
  await page.reload();
  await expect(menu.getByRole('button', { name: 'Favourites' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Marketplace' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove from favourites' }).click();
  await expect(menu.getByRole('button', { name: 'Favourites' })).toHaveCount(0);
});

test('the menu keeps the groups as they were left, and opens that of the open screen', async ({ page }) => {
  await openAs(page, 'Admin', '/rules');
  const group = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name });
  const isOpen = async (name: string, open: boolean) =>
    await expect(group(name)).toHaveAttribute('aria-expanded', String(open));
  await isOpen('Reports', true);
  await isOpen('Campaign boxes', true);
  await isOpen('Admin tools', false);
  await group('Reports').click();
  await group('Admin tools').click();
  await page.reload();
  await isOpen('Reports', false);
  await isOpen('Admin tools', true);
  await group('Campaign boxes').click();
  await isOpen('Campaign boxes', false);
  await page.goto('/#/stats?tab=global');
  await isOpen('Reports', true);
  await isOpen('Campaign boxes', false);
  await page.goto('/#/campaign');
  await isOpen('Campaign boxes', true);
  await isOpen('Reports', false);
});

test('the palette opens an exact name first, records by Enter, and offers the last ones again', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/profile');
  const name = unique('Palette publisher');
  await call(page.request, session, 'POST', 'publishers', { name, currency: 'EUR' });
  await expect(page.getByRole('heading', { name: 'Profile' }).first()).toBeVisible();
  const search = page.getByRole('dialog').getByRole('textbox');
  await page.keyboard.press('Control+k');
  await search.fill('add tag');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tags\/add/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const first = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(first).toBeFocused();
  // Also when the code of the screen is there already.
  await page.goto('/#/profile');
  await expect(page.getByRole('heading', { name: 'Profile' }).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await search.fill('add tag');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(first).toBeFocused();

  await page.keyboard.press('Control+k');
  await search.fill(name);
  await expect(page.getByRole('dialog').getByText(name, { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  const record = page.url();

  await page.goto('/#/profile');
  await expect(page.getByRole('heading', { name: 'Profile' }).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByText('Opened before').first()).toBeVisible();
  await expect(search).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(record);
});

test('the palette pauses and edits a record by name, and opens a saved view', async ({ page }) => {
  const person = await newPerson(page.request, 'Management');
  const session = await openAs(page, person, '/profile');
  const name = unique('Palette partner');
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'publishers', { name, currency: 'EUR' });
  const view = unique('My view');
  await call(page.request, session, 'PUT', 'views', {
    screen: 'publishers',
    name: view,
    query: 'q=abc',
    shared: false,
  });
  await expect(page.getByRole('heading', { name: 'Profile' }).first()).toBeVisible();
  const palette = page.getByRole('dialog');
  const run = async (text: string, entry: string) => {
    await page.keyboard.press('Control+k');
    await palette.getByRole('textbox').fill(text);
    await expect(palette.getByText(entry, { exact: true })).toBeVisible();
    await page.keyboard.press('Enter');
  };
  // Typed in two steps, so that the action comes above records that are already shown.
  await page.keyboard.press('Control+k');
  await palette.getByRole('textbox').fill(name);
  await expect(palette.getByText(name, { exact: true })).toBeVisible();
  await palette.getByRole('textbox').fill(`pause ${name}`);
  await expect(palette.getByText(`Pause ${name}`, { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${name} paused.`)).toBeVisible();
  const read = async () => await call<{ status: string }>(page.request, session, 'GET', `publishers/${id}`);
  expect((await read()).status).toBe('paused');
  await run(`activate ${name}`, `Activate ${name}`);
  await expect(page.getByText(`${name} activated.`)).toBeVisible();
  expect((await read()).status).toBe('active');
  await run(`edit ${name}`, `Edit ${name}`);
  await expect(page).toHaveURL(new RegExp(`publisher/edit/${id}`));
  await run(`stats of ${name}`, `Statistics of ${name}`);
  await expect(page).toHaveURL(new RegExp(`stats\\?tab=global.*publisher.*${id}`));
  await run(view, view);
  await expect(page).toHaveURL(/publisher-list\?q=abc/);
});

test('a record that is missing is made from the field that refers to it, and nothing of the form is lost', async ({
  page,
}) => {
  await openAs(page, 'Admin', '/campaign-box/add');
  const name = unique('Box with a new tag');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  const tags = page.getByRole('combobox', { name: 'Tags' });
  const tag = unique('Tag');
  await tags.fill(tag);
  await page.getByRole('option', { name: `+ New tag “${tag}”` }).waitFor();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'New tag' });
  await expect(drawer.getByRole('textbox', { name: 'Name' })).toHaveValue(tag);
  await page.keyboard.press('Control+s');
  await expect(drawer).toHaveCount(0);
  await expect(page.locator('[data-field="tags"]').getByText(tag, { exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);
  // Left without saving, the field stays as it was.
  await page.getByRole('combobox', { name: 'Add a rule' }).fill(unique('Rule'));
  await page.getByRole('option', { name: /^\+ New rule/ }).click();
  await page.getByRole('dialog', { name: 'New rule' }).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Rules of this box' })).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);
  await expect(page.getByRole('combobox', { name: 'Add a rule' })).toBeFocused();
});

test('people who may not make a record are not offered to', async ({ page }) => {
  const person = await newPerson(page.request, 'Default User', { excludedPaths: ['/tags/add'] });
  await openAs(page, person, '/campaign-box/add');
  await page.getByRole('combobox', { name: 'Tags' }).fill(unique('Tag'));
  await expect(page.getByRole('listbox').getByText('Nothing to show')).toBeVisible();
  await expect(page.getByRole('option', { name: /^\+ New/ })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Add a rule' }).fill(unique('Rule'));
  await expect(page.getByRole('option', { name: /^\+ New rule/ })).toBeVisible();
});

test('a record is added by keys alone: n, the first field, the first match by Enter, and Ctrl S', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/domains');
  const website = `${unique('keys').replaceAll(' ', '-').toLowerCase()}.example`;
  await call(page.request, session, 'POST', 'websites', { name: website, websiteKind: 'parasite' });
  await page.goto('/#/campaign-box');
  await expect(page.getByRole('searchbox', { name: 'Search campaign boxes' })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  const name = unique('Typed box');
  await page.keyboard.type(name);
  await page.getByRole('combobox', { name: 'Website' }).focus();
  await page.keyboard.type(website);
  await expect(page.getByRole('option', { name: website })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Website' })).toHaveValue(new RegExp(website));
  await page.getByRole('textbox', { name: 'Fallback link' }).fill('https://example.com/');
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
});

test('? then h opens the page of the guide beside the screen, where links and the search lead on', async ({ page }) => {
  await openAs(page, 'Admin', '/rules');
  await expect(page.getByRole('searchbox', { name: 'Search rules' })).toBeVisible();
  await page.keyboard.press('?');
  await page.keyboard.press('h');
  const guide = page.getByRole('complementary', { name: 'Guide' });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(guide.getByRole('heading', { name: 'Rules', exact: true })).toBeInViewport();
  await expect(page.getByRole('searchbox', { name: 'Search rules' })).toBeVisible();

  const search = guide.getByRole('searchbox', { name: 'Search the guide' });
  await search.fill('lead cap');
  const found = guide.getByRole('list', { name: 'Found in the guide' });
  await found.getByRole('button', { name: /^Glossary › Partners and money/ }).click();
  await guide.getByRole('button', { name: 'lead caps', exact: true }).click();
  await expect(guide.getByRole('heading', { name: 'Lead caps', exact: true })).toBeInViewport();
  await search.fill('zeppelin');
  await expect(guide.getByText('The guide does not mention “zeppelin”.')).toBeVisible();
  await search.fill('');

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('textbox').fill('tags');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/tags/);
  await expect(guide.getByRole('heading', { level: 2 })).toHaveText(/^Records/);
  await search.press('Escape');
  await expect(guide).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Guide' }).click();
  await expect(page.getByRole('dialog', { name: 'Guide' }).getByRole('heading', { name: /^Records: / })).toBeVisible();
});

test('the palette opens what the whole text finds, however early Enter is pressed', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/profile');
  const word = unique('Early').replaceAll(' ', '-');
  const names = [`${word} first`, `${word} second`];
  for (const name of names) await call(page.request, session, 'POST', 'publishers', { name, currency: 'EUR' });
  await expect(page.getByRole('heading', { name: 'Profile' }).first()).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const search = palette.getByRole('textbox');
  await page.keyboard.press('Control+k');
  await search.fill(word);
  for (const name of names) await expect(palette.getByText(name, { exact: true })).toBeVisible();

  // The answer to the whole text comes only after Enter.
  const { promise: entered, resolve: letAnswer } = Promise.withResolvers<void>();
  await page.route(/\/api\/search\?.*second/, async (route) => {
    await entered;
    await route.continue();
  });
  await search.fill(`${word} second`);
  await expect(palette.getByText(`${word} first`, { exact: true })).toHaveCount(0);
  await page.keyboard.press('Enter');
  letAnswer();
  await expect(page.getByRole('heading', { name: `${word} second`, level: 1 })).toBeVisible();

  // Nothing is listed yet when Enter is pressed.
  const other = Promise.withResolvers<void>();
  await page.route(/\/api\/search\?.*first/, async (route) => {
    await other.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await search.fill(`first ${word}`);
  await page.keyboard.press('Enter');
  await expect(palette).toBeVisible();
  other.resolve();
  await expect(page.getByRole('heading', { name: `${word} first`, level: 1 })).toBeVisible();
});
