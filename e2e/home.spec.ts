import { call, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('lists what needs attention, with links to the filtered lists', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/profile');
  const name = `${unique('host').toLowerCase().replaceAll(' ', '-')}.example`;
  await call(page.request, session, 'POST', 'referrers', { name });
  const needs = page.getByRole('region', { name: 'Needs attention' });
  const line = needs.getByRole('link').filter({ hasText: /referrers? without an? owners?/ });
  // Other tests add referrers at the same time.
  await expect(async () => {
    await page.goto('/#/');
    await page.reload();
    const count = Number((await line.locator('strong').innerText()).replaceAll(',', ''));
    expect(count).toBeGreaterThan(0);
    await line.click();
    await expect(page).toHaveURL(/#\/referrers\?filters\[publisherId\]\[0\]=null/);
    const all = page.getByText(new RegExp(`of ${count.toLocaleString('en')}\\b`)).first();
    await expect(all).toBeVisible({ timeout: 3_000 });
  }).toPass();
});

test('shows the day, its course and the movers, and nothing the viewer may not see', async ({ page }) => {
  await openAs(page, 'Seo User', '/');
  await expect(page.getByRole('link', { name: /today vs yesterday at this hour/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Movers' })).toBeVisible();
  await expect(page.getByRole('link', { name: /unassigned status/ })).toHaveCount(0);
});
