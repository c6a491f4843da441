import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { call, fromMenu, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

interface Saved {
  id: number;
  version: number;
  name: string;
}
const partnerOf = (name: string, more: object = {}) => ({
  name,
  partnerTypeId: 105,
  status: 'active',
  currency: 'EUR',
  timeZone: 'UTC',
  ...more,
});

test('adds a partner with a deal, finds it in the list and opens its nested deals', async ({ page }) => {
  const name = unique('Partner');
  await openAs(page, 'Admin', '/partners/add');
  const save = page.getByRole('button', { name: 'Save partner' });
  await expect(save).toBeDisabled();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await expect(save).toBeDisabled();
  await page.getByRole('combobox', { name: 'Type', exact: true }).fill('MBG');
  await page.getByRole('option', { name: 'MBG', exact: true }).click();
  await page.getByRole('button', { name: 'Add deal' }).click();
  const deals = page.getByRole('table', { name: 'Deals' });
  for (const column of [
    'Geo',
    'Integration',
    'Deal Type',
    'Deal Revenue Type',
    'Deal',
    'Lead Cap',
    'Block Waterfall',
    'Weight',
  ])
    await expect(deals.getByRole('columnheader', { name: column, exact: false }).first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Geo, deal 1' }).fill('Austria');
  await page.getByRole('option', { name: 'Austria' }).click();
  await page.getByRole('combobox', { name: 'Integration, deal 1' }).fill('Standard');
  await page.getByRole('option', { name: 'Standard postback' }).click();
  await page.getByLabel('Deal, deal 1').fill('120.50');
  await expect(save).toBeEnabled();
  await save.click();
  await expect(page.getByText('Process successfully completed')).toBeVisible();
  await expect(page).toHaveURL(/partners\/edit\/\d+/);

  await page.goto('/#/partners');
  const pageSize = page.getByRole('combobox', { name: 'Rows per page' });
  await expect(pageSize).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search partners' }).fill(name);
  await expect(page.getByRole('link', { name })).toBeVisible();
  // A few rows fit on the smallest page, so there is no size to choose.
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–1 of 1 partners');
  await expect(pageSize).toHaveCount(0);
  await expect(page).toHaveURL(/q=Partner/);
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: /Deals|expand|open/i })
    .first()
    .click();
  await expect(page.getByRole('table', { name: 'Deals' }).getByText('Austria')).toBeVisible();
});

test('a pasted text that is longer than its field is cut and the field says so', async ({ page }) => {
  await openAs(page, 'Admin', '/partners/add');
  const notes = page.getByRole('textbox', { name: 'Notes' });
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const paste = async (text: string) => {
    await notes.fill(text);
    await notes.press('ControlOrMeta+A');
    await notes.press('ControlOrMeta+C');
    await name.press('ControlOrMeta+A');
    await name.press('ControlOrMeta+V');
  };
  const said = page.getByText('The end was cut: the field holds 120 characters.');
  await paste('x'.repeat(120));
  await expect(name).toHaveValue('x'.repeat(120));
  await expect(said).toHaveCount(0);
  await paste('y'.repeat(190));
  await expect(name).toHaveValue('y'.repeat(120));
  await expect(said).toBeVisible();
  await name.press('Backspace');
  await expect(said).toHaveCount(0);
});

