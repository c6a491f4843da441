import { call, openAs, unique } from './support/people.ts';
import { expect, type Page, test } from './support/test.ts';

interface Saved {
  id: number;
  name: string;
}

async function partnerWithDeal(page: Page, session: Awaited<ReturnType<typeof openAs>>, geoId: number): Promise<Saved> {
  return await call<Saved>(page.request, session, 'POST', 'partners', {
    name: unique('Dealer'),
    partnerTypeId: 105,
    status: 'active',
    currency: 'EUR',
    timeZone: 'UTC',
    deals: [
      {
        geoId,
        integrationId: 1,
        dealType: 'CPA',
        dealRevenueType: 'firstDeposit',
        fixedAmount: '80',
        waterfallBlocked: false,
        weight: 3,
      },
    ],
  });
}

/** The columns of every table of deals. */
const DEAL_COLUMNS = [
  'Geo',
  'Integration',
  'Deal Type',
  'Deal Revenue Type',
  'Deal',
  'Lead Cap',
  'Block Waterfall',
  'Weight',
];

test('the deals of a partner begin with the same columns under its row and on its page', async ({ page }) => {
  const session = await openAs(page, 'Operations', '/profile');
  const { id, name } = await partnerWithDeal(page, session, 1);
  await page.goto(`/#/partners?q=${encodeURIComponent(name)}`);
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText(name);
  // The answer waits until the row has said that it is loading.
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(`**/api/partners/${id}/deals`, async (route) => {
    await seen;
    await route.continue();
  });
  await row
    .getByRole('button', { name: /Deals|expand|open/i })
    .first()
    .click();
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
  goOn();
  const nested = page.getByRole('table', { name: 'Deals' });
  await expect(nested.getByRole('cell', { name: 'First deposit' })).toBeVisible();
  const today = ['Leads today', 'State', 'Valid'];
  await expect(nested.getByRole('columnheader')).toHaveText([...DEAL_COLUMNS, ...today]);
  await page.goto(`/#/partners/view/${id}?view=deals`);
  const grid = page.getByRole('grid', { name: 'Deals of this partner' });
  await expect(grid.getByRole('gridcell', { name: 'First deposit' })).toBeVisible();
  await expect(grid.getByRole('columnheader')).toHaveText([...DEAL_COLUMNS, ...today]);
});

test('offers by geo: a geo expands to the deals of all partners', async ({ page }) => {
  const session = await openAs(page, 'Operations', '/profile');
  const { name } = await partnerWithDeal(page, session, 1);
  await page.goto('/#/show-offers');
  await page.getByRole('searchbox', { name: 'Search geo, integration, partner' }).fill(name);
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText(name);
  await row
    .getByRole('button', { name: /Deals|expand|open/i })
    .first()
    .click();
  const deals = page.getByRole('table', { name: 'Deals' });
  await expect(deals.getByRole('columnheader')).toHaveText([...DEAL_COLUMNS, 'Partner', 'Valid']);
  await expect(deals.getByRole('link', { name })).toBeVisible();
});

