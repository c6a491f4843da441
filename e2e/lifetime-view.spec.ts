import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { openAs } from './support/people.ts';
import { expect, type Page, test } from './support/test.ts';

const table = (page: Page) => page.getByRole('table', { name: /added up$/ });

test('shows the value of players by age, the age of each cohort and the expected values', async ({ page }) => {
  await openAs(page, 'Default User', '/lifetime-view');
  await expect(page.getByRole('img', { name: 'Profit by age' })).toBeVisible();
  const rows = table(page).locator('tbody tr');
  await expect(rows).toHaveCount(12);
  await expect(rows.last().getByRole('rowheader')).toContainText('has just started');
  await expect(rows.first().getByRole('rowheader')).toContainText('11 full months');
  // The current month is marked in every row and never shaded.
  await expect(table(page).locator('tbody td[data-open]')).toHaveCount(12);
  expect(
    await table(page)
      .locator('tbody td[data-open]')
      .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).style.getPropertyValue('--heat'))),
  ).toEqual(Array.from({ length: 12 }, () => '0%'));
  await expect(rows.first().locator('td').nth(1)).toHaveAttribute('title', /visitors, expected .* at this age/);

  await page.getByRole('combobox', { name: 'Metric' }).selectOption('Revenue');
  await page.getByRole('combobox', { name: 'Rows' }).selectOption('By partner');
  await page.getByText('First deposit', { exact: true }).click();
  await expect(page).toHaveURL(/kingstat=11&rows=partner&basis=deposit/);
  await expect(table(page).getByRole('columnheader', { name: 'Partner' })).toBeVisible();
  // After a reload no earlier answer is still shown.
  await page.reload();
  const partner = (await rows.first().getByRole('rowheader').innerText()).split('\n')[0] ?? '';
  await page.goBack();
  await expect(page).not.toHaveURL(/basis=deposit/);
  await page.goForward();
  await expect(rows.first().getByRole('rowheader')).toContainText(partner);
  await page.goBack();
  await expect(page).not.toHaveURL(/basis=deposit/);
});

test('keeps a filter in the link and says when the result is empty', async ({ page }) => {
  await openAs(page, 'Management', '/lifetime-view?filters[browser][0]=Netscape');
  await expect(page.getByText('Nothing to show')).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter Browser' }).click();
  await expect(table(page)).toBeVisible();
});

test('is refused to people without access', async ({ page }) => {
  await openAs(page, 'Seo User', '/lifetime-view');
  await expect(table(page)).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lifetime view' })).toHaveCount(
    0,
  );
});

test('can be scrolled by keyboard when the window becomes narrow', async ({ page }) => {
  await openAs(page, 'Management', '/lifetime-view');
  const box = page.getByRole('region', { name: /added up$/ });
  await expect(table(page).locator('tbody tr')).toHaveCount(12);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(box).toHaveAttribute('tabindex', '0');
  const { violations } = await new AxeBuilder({ page }).withRules(['scrollable-region-focusable']).analyze();
  expect(violations).toEqual([]);
  await box.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => box.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(box).not.toHaveAttribute('tabindex');
});

test('exports its table as shown, as CSV and as a spreadsheet', async ({ page }) => {
  await openAs(page, 'Default User', '/lifetime-view');
  await expect(table(page).locator('tbody tr')).toHaveCount(12);
  const save = async (format: string) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format }).click(),
    ]);
    return { name: download.suggestedFilename(), file: readFileSync(await download.path()) };
  };
  const csv = await save('CSV');
  expect(csv.name).toBe('lifetime-view.csv');
  const lines = csv.file.toString('utf8').trimEnd().split('\r\n');
  expect(lines.slice(1, 3)).toEqual(['Values,"Profit (EUR) per visitor, added up"', 'Counted since,First click']);
  // The head, twelve months and what is expected.
  expect(lines.slice(4)).toHaveLength(14);
  expect(lines[4]).toMatch(/^Month,Visitors,Same month,1 mo later,/);
  const xlsx = await save('Excel (XLSX)');
  expect([xlsx.name, xlsx.file.subarray(0, 2).toString()]).toEqual(['lifetime-view.xlsx', 'PK']);
});
