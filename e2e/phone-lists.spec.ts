import { addDays } from '@signpost/contract/dates/dates.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { call, freeDay, openAs, sessionOf, unique } from './support/people.ts';
import { expect, type Locator, type Page, test } from './support/test.ts';
import { reloadUntil } from './support/waits.ts';

/** The operations lists on a phone: nothing is cut off, row actions are reachable, the form is usable. */
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

interface Case {
  path: string;
  /** The name of the list of cards. */
  list: string;
  /** The labels of the add button and the save button. */
  one?: string;
  /** An action that a row's menu offers. */
  action?: string;
  /** An API path, and a record for it, so that there is a row. */
  made?: [path: string, record: () => Record<string, unknown>];
}

// Days that the statistics of other tests do not cover.
const day = () => ({ day: freeDay(), currency: 'EUR' });
const range = () => {
  const fromDay = freeDay();
  return { fromDay, toDay: addDays(fromDay, 1), currency: 'EUR' };
};
const asked = { validFrom: '2026-03-01', reason: 'asked on a phone' };
const BEST_WALLET = 820;
const campaign = { campaignId: 0, weight: 100, lock: false, weightOverride: false };

const CASES: Case[] = [
  {
    path: ROUTES.manualTransactions.path,
    list: 'Manual transactions',
    one: 'manual transaction',
    action: 'Reverse',
    made: [
      'manual-transactions',
      () => ({ ...day(), partnerId: BEST_WALLET, reason: unique('Bonus'), amount: '12.5' }),
    ],
  },
  {
    path: ROUTES.simpleCost.path,
    list: 'Simple costs',
    one: 'simple cost',
    action: 'Copy',
    made: ['simple-costs', () => ({ ...range(), trafficSourceId: 0, amount: '12.5' })],
  },
  {
    path: ROUTES.partnersRevenues.path,
    list: 'Partner revenues',
    one: 'partner revenue',
    action: 'Reverse',
    made: ['partner-revenues', () => ({ ...range(), partnerId: BEST_WALLET, amount: '25' })],
  },
  {
    path: ROUTES.gamblingStats.path,
    list: 'Gambling stats',
    one: 'gambling stat',
    action: 'Reverse',
    made: ['gambling-stats', () => ({ ...day(), partnerId: BEST_WALLET, revenue: '3' })],
  },
  { path: ROUTES.showOffers.path, list: 'Offers by geo and integration' },
  {
    path: ROUTES.dealApprovalForm.path,
    list: 'Deal proposals',
    one: 'deal proposal',
    action: 'Edit',
    made: [
      'deal-proposals',
      () => ({ partnerId: BEST_WALLET, geoId: 14, integrationId: 1, fixedAmount: '50', ...asked }),
    ],
  },
  { path: ROUTES.approvedDeals.path, list: 'Deal proposals' },
  { path: ROUTES.marketplace.path, list: 'Marketplace' },
  {
    path: ROUTES.referrers.path,
    list: 'Referrers',
    one: 'referrer',
    action: 'Archive',
    made: ['referrers', () => ({ name: `${unique('host').replace(' ', '-')}.example.com` })],
  },
  { path: ROUTES.domains.path, list: 'Domains', one: 'domain', action: 'Archive' },
  { path: ROUTES.websites.path, list: 'Websites', one: 'website', action: 'Archive' },
  { path: ROUTES.affiliateTransactions.path, list: 'Transactions' },
  {
    path: ROUTES.rules.path,
    list: 'Rules',
    one: 'rule',
    action: 'Copy',
    made: ['rules', () => ({ name: unique('Rule'), conditions: { match: 'all', items: [] }, allocation: [campaign] })],
  },
  {
    path: ROUTES.globalRules.path,
    list: 'Global rules',
    one: 'global rule',
    action: 'Archive',
    // Paused, so that it takes no clicks.
    made: [
      'global-rules',
      () => ({
        name: unique('Global'),
        status: 'paused',
        position: 900,
        conditions: { match: 'all', items: [] },
        allocation: [campaign],
      }),
    ],
  },
  { path: ROUTES.seoCampaignBoxes.path, list: 'SEO campaign boxes', one: 'SEO campaign box', action: 'Copy' },
  { path: ROUTES.leadSearch.path, list: 'Leads' },
];