test('a deal is requested in the marketplace, approved by management, and applies', async ({ page, browser }) => {
  const session = await openAs(page, 'Operations', '/profile');
  const { name } = await partnerWithDeal(page, session, 2);
  await page.goto('/#/marketplace');
  await page.getByRole('searchbox', { name: 'Search geo, product, partner' }).fill(name);
  await page.getByRole('link', { name: 'Request a deal' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add deal proposal' });
  await expect(drawer.getByRole('combobox', { name: 'Partner' })).toHaveValue(name);
  const why = unique('Ask');
  await drawer.getByRole('textbox', { name: 'Reason' }).fill(why);
  await drawer.getByRole('textbox', { name: 'Deal', exact: true }).fill('95');
  await drawer.getByRole('textbox', { name: 'Active from' }).fill('2020-01-01');
  await page.keyboard.press('Escape');
  await drawer.getByRole('button', { name: 'Save deal proposal' }).click();
  await expect(drawer).toBeHidden();
  const row = page.getByRole('row', { name: new RegExp(why) });
  await row.getByText(why).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Save deal proposal' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  const manager = await (await browser.newContext()).newPage();
  await openAs(manager, 'Management', `/deal-approval-form?q=${encodeURIComponent(why)}`);
  const asked = manager.getByRole('row', { name: new RegExp(why) });
  await asked.getByText(why).click();
  await manager.getByRole('dialog', { name: why }).getByRole('button', { name: 'Approve' }).click();
  const dialog = manager.getByRole('dialog', { name: 'Are you sure?' });
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(asked.getByText('Approved')).toBeVisible();
  await manager.context().close();
  await page.goto(`/#/approved-deals?q=${encodeURIComponent(why)}`);
  await expect(row).toBeVisible();
  await page.goto('/#/show-offers');
  await page.getByRole('searchbox', { name: 'Search geo, integration, partner' }).fill(name);
  await expect(page.getByRole('row').nth(1).getByRole('gridcell', { name: '2', exact: true })).toBeVisible();
});

test('the global deal form previews every change, which somebody else approves', async ({ page, browser }) => {
  const session = await openAs(page, 'Management', '/profile');
  const { id, name } = await partnerWithDeal(page, session, 3);
  await page.goto('/#/partners/global-deal-form');
  await page.getByRole('combobox', { name: 'Partners' }).fill(name);
  await page.getByRole('option', { name }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'New value' }).fill('ninety');
  await expect(page.getByText('Field has to be a number.')).toBeVisible();
  await page.getByRole('textbox', { name: 'New value' }).fill('90');
  await page.getByRole('textbox', { name: 'New value' }).blur();
  await page.keyboard.press('Control+z');
  await expect(page.getByText(/input that is not saved, so the keys changed nothing/)).toBeVisible();
  await page.getByRole('button', { name: 'Preview changes' }).click();
  const changes = page.getByRole('table', { name: 'Changes' });
  await expect(changes.getByRole('row').nth(1)).toContainText('90');
  await page.getByRole('button', { name: 'Propose' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('1 change waits for approval.')).toBeVisible();
  const admin = await (await browser.newContext()).newPage();
  await openAs(admin, 'Admin', '/approval');
  await admin.getByRole('grid', { name: 'Waits for approval' }).getByRole('row').filter({ hasText: name }).click();
  const drawer = admin.getByRole('dialog');
  await expect(drawer.getByText('→ 90')).toBeVisible();
  await drawer.getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByText('Approved. The change applies now.')).toBeVisible();
  await admin.context().close();
  const after = await call<{ deals: { fixedAmount: string }[] }>(page.request, session, 'GET', `partners/${id}`);
  expect(Number(after.deals[0]?.fixedAmount)).toBe(90);
});

test('a publisher is assigned to a manager', async ({ page }) => {
  const session = await openAs(page, 'Management', '/profile');
  const publisher = await call<Saved>(page.request, session, 'POST', 'publishers', {
    name: unique('Orphan'),
    status: 'active',
    currency: 'EUR',
  });
  await page.goto('/#/users-management');
  await expect(page.getByRole('region', { name: /without a manager/ }).getByText(publisher.name)).toBeVisible();
  // A manager without publishers, because a long list of them is cut.
  const row = page.getByRole('row', { name: /seo\.user@demo\.invalid/ });
  await row.hover();
  await row.getByRole('button', { name: 'Assign publishers' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Assign' })).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Publishers' }).fill(publisher.name);
  await page.getByRole('option', { name: publisher.name }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByRole('link', { name: publisher.name })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a card expands to the deals of its geo, and a deal is requested from its menu', async ({ page }) => {
    const session = await openAs(page, 'Operations', '/profile');
    const { name } = await partnerWithDeal(page, session, 3);
    await page.goto('/#/show-offers');
    await page.getByRole('searchbox', { name: 'Search geo, integration, partner' }).fill(name);
    const card = page.getByRole('article');
    await expect(card).toHaveCount(1);
    await card.getByRole('button', { name: 'Deals' }).click();
    await expect(card.getByRole('table', { name: 'Deals' }).getByRole('link', { name })).toBeVisible();
    await card.getByRole('button', { name: 'Deals' }).click();
    await expect(card.getByRole('table', { name: 'Deals' })).toBeHidden();

    await page.goto('/#/marketplace');
    await page.getByRole('searchbox', { name: 'Search geo, product, partner' }).fill(name);
    await expect(card.getByText(name)).toBeVisible();
    await card.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Request a deal' }).click();
    const form = page.getByRole('dialog', { name: 'Add deal proposal' });
    await expect(form.getByRole('combobox', { name: 'Partner' })).toHaveValue(name);
  });
});

