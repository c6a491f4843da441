/** Five everyday jobs, each from a screen to what the server has stored, with keys alone. */

import { addDays } from '@signpost/contract/dates/dates.ts';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import type { PostbackSetup } from '@signpost/contract/partners/conversions/postback-setup.ts';
import { call, expectSaved, openAs, unique } from './support/people.ts';
import { expect, type Locator, type Page, test } from './support/test.ts';

const TABS = 60;

/** Presses Tab (or Shift+Tab) until the element has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let pressed = 0; pressed < TABS; pressed++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${TABS} tabs did not reach ${target}.`);
}

/** Types into the field that has the focus and takes the first match. */
async function take(page: Page, field: Locator, text: string, match: string | RegExp): Promise<void> {
  await expect(field).toBeFocused();
  await page.keyboard.type(text);
  await expect(page.getByRole('option', { name: match }).first()).toBeVisible();
  await page.keyboard.press('Enter');
}

/** Runs an entry of the palette by its name. */
async function command(page: Page, text: string, entry = text): Promise<void> {
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('textbox')).toBeFocused();
  await page.keyboard.type(text);
  await expect(palette.getByText(entry, { exact: true })).toBeVisible();
  // Enter opens the marked entry. For a moment, an entry that matched a part of the text may still be marked.
  await expect(palette.locator('[data-selected]')).toContainText(entry);
  await page.keyboard.press('Enter');
  await expect(palette).toHaveCount(0);
}

/** Fails the test if the page gets any event of a mouse, a finger or a pen. */
async function refuseMouse(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const kind of ['pointerdown', 'mousedown', 'touchstart', 'wheel']) {
      document.addEventListener(
        kind,
        () => {
          document.title = 'A mouse was used';
        },
        { capture: true },
      );
    }
  });
}
const expectNoMouse = async (page: Page) => expect(await page.title()).not.toBe('A mouse was used');

interface Deal {
  labels?: Record<string, string>;
  geoId: number;
  fixedAmount: string;
  integrationId: number;
}

test('a partner with two deals is added by keys alone: the second deal is a copy in another geo', async ({ page }) => {
  await refuseMouse(page);
  const session = await openAs(page, 'Admin', '/partners');
  await expect(page.getByRole('grid', { name: 'Partners' })).toBeVisible();
  await page.keyboard.press('n');
  const name = unique('Keyboard partner');
  const field = (label: string) => page.getByRole('combobox', { name: label, exact: true });
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await take(page, field('Type'), 'cas', 'Casino');
  await tabTo(page, field('Integrations'));
  await take(page, field('Integrations'), 'standard', 'Standard postback');
  await tabTo(page, page.getByRole('button', { name: 'Add deal' }));
  await page.keyboard.press('Enter');
  // The cursor is in the new row, and its only possible integration is filled in.
  await take(page, field('Geo, deal 1'), 'germ', /Germany/);
  await expect(field('Integration, deal 1')).toHaveValue('Standard postback');
  await tabTo(page, page.getByRole('textbox', { name: 'Deal, deal 1', exact: true }));
  await page.keyboard.type('120,50');
  await tabTo(page, page.getByRole('button', { name: 'Duplicate: deal 1' }));
  await page.keyboard.press('Enter');
  await tabTo(page, field('Geo, deal 2'));
  await take(page, field('Geo, deal 2'), 'austri', /Austria/);
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  const id = Number(/\d+$/.exec(page.url())?.[0]);
  const { deals } = await call<{ deals: Deal[] }>(page.request, session, 'GET', `partners/${id}`);
  const geos = await call<{ id: number; code: string }[]>(page.request, session, 'GET', 'geos?limit=1000');
  const codeOf = (geoId: number) => geos.find((geo) => geo.id === geoId)?.code;
  expect(deals.map(({ geoId, fixedAmount }) => [codeOf(geoId), Number(fixedAmount)])).toEqual([
    ['DE', 120.5],
    ['AT', 120.5],
  ]);
  await expectNoMouse(page);
});