/** Lists elements that overflow or are cut off at the edge of the screen. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    return [...document.querySelectorAll('main *, [role="dialog"] *')]
      .filter((element) => {
        const { right, left, width, height } = element.getBoundingClientRect();
        if (width <= 1 || height <= 1 || getComputedStyle(element).visibility === 'hidden') return false;
        return (right > innerWidth + 1 || left < -1) && !scrolls(element.parentElement);
      })
      .map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`)
      .slice(0, 5);
  });

async function first(page: Page, path: string): Promise<number> {
  const [one] = await call<{ id: number }[]>(
    page.request,
    await sessionOf(page.request),
    'GET',
    `${path}?limit=1&orderBy=id`,
  );
  return one?.id ?? 0;
}

async function make(page: Page, [path, record]: NonNullable<Case['made']>): Promise<void> {
  const body = record();
  if (Array.isArray(body.allocation)) body.allocation = [{ ...campaign, campaignId: await first(page, 'campaigns') }];
  if ('trafficSourceId' in body) body.trafficSourceId = await first(page, 'traffic-sources');
  await call(page.request, await sessionOf(page.request), 'POST', path, body);
}

for (const { path, list, one, action, made } of CASES)
  test(`${path}: shows cards, actions and the form on a phone`, async ({ page }) => {
    await openAs(page, 'Admin', '/profile');
    if (made !== undefined) await make(page, made);
    await page.goto(`/#${path}`);
    const cards = page.getByRole('region', { name: list, exact: true });
    await expect(cards.or(page.getByText('Nothing to show')).first()).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveCount(0);
    expect(await cutOff(page)).toEqual([]);
    if (action !== undefined) {
      const menu = cards.getByRole('article').first().getByRole('button', { name: 'Actions' });
      await expect(menu).toBeInViewport({ ratio: 1 });
      await menu.tap();
      await expect(page.getByRole('menuitem', { name: action })).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Escape');
    }
    if (one === undefined) return;
    const add = page
      .getByRole('link', { name: `Add ${one}` })
      .or(page.getByRole('button', { name: `Add ${one}` }))
      .last();
    await expect(add).toBeInViewport({ ratio: 1 });
    await add.tap();
    const save = page.getByRole('button', { name: `Save ${one}` });
    await expect(save).toBeInViewport({ ratio: 1 });
    const form = page.locator('form').filter({ has: save });
    const field = form.locator('input:not([type="checkbox"]):not([type="radio"]):not([type="file"]):visible').first();
    await expect(field).toBeVisible();
    await expect.poll(async () => (await field.boundingBox())?.width).toBeGreaterThan(120);
    expect(await cutOff(page)).toEqual([]);
  });

test('the form of a template with a test fits the screen, and the table of the test scrolls by itself', async ({
  page,
}) => {
  await openAs(page, 'Admin', '/');
  await page
    .getByRole('region', { name: 'Things to try' })
    .getByRole('link')
    .filter({ hasText: 'Two versions' })
    .click();
  const figures = page.getByRole('region', { name: 'Variants of the test' }).first();
  // In a new demo, the test is evaluated shortly after the start.
  await reloadUntil(page, figures);
  expect(await figures.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('a record’s page names it, and its form opens from the bottom and keeps its buttons in one row', async ({
  page,
}) => {
  const session = await openAs(page, 'Admin', '/');
  const name = unique('Client');
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'clients', { name });
  await page.goto(`/#/clients/view/${id}`);
  // The header has no title; the way to the record names it.
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(name)).toBeVisible();
  const edit = page.getByRole('link', { name: 'Edit client' });
  await expect(edit).toBeInViewport();
  await expect.poll(async () => (await edit.boundingBox())?.y).toBeGreaterThan(700);
  await edit.click();
  const buttons = [page.getByRole('button', { name: 'Save client' }), page.getByRole('link', { name: 'Cancel' })];
  buttons.push(page.getByRole('button', { name: 'Reset' }), page.getByRole('button', { name: 'More' }));
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(name)).toBeVisible();
  const middles = await Promise.all(
    buttons.map(async (button) => {
      const { y = 0, height = 0 } = (await button.boundingBox()) ?? {};
      return Math.round(y + height / 2);
    }),
  );
  expect(new Set(middles).size).toBe(1);
  await buttons[3]?.click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await expect(page.getByRole('dialog', { name: 'History' })).toBeVisible();
});

test.describe('on a narrow tablet or in a browser that says it is mobile', () => {
  test.use({ viewport: { width: 740, height: 1000 }, hasTouch: false, isMobile: false });

  test('shows cards without a title below 768 px, and a table with a title above', async ({ page }) => {
    await openAs(page, 'Admin', '/domains');
    await expect(page.getByRole('region', { name: 'Domains' })).toBeVisible();
    await expect(page.getByRole('grid')).toHaveCount(0);
    const title = page.getByRole('heading', { level: 1, name: 'Domains' });
    // Only screen readers have a title, and nothing else paints its words.
    await expect.poll(async () => (await title.boundingBox())?.width).toBeLessThan(2);
    expect(await paintedIn(page.locator('header'))).not.toContain('Domains');
    await page.setViewportSize({ width: 768, height: 1000 });
    await expect(page.getByRole('grid', { name: 'Domains' })).toBeVisible();
    await expect.poll(() => isWhole(title)).toBe(true);
  });

  test.describe(() => {
    test.use({
      viewport: { width: 1300, height: 900 },
      userAgent:
        'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36',
    });

    test('shows cards without a title at any width to a browser that says it is mobile', async ({ page }) => {
      await openAs(page, 'Admin', '/domains');
      await expect(page.getByRole('region', { name: 'Domains' })).toBeVisible();
      const title = page.getByRole('heading', { level: 1, name: 'Domains' });
      await expect.poll(async () => (await title.boundingBox())?.width).toBeLessThan(2);
      expect(await paintedIn(page.locator('header'))).not.toContain('Domains');
    });
  });

  test('a form on its own page leads back to its list', async ({ page }) => {
    await openAs(page, 'Admin', '/rules/add');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/#\/rules$/);
  });
});

/** The words that an element paints, also by style sheets. */
const paintedIn = (element: Locator): Promise<string> =>
  element.evaluate((root) =>
    [...root.querySelectorAll('*')]
      .filter((one) => one.getBoundingClientRect().width > 1)
      .map((one) => {
        const own = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
        const written = ['::before', '::after'].map((part) => getComputedStyle(one, part).content);
        return [...own.map((node) => node.textContent), ...written].join(' ');
      })
      .join(' '),
  );

/** Whether a text is painted without being cut off. */
const isWhole = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => one.clientWidth > 20 && one.scrollWidth <= one.clientWidth);