test('deals are pasted from a sheet, duplicated and copied to other geos, and saved together', async ({ page }) => {
  const session = await openAs(page, 'Operations', '/profile');
  const { id } = await call<Saved>(page.request, session, 'POST', 'partners', {
    name: unique('Pasted'),
    partnerTypeId: 105,
    status: 'active',
    currency: 'EUR',
    timeZone: 'UTC',
    integrations: [1],
  });
  await page.goto(`/#/partners/edit/${id}`);
  await page.getByRole('button', { name: 'Paste deals' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste deals from a spreadsheet' });
  const add = dialog.getByRole('button', { name: /^Add / });
  const rows = dialog.getByRole('textbox', { name: 'Rows' });
  await rows.fill('Geo\tType\tPayout\tCap\nDE, AT\tCPA\t80,50\t40\nXX\tCPA\t1,250\t');
  await expect(dialog.getByRole('row', { name: /DE, AT/ })).toContainText('CPA · €80.50 · cap 40 · weight 1');
  await expect(dialog.getByRole('row', { name: /Refused/ })).toContainText('Unknown geo “XX”.');
  await expect(dialog.getByRole('alert')).toContainText('1 row cannot be read.');
  await expect(add).toBeDisabled();
  await rows.fill('Geo\tType\tPayout\tCap\nDE, AT\tCPA\t80,50\t40');
  await dialog.getByRole('button', { name: 'Add 2 deals to the form' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Duplicate: deal 2' }).click();
  const cap = page.getByRole('textbox', { name: 'Lead Cap, deal 3' });
  await expect(cap).toHaveValue('40');
  await cap.fill('7');
  await page.getByRole('button', { name: 'Copy to other geos: deal 1' }).click();
  const copy = page.getByRole('dialog', { name: 'Copy the deal to other geos' });
  for (const geo of ['Germany', 'Norway', 'Sweden']) {
    await copy.getByRole('combobox', { name: 'Geos' }).fill(geo);
    await page.getByRole('option', { name: geo }).click();
  }
  await page.keyboard.press('Escape');
  await expect(copy.getByRole('status')).toContainText('1 of them already has a deal with this integration');
  await copy.getByRole('button', { name: 'Add 2 deals' }).click();
  // Nothing counts before the partner is saved.
  const before = await call<{ deals: unknown[] }>(page.request, session, 'GET', `partners/${id}`);
  expect(before.deals).toHaveLength(0);
  await page.getByRole('button', { name: 'Save partner' }).click();
  await expect
    .poll(async () => {
      const { deals } = await call<{ deals: Record<string, unknown>[] }>(
        page.request,
        session,
        'GET',
        `partners/${id}`,
      );
      return deals.map(({ geoId, fixedAmount, leadCap }) => [geoId, Number(fixedAmount), leadCap]);
    })
    .toEqual([
      [57, 80.5, 40],
      [167, 80.5, 40],
      [197, 80.5, 40],
      [12, 80.5, 40],
      [12, 80.5, 7],
    ]);
});
