import { addDays } from '@signpost/contract/dates/dates.ts';
import { newPerson, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { repeatUntil } from './support/waits.ts';

const today = () => new Date().toISOString().slice(0, 10);
const rangeText = (start: string, end: string) => `From ${start} to ${end}`;

test('the previous period follows dates chosen later', async ({ page }) => {
  const compared: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/statistics/tabs') compared.push(url.searchParams.get('compare[end]') ?? '');
  });
  await openAs(page, 'Admin', '/stats?tab=global&timeZone=UTC&dateRange=yesterday&compare=previousPeriod');
  const button = page.getByRole('button', { name: 'vs previous period' });
  await expect(button).toBeVisible();
  await expect.poll(() => compared.at(-1)).toBe(addDays(today(), -2));
  await page.getByRole('combobox', { name: 'Date range' }).click();
  await page.getByRole('button', { name: 'Last Month' }).click();
  await expect(page).toHaveURL(/dateRange=lastMonth/);
  await expect(button).toBeVisible();
  const firstOfLastMonth = `${addDays(`${today().slice(0, 8)}01`, -1).slice(0, 8)}01`;
  await expect.poll(() => compared.at(-1)).toBe(addDays(firstOfLastMonth, -1));
});

test('a saved view keeps relative dates and comparisons', async ({ page }) => {
  const person = await newPerson(page.request, 'Default User');
  await openAs(page, person, '/stats?tab=seo&dateRange=last7Days&compare=previousPeriod');
  const name = unique('Weekly');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByText(`View “${name}” saved.`)).toBeVisible();
  await openAs(page, person, '/stats?tab=seo');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name }).click();
  await expect(page).toHaveURL(/dateRange=last7Days/);
  await expect(page).toHaveURL(/compare=previousPeriod/);
  const field = page.getByRole('combobox', { name: 'Date range' });
  await expect(field).toHaveValue(rangeText(addDays(today(), -6), today()));
  await field.click();
  await expect(page.getByRole('button', { name: 'Last 7 Days' })).toHaveAttribute('aria-pressed', 'true');
});

test('a range of one’s own is kept in words, and weeks and numbers follow the person', async ({ page }) => {
  const person = await newPerson(page.request, 'Default User');
  await openAs(page, person, '/profile');
  const choose = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field }).click();
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByRole('option', { name: option }).click();
    await saved;
  };
  await choose('Weeks begin on', 'Sunday');
  await choose('Number format', '1.234,56');
  await page.goto('/#/stats?tab=global&timeZone=UTC');
  const field = page.getByRole('combobox', { name: 'Date range' });
  await field.click();
  await page.getByRole('textbox', { name: 'Number' }).fill('3');
  await page.getByRole('combobox', { name: 'Unit' }).selectOption('weeks');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/dateRange=last3Weeks/);
  await expect(field).toHaveValue(rangeText(addDays(today(), -20), today()));
  const total = page.getByRole('grid').getByRole('row').filter({ hasText: 'Total of' });
  await expect(total).toContainText(/\d,\d{2}/);
  await expect(total).not.toContainText(/\d\.\d{2}\b/);
  await field.click();
  await page.getByRole('button', { name: 'This Week' }).click();
  const sunday = addDays(today(), -new Date(`${today()}T00:00:00Z`).getUTCDay());
  await expect(field).toHaveValue(rangeText(sunday, today()));
  await expect(page).toHaveURL(/dateRange=thisWeek/);
  // The field closes once more when the address has changed.
  const firstDay = page.getByRole('dialog', { name: 'Date range' }).locator('thead th:first-child', { hasText: 'Su' });
  await repeatUntil(page, () => field.click(), firstDay);
});

test('an unfinished day is compared up to the same time, and a rising cost is never shown as good news', async ({
  page,
}) => {
  await openAs(
    page,
    'Admin',
    '/stats?tab=global&timeZone=UTC&dateRange=today&compare=previousPeriod&columns[0]=24&columns[1]=1',
  );
  const headline = page.getByRole('region', { name: 'Profit' });
  await expect(headline.getByText(/compared up to \d{4}-\d{2}-\d{2}/)).toBeVisible();
  const total = page.getByRole('grid').getByRole('row').filter({ hasText: 'Total of' });
  await expect(total).toBeVisible();
  const costs = page.getByRole('grid').locator('tr td:nth-child(3) [data-news]');
  await expect.poll(async () => await costs.count()).toBeGreaterThan(0);
  for (const news of await costs.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-news'))))
    expect(news).toBe('neutral');
});