test('shows an error at its field and keeps the input', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/partners');
  const taken = unique('Taken');
  await call(page.request, session, 'POST', 'partners', partnerOf(taken));
  await page.goto('/#/partners/add');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(taken);
  await page.getByLabel('Currency').fill('euro');
  await page.getByLabel('Currency').blur();
  await expect(page.getByText(/currency code|three capital letters/i).first()).toBeVisible();
  await page.getByLabel('Currency').fill('EUR');
  await page.getByRole('combobox', { name: 'Type', exact: true }).fill('MBG');
  await page.getByRole('option', { name: 'MBG', exact: true }).click();
  await page.getByRole('button', { name: 'Save partner' }).click();
  await expect(page.getByText('This value is already in use.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(taken);
  await expect(page.getByRole('button', { name: 'Save partner' })).toBeDisabled();
});

test('asks before unsaved input is left and restores it after a reload', async ({ page }) => {
  await openAs(page, 'Admin', '/partners/add');
  const typed = unique('Unsaved');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(typed);
  await fromMenu(page, 'Campaign boxes', 'Campaign boxes');
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'No' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(typed);
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain(typed);
  page.once('dialog', (leave) => void leave.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Restore draft' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(typed);
});

test('the second of two people who save a record sees the differences, and nothing is overwritten silently', async ({
  page,
  browser,
}) => {
  const session = await openAs(page, 'Admin', '/');
  const name = unique('Shared');
  const { id } = await call<Saved>(page.request, session, 'POST', 'partners', partnerOf(name));
  await page.goto(`/#/partners/edit/${id}`);
  await page.getByRole('textbox', { name: 'Notes' }).fill('what I wrote');

  const other = await (await browser.newContext()).newPage();
  await openAs(other, 'Management', `/partners/edit/${id}`);
  await other.getByRole('button', { name: 'Add contact' }).click();
  await other.getByLabel('Name, contact 1').fill('Their contact');
  await other.getByRole('button', { name: 'Save partner' }).click();
  await expect(other.getByText('Process successfully completed')).toBeVisible();

  await page.getByRole('button', { name: 'Save partner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved this record' });
  await expect(dialog.getByRole('row', { name: /Contacts.*Their contact/ })).toBeVisible();
  await expect(dialog.getByRole('row', { name: /Notes.*what I wrote/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save my choices' }).click();
  await expect(page.getByText('Process successfully completed')).toBeVisible();
  const saved = await call<Record<string, unknown>>(page.request, session, 'GET', `partners/${id}`);
  expect(saved).toMatchObject({ version: 3, notes: 'what I wrote', contacts: [{ name: 'Their contact' }] });
  await other.context().close();
});

test('takes over the version someone else saved and continues from there', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/');
  const { id } = await call<Saved>(page.request, session, 'POST', 'partners', partnerOf(unique('Theirs')));
  await page.goto(`/#/partners/edit/${id}`);
  await page.getByRole('textbox', { name: 'Notes' }).fill('what I wrote');
  await call(page.request, session, 'PATCH', `partners/${id}`, { version: 1, values: { notes: 'what they wrote' } });

  await page.getByRole('button', { name: 'Save partner' }).click();
  await page.getByRole('button', { name: 'Discard my changes' }).click();
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('what they wrote');
  await expect(page.getByText('No changes')).toBeVisible();
  await page.getByRole('textbox', { name: 'Notes' }).fill('what I wrote then');
  await page.getByRole('button', { name: 'Save partner' }).click();
  await expect(page.getByText('Process successfully completed')).toBeVisible();
  const saved = await call<Record<string, unknown>>(page.request, session, 'GET', `partners/${id}`);
  expect(saved).toMatchObject({ version: 3, notes: 'what I wrote then' });
});

test('shows the history of a record and restores an old version', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/');
  const { id, name } = await call<Saved>(
    page.request,
    session,
    'POST',
    'partners',
    partnerOf(unique('History'), { notes: 'first' }),
  );
  await call(page.request, session, 'PATCH', `partners/${id}`, {
    version: 1,
    values: partnerOf(name, { notes: 'second' }),
  });
  await page.goto(`/#/partners/edit/${id}`);
  await page.getByRole('button', { name: 'History' }).click();
  const drawer = page.getByRole('dialog', { name: 'History' });
  await expect(drawer.getByText('first')).toBeVisible();
  await drawer.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('first');
  await page.getByRole('button', { name: 'Save partner' }).click();
  await expect(page.getByText('Process successfully completed')).toBeVisible();
});

test('archives the selected rows and undoes it', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/');
  const mark = unique('Bulk');
  for (const n of [1, 2]) await call(page.request, session, 'POST', 'partners', partnerOf(`${mark} ${n}`));
  await page.goto(`/#/partners?q=${encodeURIComponent(mark)}`);
  await expect(page.getByRole('link', { name: `${mark} 1` })).toBeVisible();
  await page.getByRole('checkbox').first().check();
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('2 partners archived.')).toBeVisible();
  await expect(page.getByText('Nothing to show')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: `${mark} 2` })).toBeVisible();
});

test('filters a list, keeps the filters in the link, saves them as a view and exports the rows', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/');
  const mark = unique('Filter');
  await call(page.request, session, 'POST', 'partners', partnerOf(`${mark} on`));
  await call(page.request, session, 'POST', 'partners', partnerOf(`${mark} off`, { status: 'paused' }));
  await page.goto(`/#/partners?q=${encodeURIComponent(mark)}&filters[status][0]=paused`);
  await expect(page.getByRole('link', { name: `${mark} off` })).toBeVisible();
  await expect(page.getByRole('link', { name: `${mark} on` })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Status is Paused' })).toBeVisible();

  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  const text = await (await file.createReadStream()).toArray().then((chunks) => Buffer.concat(chunks).toString('utf8'));
  expect(text.trim().split('\r\n')).toHaveLength(2);
  expect(text).toContain(`${mark} off`);

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(mark);
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.goto('/#/partners');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: mark }).click();
  await expect(page.getByRole('button', { name: 'Status is Paused' })).toBeVisible();
});

