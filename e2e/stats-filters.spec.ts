import { bytesOf, sheetOf } from './support/files.ts';
import { openAs } from './support/people.ts';
import { expect, type Page, test } from './support/test.ts';

const MARCH = 'dateRange[start]=2026-03-01&dateRange[end]=2026-03-31';
const table = (page: Page) => page.getByRole('grid', { name: 'Global by Category' });

/** The cells of the table without group marks: rows, then totals. */
async function shownRows(page: Page): Promise<string[][]> {
  const rows = await table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
    .all();
  return await Promise.all(
    rows.map(async (row) =>
      (await row.getByRole('gridcell').allInnerTexts()).map((text) =>
        text.trim().replaceAll(',', '').replace('−', '-').replace(' %', '%'),
      ),
    ),
  );
}

async function save(page: Page, format: RegExp): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ]);
  return await bytesOf(file);
}

test('excludes several items, shows it, keeps it in the link and undoes it', async ({ page }) => {
  await openAs(page, 'Admin', `/stats?tab=global&${MARCH}`);
  await expect(table(page).getByText('Paid')).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('option', { name: 'Category' }).click();
  await page.getByText('is not', { exact: true }).click();
  for (const name of ['Paid', 'SEO']) {
    await page.getByRole('combobox', { name: 'is none of' }).click();
    await page.getByRole('option', { name, exact: true }).click();
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/excludes\[category\]\[0\]=51&excludes\[category\]\[1\]=\d+/);
  await expect(table(page).getByText('Paid')).toHaveCount(0);
  await expect(table(page).getByText('SEO')).toHaveCount(0);
  await expect(table(page).getByText('Social')).toBeVisible();
  await page.reload();
  await expect(page.getByText('is not Paid, SEO')).toBeVisible();
  await expect(table(page).getByText('Social')).toBeVisible();
  await expect(table(page).getByText('Paid')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove filter Category' }).click();
  await expect(table(page).getByText('Paid')).toBeVisible();
  await expect(page).not.toHaveURL(/excludes/);
});

test('exports exactly what the screen shows as CSV and XLSX, with the filters named', async ({ page }) => {
  await openAs(
    page,
    'Admin',
    `/stats?tab=global&${MARCH}&excludes[category][0]=51&filters[device][0]=mobile&orderBy=1`,
  );
  await expect(table(page).getByText('Social')).toBeVisible();
  const shown = await shownRows(page);
  expect(shown.length).toBeGreaterThan(3);
  const about = [
    ['Filter: Device is', 'mobile'],
    ['Filter: Category is not', 'Paid'],
  ];

  const csv = (await save(page, /CSV/)).toString('utf8').replace('\uFEFF', '').trimEnd().split('\r\n');
  for (const line of about) expect(csv).toContain(line.join(','));
  const body = csv.slice(csv.indexOf('') + 2).map((line) => line.split(','));
  // On the screen the king stat comes first; the file keeps the order of the columns and has ids beside the names.
  const inFileOrder = ([name = '', king = '', ...rest]: string[]) => {
    rest.splice(2, 0, king);
    return [name, ...rest];
  };
  const named = ([name = '', , ...values]: string[]) => [name, ...values];
  expect(body.slice(0, -1).map(named)).toEqual(shown.slice(0, -1).map(inFileOrder));
  expect(body.at(-1)?.slice(2)).toEqual(inFileOrder(shown.at(-1) ?? []).slice(1));

  const sheet = sheetOf(await save(page, /XLSX/));
  for (const line of about) expect(sheet).toContainEqual(line);
  const cells = sheet.slice(sheet.findIndex((row) => row.length === 0) + 2);
  const asNumber = (text: string) => (text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text));
  // Empty cells are left out of the sheet.
  const filled = body.map((line) => line.filter((cell) => cell !== ''));
  expect(cells.map((row) => row.length)).toEqual(filled.map((line) => line.length));
  cells.forEach((row, at) => {
    row.forEach((value, column) => {
      const inCsv = filled[at]?.[column] ?? '';
      if (Number.isNaN(Number(value))) expect(value).toBe(inCsv);
      else expect(Number(value)).toBeCloseTo(asNumber(inCsv), 2);
    });
  });
});