test('an unknown status is assigned by keys alone, and the other statuses stay unassigned', async ({ page }) => {
  await refuseMouse(page);
  const session = await openAs(page, 'Admin', '/profile');
  const partner = { name: unique('Partner'), partnerTypeId: 105, currency: 'EUR', timeZone: 'UTC' };
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'partners', partner);
  const setUp = await page.request.put(`/api/partners/${id}/postback`, {
    headers: { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${session.token}` },
    data: { protection: 'none' },
  });
  const { key }: PostbackSetup = (await setUp.json()).data;
  const status = unique('lead odd');
  const query = new URLSearchParams({ status, txid: unique('tx').replace(' ', '-') });
  await page.request.get(`http://127.0.0.1:${process.env.E2E_CLICK_PORT}/postback/${key}?${query}`);

  await command(page, 'unassigned statuses', 'Unassigned statuses');
  const row = page.getByRole('grid', { name: 'Unassigned statuses' }).getByRole('row').filter({ hasText: status });
  await expect(row).toBeVisible();
  const active = page.getByRole('grid', { name: 'Unassigned statuses' }).locator('[data-active]');
  await expect
    .poll(
      async () => {
        await page.keyboard.press('j');
        return await active.textContent();
      },
      { intervals: [0] },
    )
    .toContain(status);
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: status });
  const means = drawer.getByRole('combobox', { name: 'Counts as' });
  await tabTo(page, means);
  await take(page, means, 'qualif', 'Qualified lead');
  await tabTo(page, drawer.getByRole('button', { name: 'Assign status' }));
  await page.keyboard.press('Enter');
  await expect(row).toHaveCount(0);
  const mappings = await call<{ partnerId: number; status: string; meaning: string }[]>(
    page.request,
    session,
    'GET',
    `status-mapping-overrides?q=${encodeURIComponent(status)}`,
  );
  expect(mappings).toMatchObject([{ partnerId: id, status, meaning: 'qualified_lead' }]);
  await expectNoMouse(page);
});

test('a manual transaction is entered and reversed by keys alone', async ({ page }) => {
  await refuseMouse(page);
  const session = await openAs(page, 'Management', '/manual-transactions');
  await expect(page.getByRole('searchbox', { name: 'Search manual transactions' })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('combobox', { name: 'Kind' })).toBeFocused();
  await page.keyboard.press('Tab');
  // The first day that statistics can have, in the form of another country, far from the days of other tests.
  const day = addDays('2023-06-01', Math.floor(Math.random() * 28));
  await page.keyboard.type(day.split('-').toReversed().join('.'));
  await tabTo(page, page.getByRole('textbox', { name: 'Amount (EUR)' }));
  await page.keyboard.type('1.250,75');
  await tabTo(page, page.getByRole('combobox', { name: 'Partner' }));
  await take(page, page.getByRole('combobox', { name: 'Partner' }), 'koru', 'Koru Exchange');
  await tabTo(page, page.getByRole('textbox', { name: 'Reason' }));
  const reason = unique('Keyboard bonus');
  await page.keyboard.type(reason);
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/manual-transactions$/);
  const read = async () => {
    const at = `manual-transactions?q=${encodeURIComponent(reason)}`;
    return await call<Record<string, unknown>[]>(page.request, session, 'GET', at);
  };
  const [entry] = await read();
  expect(entry).toMatchObject({ day, currency: 'EUR', entryStatus: 'posted' });
  expect(Number(entry?.amount)).toBe(1250.75);

  await page.keyboard.press('/');
  await page.keyboard.type(reason);
  const row = page.getByRole('grid', { name: 'Manual transactions' }).getByRole('row').nth(1);
  await expect(row).toContainText(reason);
  await tabTo(page, page.getByRole('grid', { name: 'Manual transactions' }));
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog', { name: reason }).getByRole('button', { name: 'Reverse' }));
  await page.keyboard.press('Enter');
  // The cursor is where the reason is asked.
  await expect(page.getByRole('dialog', { name: `Reverse ${reason}` }).getByRole('textbox')).toBeFocused();
  await page.keyboard.type('typed by mistake');
  await page.keyboard.press('Enter');
  await expect(page.getByText('no longer counts. Reason: typed by mistake')).toBeVisible();
  expect(await read()).toMatchObject([{ entryStatus: 'reversed', reversedBecause: 'typed by mistake' }]);
  await expectNoMouse(page);
});

test('an earlier version of a record is restored by keys alone', async ({ page }) => {
  await refuseMouse(page);
  const session = await openAs(page, 'Admin', '/profile');
  const name = unique('Earlier tag');
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'tags', { name, color: 'lime' });
  const later = { version: 1, values: { name: `${name} changed` } };
  await call(page.request, session, 'PATCH', `tags/${id}`, later);
  await command(page, `${name} changed`);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(`${name} changed`);
  // Backwards from the start of the page: the history stands in the bar at its end.
  await tabTo(page, page.getByRole('button', { name: 'History' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Restore version 1' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  expect(await call(page.request, session, 'GET', `tags/${id}`)).toMatchObject({ name, color: 'lime', version: 3 });
  await expectNoMouse(page);
});

test('a tag is added from the palette by keys alone, also when somebody calls it new', async ({ page }) => {
  await refuseMouse(page);
  const session = await openAs(page, 'Admin', '/profile');
  await command(page, 'new tag', 'Add tag');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  const name = unique('Keyboard tag');
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  // A list is passed without being opened, and Enter in it saves.
  await expect(page.getByRole('combobox', { name: 'Colour' })).toBeFocused();
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expectSaved(page);
  const tags = await call<{ name: string; color: string }[]>(
    page.request,
    session,
    'GET',
    `tags?q=${encodeURIComponent(name)}`,
  );
  expect(tags).toMatchObject([{ name, color: 'gray' }]);
  await expectNoMouse(page);
});