test('builds a box with an even split, a lock, an override and weights that total 100', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/');
  const campaigns: Saved[] = [];
  for (const n of [1, 2, 3])
    campaigns.push(
      await call<Saved>(page.request, session, 'POST', 'campaigns', {
        name: unique(`Campaign ${n}`),
        landerType: n === 1 ? 'offer_lander' : 'affiliate',
        targetUrl: 'https://example.com/?c={click_id}',
      }),
    );
  await page.goto('/#/campaign-box/add');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(unique('Box'));
  await page.getByLabel('Fallback link').fill('https://example.com/fallback');
  for (const { name } of campaigns) {
    await page.getByRole('combobox', { name: 'Add a campaign' }).fill(name);
    await page.getByRole('option', { name }).waitFor();
    await page.keyboard.press('Enter');
    // The field is ready for the next campaign.
    await expect(page.getByRole('combobox', { name: 'Add a campaign' })).toHaveValue('');
    await expect(page.getByRole('combobox', { name: 'Add a campaign' })).toBeFocused();
  }
  const [first, second, third] = campaigns.map(({ name }) => name);
  const weight = (name: string | undefined) => page.getByLabel(`Weight of ${name}`);
  // The campaign added last comes first; the last one in the list takes the remainder.
  await expect(weight(third)).toHaveValue('33');
  await expect(weight(first)).toHaveValue('34');
  await weight(third).fill('50');
  await weight(third).blur();
  await expect(weight(second)).toHaveValue('25');
  await page.getByRole('button', { name: `Lock ${third}` }).click();
  await expect(weight(third)).toBeDisabled();
  await weight(second).fill('10');
  await weight(second).blur();
  await expect(weight(first)).toHaveValue('40');
  const share = page.getByRole('slider', { name: `Share of ${second}` });
  await share.press('ArrowRight');
  await expect(weight(second)).toHaveValue('11');
  await expect(weight(first)).toHaveValue('39');
  await share.press('ArrowLeft');
  await expect(weight(first)).toHaveValue('40');
  await expect(page.getByText('Total 100 of 100')).toBeVisible();
  await expect(page.getByRole('textbox', { name: `CTA label of ${first}` })).toBeVisible();
  await expect(page.getByRole('textbox', { name: `CTA label of ${second}` })).toHaveCount(0);
  await expect(page.getByRole('link', { name: new RegExp(first ?? '') })).toHaveAttribute(
    'href',
    `#/campaign/edit/${campaigns[0]?.id}`,
  );
  await expect(page.getByRole('link', { name: new RegExp(second ?? '') })).toHaveAttribute(
    'href',
    `#/templates/edit/${campaigns[1]?.id}`,
  );
  await page.getByRole('button', { name: 'Save campaign box' }).click();
  await expect(page).toHaveURL(/campaign-box\/edit\/\d+/);
  await page.goto(page.url().replace('/edit/', '/'));
  await expect(page.getByText('50 %')).toBeVisible();
});

test('previews the screens of a person while their access is chosen', async ({ page }) => {
  await openAs(page, 'Admin', '/manual-users/add');
  const preview = page.getByRole('region', { name: 'What they will see' });
  await expect(preview.getByRole('listitem').filter({ hasText: /^Partners/ })).toBeVisible();
  await page.getByRole('combobox', { name: 'Grade' }).fill('Exclude');
  await page.getByRole('option', { name: 'Exclude All Pages' }).click();
  await expect(preview.getByText('No screens except their own profile.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Included paths' }).fill('Partners');
  await page.getByRole('option', { name: 'Partners', exact: true }).click();
  await expect(preview.getByRole('listitem').filter({ hasText: /^Partners/ })).toBeVisible();
  await expect(preview.getByText(/^First screen: Partners\./)).toBeVisible();
});

