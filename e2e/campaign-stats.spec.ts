import { bytesOf } from './support/files.ts';
import { openAs, unique } from './support/people.ts';
import { expect, type Page, test } from './support/test.ts';

const MARCH = 'dateRange[start]=2026-03-01&dateRange[end]=2026-03-31';
const table = (page: Page) => page.getByRole('grid', { name: 'Campaigns, prelanders, landers and boxes' });
const bodyRows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });

test('shows boxes, campaigns, prelanders and landers in one table, by kind and by name', async ({ page }) => {
  await openAs(page, 'Admin', `/campaign-stats?${MARCH}`);
  await expect(table(page).getByText('Total (deduplicated)')).toBeVisible();
  for (const kind of ['Campaign box', 'Lander', 'Prelander'])
    await expect(table(page).getByRole('gridcell', { name: kind, exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Prelanders', exact: true }).click();
  await expect(page).toHaveURL(/kinds\[0\]=prelander/);
  await expect(table(page).getByRole('gridcell', { name: 'Campaign box', exact: true })).toHaveCount(0);
  await expect(table(page).getByText('Total of these rows')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('quiz');
  await expect(page).toHaveURL(/q=quiz/);
  await expect(bodyRows(page).first().getByText(/Quiz/)).toBeVisible();
  await expect(table(page).getByText(/Story/)).toHaveCount(0);
});

test('saves the query as a named preset whose link opens it again for everyone it is shared with', async ({
  page,
  browser,
}) => {
  const name = unique('Prelanders');
  await openAs(page, 'Admin', `/campaign-stats?${MARCH}&kinds[0]=prelander&excludes[device][0]=desktop&kingstat=6`);
  await expect(bodyRows(page).first()).toBeVisible();
  const first = (await bodyRows(page).first().innerText()).trim();
  await page.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('menuitem', { name: 'Save this preset…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this preset' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByText('Yes', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Save preset' }).click();
  await expect(page).toHaveURL(/#\/campaign-stats\/\d+$/);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  const link = page.url().split('#')[1] ?? '';

  const other = await (await browser.newContext()).newPage();
  await openAs(other, 'Seo User', link);
  await expect(other.getByText(/^Preset of .*, shared with everyone/)).toBeVisible();
  await expect(other.getByText('is not desktop')).toBeVisible();
  await expect(bodyRows(other).first()).toBeVisible();
  // The same numbers, without links to facts this grade cannot see.
  await expect.poll(async () => (await bodyRows(other).first().innerText()).trim()).toBe(first);
  await expect(bodyRows(other).first().getByRole('link')).toHaveCount(0);
  await other.context().close();

  const stranger = await (await browser.newContext()).newPage();
  await openAs(stranger, 'Publisher', link);
  await expect(table(stranger)).toHaveCount(0);
  await stranger.context().close();

  await page.goto('/#/campaign-stats/999999');
  await expect(page.getByText('This preset does not exist')).toBeVisible();
});

test('links rows to their records and numbers to their facts, and exports the table', async ({ page }) => {
  await openAs(page, 'Admin', `/campaign-stats?${MARCH}&kinds[0]=box`);
  const row = bodyRows(page).first();
  await expect(row).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  const csv = (await bytesOf(file)).toString('utf8');
  expect(csv).toContain('Rows,Campaign boxes');
  expect(csv).toContain(`Campaign box,${(await row.getByRole('gridcell').first().innerText()).trim()}`);
  await row.getByRole('link').first().click();
  await expect(page).toHaveURL(/#\/event-reporter\?.*campaign_box/);
  await page.goBack();
  await bodyRows(page).first().getByRole('gridcell').first().click();
  await expect(page).toHaveURL(/#\/campaign-box\/\d+$/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('rows are cards that show their kind', async ({ page }) => {
    await openAs(page, 'Admin', `/campaign-stats?${MARCH}&kinds[0]=lander`);
    await expect(page.getByText('Lander', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('grid')).toHaveCount(0);
  });
});
