import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import type { SignedIn } from '@signpost/contract/workplace/people/sign-in.ts';
import { call, openAs, unique } from './support/people.ts';
import { expect, type Page, test } from './support/test.ts';

const BEST_WALLET = 820;

const statusOf = async (page: Page, session: SignedIn, path: string): Promise<number> => {
  const headers = { authorization: `Bearer ${session.token}`, [TICKET_HEADER]: TICKET_VALUE };
  return (await page.request.get(`/api/${path}`, { headers })).status();
};

const cents = (text: string | null) => Math.round(Number((text ?? '').replace(/[€,]/g, '').replace('−', '-')) * 100);

test('a partner opens from its list as a page whose revenue minus each cost is its profit', async ({ page }) => {
  await openAs(page, 'Operations', '/partners?q=Best%20Wallet');
  await page.getByRole('grid', { name: 'Partners' }).getByRole('link', { name: 'Best Wallet', exact: true }).click();
  await expect(page).toHaveURL(/partners\/view\/820$/);
  const sum = page.getByLabel('From revenue to profit').locator('dd');
  await expect(sum).toHaveCount(6);
  const [revenue, media, fees, publishers, profit] = (await sum.allTextContents()).map(cents);
  expect(revenue).toBeGreaterThan(0);
  // Each amount is rounded to cents for itself.
  expect(Math.abs(Number(revenue) - Number(media) - Number(fees) - Number(publishers) - Number(profit))).toBeLessThan(
    4,
  );
  await expect(page.getByRole('img', { name: 'Profit over time' })).toBeVisible();

  await page.getByRole('link', { name: 'Transactions', exact: true }).click();
  const transactions = page.getByRole('grid', { name: 'Transactions' });
  await expect(transactions.getByRole('row').nth(1)).toBeVisible();
  await expect(transactions.getByRole('columnheader', { name: 'Partner' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Edit partner' }).click();
  await expect(page.getByRole('button', { name: 'Save partner' })).toBeVisible();
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await crumbs.getByRole('link', { name: 'Best Wallet' }).click();
  await expect(page).toHaveURL(/partners\/view\/820$/);
  await crumbs.getByRole('link', { name: 'Partners' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search partners' })).toBeVisible();
});

test('the page of a partner shows how full each deal is today, and pauses the partner', async ({ page }) => {
  const session = await openAs(page, 'Operations', '/profile');
  const name = unique('Capped');
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'partners', {
    name,
    partnerTypeId: 105,
    currency: 'EUR',
    timeZone: 'UTC',
    integrations: [1],
    deals: [{ geoId: 1, integrationId: 1, dealType: 'CPA', fixedAmount: '80', leadCap: 5, weight: 1 }],
  });
  await page.goto(`/#/partners/view/${id}?view=deals`);
  const deal = page.getByRole('grid', { name: 'Deals of this partner' }).getByRole('row').nth(1);
  await expect(deal).toContainText('0 of 5 today');
  await deal
    .getByRole('spinbutton', { name: /^Lead cap/ })
    .or(deal.getByRole('textbox', { name: /^Lead cap/ }))
    .fill('7');
  // The page reads the partner again only after the switch has been pressed: the cap has made its version an old one.
  const isPartner = new RegExp(`/api/partners/${id}(\\?|$)`);
  const isPressed = Promise.withResolvers<void>();
  await page.route(isPartner, async (route) => {
    if (route.request().method() === 'GET') await isPressed.promise;
    await route.continue();
  });
  const readAgain = page.waitForRequest((one) => one.method() === 'GET' && isPartner.test(one.url()));
  await page.keyboard.press('Enter');
  await readAgain;
  await expect(deal).toContainText('0 of 7 today');
  await expect(deal).toContainText('€80.00');
  await expect(deal).toContainText('Open');
  await page.getByRole('switch', { name: `${name} is active` }).click({ force: true });
  await expect(page.getByRole('switch', { name: `${name} is active` })).toBeDisabled();
  isPressed.resolve();
  await expect(page.getByText(`${name} paused.`)).toBeVisible();
  await page.getByRole('link', { name: 'History', exact: true }).click();
  await expect(page.getByRole('region', { name: 'History' }).getByText('edited this record')).toHaveCount(2);
});

test('documents are a tab of a partner and of a publisher only for people who may list documents', async ({
  page,
  browser,
}) => {
  const session = await openAs(page, 'Operations', `/partners/view/${BEST_WALLET}?view=documents`);
  const parts = page.getByRole('navigation', { name: 'Parts of this partner' });
  await expect(parts.getByRole('link', { name: 'Leads' })).toBeVisible();
  await expect(parts.getByRole('link', { name: 'Documents' })).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: /Search number/ })).toHaveCount(0);
  expect(await statusOf(page, session, `documents?partnerId=${BEST_WALLET}`)).toBe(403);

  const manager = await (await browser.newContext()).newPage();
  const managing = await openAs(manager, 'Management', `/partners/view/${BEST_WALLET}?view=documents`);
  await expect(manager.getByRole('searchbox', { name: /Search number/ })).toBeVisible();
  expect(await statusOf(manager, managing, `documents?partnerId=${BEST_WALLET}`)).toBe(200);
  const [publisher] = await call<{ id: number }[]>(manager.request, managing, 'GET', 'publishers?limit=1');
  await manager.goto(`/#/publisher/view/${publisher?.id}`);
  await manager
    .getByRole('navigation', { name: 'Parts of this publisher' })
    .getByRole('link', { name: 'Documents' })
    .click();
  await expect(manager.getByRole('searchbox', { name: /Search number/ })).toBeVisible();
  await manager.context().close();
});

test('the page of a partner is refused to a grade without partners, and so are its deals', async ({ page }) => {
  const session = await openAs(page, 'Seo User', `/partners/view/${BEST_WALLET}`);
  await expect(page.getByText('You do not have access to Partner')).toBeVisible();
  expect(await statusOf(page, session, `partners/${BEST_WALLET}/deals`)).toBe(403);
});

test('the page of a website shows its profit, its boxes, its domains and its history', async ({ page }) => {
  await openAs(page, 'Management', '/websites?orderBy=name');
  const first = page.getByRole('grid', { name: 'Websites' }).getByRole('row').nth(1).getByRole('link').first();
  const host = await first.innerText();
  await first.click();
  await expect(page).toHaveURL(/websites\/view\/\d+$/);
  await expect(page.getByRole('heading', { name: host })).toBeVisible();
  await expect(page.getByLabel('From revenue to profit').locator('dd')).toHaveCount(6);
  await page.getByRole('link', { name: 'Boxes', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Campaign boxes \(\d+\)/ })).toBeVisible();
  await page.getByRole('link', { name: 'Domains and referrers' }).click();
  await expect(page.getByRole('heading', { name: /^Domains \(\d+\)/ })).toBeVisible();
  await page.getByRole('link', { name: 'History', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await page.getByRole('link', { name: 'Edit website' }).click();
  await expect(page.getByRole('button', { name: 'Save website' })).toBeVisible();
});