test('a campaign without remaining weight shows a text instead of its slider', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/');
  const made: Saved[] = [];
  for (const n of [1, 2])
    made.push(
      await call<Saved>(page.request, session, 'POST', 'campaigns', {
        name: unique(`Full ${n}`),
        landerType: 'affiliate',
        targetUrl: 'https://example.com/',
      }),
    );
  const [all, none] = made;
  const box = await call<Saved>(page.request, session, 'POST', 'campaign-boxes', {
    name: unique('Full box'),
    fallbackUrl: 'https://example.com/',
    allocation: [
      { campaignId: all?.id, weight: 100, lock: false, weightOverride: true },
      { campaignId: none?.id, weight: 0, lock: false, weightOverride: true },
    ],
  });
  await page.goto(`/#/campaign-box/edit/${box.id}`);
  await expect(page.getByRole('slider', { name: `Share of ${all?.name}` })).toBeVisible();
  await expect(page.getByText('Percentage is not available')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('filters fill the screen, and the list changes when they are submitted', async ({ page }) => {
    await openAs(page, 'Admin', '/partners');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Filter partners' });
    await expect(dialog.getByRole('button', { name: 'Show partners' })).toBeDisabled();
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(390);
    await dialog.getByRole('combobox', { name: 'Field' }).fill('Status');
    await page.getByRole('option', { name: 'Status', exact: true }).click();
    await dialog.getByRole('combobox', { name: 'Status is any of' }).click();
    await page.getByRole('option', { name: 'Paused' }).click();
    await expect(page).not.toHaveURL(/paused/);
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Show partners' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/paused/);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/paused/);
  });
});

test('a partner with several contacts is found by them, and they appear in the export and the history', async ({
  page,
}) => {
  const session = await openAs(page, 'Admin', '/');
  const [name, person] = [unique('Partner'), unique('Nora')];
  const { id } = await call<Saved>(page.request, session, 'POST', 'partners', partnerOf(name));
  await page.goto(`/#/partners/edit/${id}`);
  const save = page.getByRole('button', { name: 'Save partner' });
  for (const nth of [1, 2]) {
    await page.getByRole('button', { name: 'Add contact' }).click();
    await page.getByLabel(`Name, contact ${nth}`).fill(nth === 1 ? person : 'Second person');
  }
  await page.getByLabel('Role, contact 1').fill('Account manager');
  await page.getByLabel('E-mail, contact 1').fill('no address');
  await page.getByLabel('E-mail, contact 1').blur();
  await expect(page.getByText('Enter an e-mail address.')).toBeVisible();
  await expect(save).toBeDisabled();
  await page.getByLabel('E-mail, contact 1').fill('nora@example.com');
  await page.getByLabel('Phone, contact 1').fill('+356 2123 1000');
  await save.click();
  await expect(page.getByText('Process successfully completed').last()).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('dialog', { name: 'History' }).getByText(new RegExp(`Name ${person}`))).toBeVisible();

  await page.goto('/#/partners');
  await page.getByRole('searchbox', { name: 'Search partners' }).fill(person);
  await expect(page.getByRole('link', { name })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  const csv = await page.request.get(`/api/partners/export?format=csv&ids[]=${id}`, {
    headers: { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${session.token}` },
  });
  expect(await csv.text()).toContain(`"${person}, Account manager, nora@example.com, +356 2123 1000; Second person"`);
});

test('a record is created once when the answer is lost and the form is sent again, changed or not', async ({
  page,
}) => {
  const session = await openAs(page, 'Admin', '/clients/add');
  const name = unique('Client');
  let lost = 0;
  await page.route('**/api/clients', async (route) => {
    if (route.request().method() !== 'POST' || lost >= 2) return route.continue();
    lost += 1;
    // The server saved it, but the browser gets no answer.
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  const save = page.getByRole('button', { name: 'Save client' });
  await save.click();
  await expect(page.getByText('Network error. Please try again.')).toBeVisible();
  await save.click();
  await expect.poll(() => lost).toBe(2);
  await page.getByLabel('Contact e-mail').fill('office@example.com');
  await save.click();
  await expect(page.getByText(/was already saved as you first sent it/)).toBeVisible();
  await save.click();
  await expect(page.getByText('Process successfully completed').last()).toBeVisible();
  const found = await call<Saved[]>(page.request, session, 'GET', `clients?q=${encodeURIComponent(name)}`);
  expect(found).toMatchObject([{ name, version: 2, contactEmail: 'office@example.com' }]);
});

test('a search that was still waiting does not bring the person back to the list they left', async ({ page }) => {
  await openAs(page, 'Admin', '/partners');
  const search = page.getByRole('searchbox', { name: 'Search partners' });
  for (const leave of [
    // The browser changes the address while the page is too busy to follow it.
    () =>
      page.evaluate(() => {
        location.hash = '#/tags/add';
        const until = performance.now() + 400;
        while (performance.now() < until);
      }),
    () => page.getByRole('link', { name: 'Add partner' }).click(),
  ]) {
    await search.fill(unique('Waiting'));
    await leave();
    await expect(page.getByRole('button', { name: /^Save (tag|partner)$/ })).toBeVisible();
    await expect(page).toHaveURL(/#\/(tags|partners)\/add$/);
    await page.goBack();
    await expect(search).toBeVisible();
  }
});
