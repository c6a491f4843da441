/** The story of a report: built with a formula and a preview, scheduled, run, and its file has the totals of the screen. */
import { readFile } from 'node:fs/promises';
import { expectNothingSerious } from './support/axe.ts';
import { call, newPerson, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

const DAYS = 'dateRange[start]=2026-10-01&dateRange[end]=2026-10-07&timeZone=UTC';

test('a question of the statistics becomes a scheduled report whose file has the totals of the screen', async ({
  page,
}) => {
  const person = await newPerson(page.request, 'Management');
  await openAs(
    page,
    person,
    `/stats?tab=global&${DAYS}&levels[0][type]=geo&levels[1][type]=device&columns[0]=1&columns[1]=11`,
  );
  await page.getByRole('link', { name: 'Make a report' }).click();
  await expect(page).toHaveURL(/advanced-reporting\/add/);
  const name = unique('Report');
  await page.getByLabel('Name', { exact: false }).first().fill(name);
  await page.getByRole('combobox', { name: 'File', exact: true }).click();
  await page.getByRole('option', { name: 'CSV', exact: true }).click();

  await page.getByRole('button', { name: 'Add a column' }).click();
  await page.getByLabel('Name of column 1').fill('Revenue per visit');
  await page.getByLabel('Formula').fill('revenue / visits + leads');
  await expect(page.getByText('Character 18: An amount of money and a plain number cannot be added.')).toBeVisible();
  await page.getByLabel('Formula').fill('revenue / visits');
  const preview = page.getByRole('region', { name: 'Preview of the report' });
  await expect(preview.getByRole('columnheader', { name: 'Revenue per visit' })).toBeVisible();
  await expect(preview.locator('tfoot td').nth(4)).toHaveText(/^€[\d,]+\.\d\d$/);
  // The tooltip shows the value that the file contains.
  const shown = await preview
    .locator('tfoot td')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title') ?? ''));

  const toggle = page.getByRole('radiogroup', { name: 'Run on a schedule' });
  await toggle.getByText('Yes').click();
  await page.getByRole('combobox', { name: 'Runs' }).click();
  await page.getByRole('option', { name: 'On weekdays' }).click();
  await expect(page.getByText('Every Monday at 08:00, UTC', { exact: false })).toBeVisible();
  await expectNothingSerious(page);
  await page.getByRole('button', { name: 'Save report' }).click();
  await expect(page).toHaveURL(/advanced-reporting(\/edit|$|\?)/);

  const [report] = await call<{ id: number }[]>(page.request, person, 'GET', `reports?q=${encodeURIComponent(name)}`);
  await page.goto(`/#/advanced-reporting/edit/${report?.id}`);
  await expect(page.getByText('Next run:', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Run now' }).click();
  await expect(page).toHaveURL(/advanced-reporting\/download/);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download file' }).click();
  const file = await downloading;
  const text = await readFile(await file.path(), 'utf8');
  const totals = text.split('\r\n').find((line) => line.startsWith('Total of')) ?? '';
  expect(totals.split(',').slice(3)).toEqual(shown.slice(3));
  const screen = await call<{ totals: { stats: Record<string, unknown> } }>(
    page.request,
    person,
    'GET',
    `statistics/tabs?tab=global&${DAYS}&columns[0]=1&columns[1]=11`,
  );
  expect(totals.split(',').slice(3, 5)).toEqual([String(screen.totals.stats['1']), String(screen.totals.stats['11'])]);
  await expectNothingSerious(page);

  await page.getByRole('button', { name: 'Open as Google Sheet' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page).toHaveURL(/advanced-reporting\/download/);
  await expect(page.getByRole('link', { name: `Google sheet “${name},` })).toHaveAttribute('href', /spreadsheets\/d\//);
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href]));
  expect(stored).not.toContain('ya29.');
});

test('on a phone, reports are listed, opened and run', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const person = await newPerson(page.request, 'Management');
  const made = await call<{ id: number }>(page.request, person, 'POST', 'reports', {
    name: unique('Report'),
    visibility: 'own',
    format: 'xlsx',
    definition: { question: { tab: 'global', timeZone: 'UTC', dateRange: 'yesterday', levels: [{ type: 'geo' }] } },
  });
  await openAs(page, person, '/advanced-reporting', 'light');
  await expect(page.getByText('Monday figures by partner and geo').first()).toBeVisible();
  await expectNothingSerious(page);
  await page.goto(`/#/advanced-reporting/edit/${made.id}`);
  await page.getByRole('button', { name: 'Run now' }).click();
  await expect(page.getByRole('button', { name: 'Download file' })).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await expectNothingSerious(page);
});
