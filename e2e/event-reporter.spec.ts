import { openAs } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { reloadUntil } from './support/waits.ts';

const MARCH = 'dateRange[start]=2026-03-01&dateRange[end]=2026-03-31';
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
const whole = (text: string | null) => Number((text ?? '').replaceAll(/[^\d]/g, ''));

test('a number in the explorer links to the facts behind it, and both agree', async ({ page }) => {
  await openAs(page, 'Admin', `/stats?tab=global&${MARCH}&kingstat=7`);
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'Paid' });
  const cell = row.getByRole('gridcell').nth(1).getByRole('link');
  const leads = whole(await cell.textContent());
  expect(leads).toBeGreaterThan(0);
  await cell.click();
  await expect(page).toHaveURL(/event-reporter\?.*metric=7/);
  const sums = page.getByRole('status').filter({ hasText: 'facts' });
  await expect(
    sums
      .locator('span')
      .filter({ hasText: /^Leads/ })
      .locator('b'),
  ).toHaveText(new RegExp(`^${leads.toLocaleString('en')}$`));
});

test('opens the details of a fact and the trace of its click', async ({ page }) => {
  await openAs(page, 'Management', `/event-reporter?${MARCH}&kinds[0]=first_deposit`);
  await page.getByRole('grid', { name: 'Facts' }).getByText('first deposit').first().click();
  const drawer = page.getByRole('dialog', { name: 'first deposit' });
  await expect(drawer.getByText('First deposits')).toBeVisible();
  await drawer.getByRole('link', { name: 'Show the trace of this click' }).click();
  await expect(page).toHaveURL(/event-reporter\/support\/click\/search\/[0-9a-f-]{36}/);
  await expect(
    page.getByRole('list', { name: 'Timeline' }).getByRole('button', { name: 'first deposit' }).first(),
  ).toBeVisible();
});

test('shows facts as they happen', async ({ page }) => {
  await openAs(page, 'Admin', '/event-reporter');
  await page.getByRole('button', { name: 'Watch live' }).click();
  await expect(page.getByText(/^Watching\./)).toBeVisible();
  const answer = await page.request.get(`http://127.0.0.1:${process.env.E2E_CLICK_PORT}/box_3200?sub1=live-tail`, {
    maxRedirects: 0,
    headers: { 'user-agent': SAFARI },
  });
  expect(answer.status()).toBe(302);
  await expect(page.getByRole('grid', { name: 'Facts' }).getByText('Visit', { exact: true }).first()).toBeVisible();
});

test('shows what the link of an ad carried and what its visitor agreed to', async ({ page }) => {
  const answer = await page.request.get(
    `http://127.0.0.1:${process.env.E2E_CLICK_PORT}/box_3200?gclid=Cj0-e2e&utm_campaign=autumn&email=ann@example.com&consent=no`,
    { maxRedirects: 0, headers: { 'user-agent': SAFARI } },
  );
  const [id = ''] = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/.exec(answer.headers().location ?? '') ?? [];
  await openAs(page, 'Admin', `/event-reporter/support/click/search/${id}`);
  const visit = page.getByRole('list', { name: 'Timeline' }).getByRole('button', { name: 'Visit' });
  await reloadUntil(page, visit);
  await visit.click();
  const drawer = page.getByRole('dialog', { name: 'Visit' });
  await expect(drawer.getByText('gclid (Google Ads)')).toBeVisible();
  await expect(drawer.getByText('Cj0-e2e')).toBeVisible();
  await expect(drawer.getByText('autumn')).toBeVisible();
  await expect(drawer.getByText('Denied')).toBeVisible();
  await expect(drawer.getByText('(e-mail address)')).toBeVisible();
  await expect(drawer).not.toContainText('ann@example.com');

  await openAs(page, 'Admin', '/event-reporter/support/ad/search/Cj0-e2e');
  await expect(
    page.getByRole('list', { name: 'Timeline' }).getByRole('button', { name: 'Visit' }).first(),
  ).toBeVisible();
});

test('is refused to people without access', async ({ page }) => {
  await openAs(page, 'Seo User', '/event-reporter');
  await expect(page.getByRole('button', { name: 'Watch live' })).toHaveCount(0);
});
