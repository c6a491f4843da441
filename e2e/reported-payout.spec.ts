import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import type { PostbackSetup } from '@signpost/contract/partners/conversions/postback-setup.ts';
import type { SignedIn } from '@signpost/contract/workplace/people/sign-in.ts';
import { call, openAs, unique } from './support/people.ts';
import { expect, type Page, test } from './support/test.ts';
import { reloadUntil } from './support/waits.ts';

const CLICK_HOST = `http://127.0.0.1:${process.env.E2E_CLICK_PORT}`;
/** A German visitor, as forwarded by a proxy. */
const VISITOR = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
  'x-forwarded-for': '217.0.0.1',
};

/** A click through a box that sends everybody to one place; answers its id. */
async function click(page: Page, session: SignedIn): Promise<string> {
  const made = async (path: string, data: unknown) =>
    (await call<{ id: number }>(page.request, session, 'POST', path, data)).id;
  const name = unique('Payouts');
  const campaignId = await made('campaigns', {
    name,
    landerType: 'external_lander',
    status: 'active',
    targetUrl: 'https://partner.example/join?c={click_id}',
  });
  const boxId = await made('campaign-boxes', {
    name,
    boxKind: 'regular',
    fallbackUrl: 'https://example.com',
    allocation: [{ campaignId, weight: 100 }],
  });
  let location = '';
  await expect
    .poll(async () => {
      const answer = await page.request.get(`${CLICK_HOST}/box_${boxId}`, { maxRedirects: 0, headers: VISITOR });
      location = answer.headers().location ?? '';
      return location;
    })
    .toContain('partner.example');
  return new URL(location).searchParams.get('c') ?? '';
}

async function keyOf(page: Page, session: SignedIn, partnerId: string): Promise<string> {
  const answer = await page.request.put(`/api/partners/${partnerId}/postback`, {
    headers: { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${session.token}` },
    data: { protection: 'none' },
  });
  const setup: PostbackSetup = (await answer.json()).data;
  return setup.key ?? '';
}

async function report(page: Page, key: string, query: Record<string, string>): Promise<void> {
  const answer = await page.request.get(`${CLICK_HOST}/postback/${key}?${new URLSearchParams(query)}`);
  expect(await answer.text()).toBe('ok\n');
}

test('a deal as reported is made in the form of its partner, and pays the payout of a postback', async ({ page }) => {
  const name = unique('As told');
  const session = await openAs(page, 'Admin', '/partners/add');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('combobox', { name: 'Type', exact: true }).fill('MBG');
  await page.getByRole('option', { name: 'MBG', exact: true }).click();
  await page.getByRole('button', { name: 'Add deal' }).click();
  await page.getByRole('combobox', { name: 'Geo, deal 1' }).fill('Germany');
  await page.getByRole('option', { name: 'Germany' }).click();
  await page.getByRole('combobox', { name: 'Integration, deal 1' }).fill('Standard');
  await page.getByRole('option', { name: 'Standard postback' }).click();
  const amount = page.getByLabel('Deal, deal 1');
  await expect(amount).toBeVisible();
  const help = page.getByText('As reported: pays the payout of each report.');
  await expect(help).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Deal Type, deal 1' }).click();
  await page.getByRole('option', { name: 'As reported' }).click();
  await expect(amount).toHaveCount(0);
  await expect(help).toBeVisible();
  await page.getByRole('button', { name: 'Save partner' }).click();
  await expect(page).toHaveURL(/partners\/edit\/\d+/);
  const partnerId = /edit\/(\d+)/.exec(page.url())?.[1] ?? '';

  const key = await keyOf(page, session, partnerId);
  const clickId = await click(page, session);
  const txid = unique('tx').replace(' ', '-');
  await report(page, key, { click_id: clickId, status: 'first_deposit', txid, amount: '200', payout: '42.50' });
  await page.goto(`/#/affiliate-transactions?q=${txid}`);
  const grid = page.getByRole('grid', { name: 'Transactions' });
  await reloadUntil(page, grid.getByText('Matched', { exact: true }));
  await grid.getByText(txid).click();
  const drawer = page.getByRole('dialog', { name: txid });
  await expect(drawer.getByText('As reported by the deal: 42.5 EUR.').first()).toBeVisible();
  await expect(drawer.getByText('€42.50').first()).toBeVisible();
  await expect(drawer.getByText('Reported payout')).toBeVisible();

  await page.goto(`/#/partners/view/${partnerId}?view=deals`);
  const deals = page
    .getByRole('grid', { name: 'Deals of this partner' })
    .getByRole('row')
    .filter({ hasText: 'Germany' });
  await expect(deals.getByText('As reported').first()).toBeVisible();
});

test('a payout that differs from the deal is listed, and nothing else changes', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/');
  const name = unique('Other payout');
  const geos = await call<{ id: number; code: string }[]>(page.request, session, 'GET', 'geos?q=Germany');
  const geoId = geos.find(({ code }) => code.toUpperCase() === 'DE')?.id;
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'partners', {
    name,
    partnerTypeId: 105,
    currency: 'EUR',
    timeZone: 'UTC',
    deals: [{ geoId, integrationId: 1, dealType: 'CPA', dealRevenueType: 'firstDeposit', fixedAmount: '100' }],
  });
  const key = await keyOf(page, session, String(id));
  const txid = unique('tx').replace(' ', '-');
  const clickId = await click(page, session);
  await report(page, key, { click_id: clickId, status: 'first_deposit', txid, payout: '90', currency: 'EUR' });
  await page.goto('/#/affiliate-transactions?view=payouts');
  const row = page
    .getByRole('grid', { name: 'Payouts that differ from the deal' })
    .getByRole('row')
    .filter({ hasText: name });
  await reloadUntil(page, row);
  await expect(row.getByText(/^CPA deal #\d+, Germany$/)).toBeVisible();
  await expect(row.getByText('€90.00')).toBeVisible();
  await expect(row.getByText('€100.00')).toBeVisible();
  await row.getByRole('link', { name: '1', exact: true }).click();
  const transactions = page.getByRole('grid', { name: 'Transactions' });
  await expect(transactions.getByText(txid)).toBeVisible();
  await expect(transactions.getByRole('gridcell', { name: '100.00', exact: true })).toBeVisible();
});
