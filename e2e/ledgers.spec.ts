import { readFile } from 'node:fs/promises';
import { addDays } from '@signpost/contract/dates/dates.ts';
import { choose, freeDay, openAs, unique } from './support/people.ts';
import { expect, type Page, test } from './support/test.ts';

const fillDate = async (page: Page, label: string, day: string) => {
  await page.getByRole('textbox', { name: label, exact: true }).fill(day);
  await page.keyboard.press('Escape');
};

const PDF = Buffer.from('%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n');

test('a manual transaction is entered, copied and reversed, but never edited', async ({ page }) => {
  await openAs(page, 'Management', '/manual-transactions');
  await page.getByRole('link', { name: 'Add manual transaction' }).first().click();
  const save = page.getByRole('button', { name: 'Save manual transaction' });
  const reason = unique('Bonus');
  await page.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await page.getByLabel('Amount').fill('12,5,5');
  await page.getByLabel('Amount').blur();
  await expect(save).toBeDisabled();
  await page.getByLabel('Amount').fill('120.50');
  await fillDate(page, 'Day', '2024-05-05');
  await expect(save).toBeDisabled();
  await choose(page, 'Partner', 'Best Wallet');
  const files = page.getByLabel('Add to Attachments');
  await files.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('text') });
  await expect(page.getByText('notes.txt: Attachments have to be PDF, jpeg, jpg or png.')).toBeVisible();
  await files.setInputFiles({ name: 'fake.pdf', mimeType: 'application/pdf', buffer: Buffer.from('text') });
  await expect(page.getByText('fake.pdf: This file is not a PDF.')).toBeVisible();
  await files.setInputFiles({ name: 'Bill 7.pdf', mimeType: 'application/pdf', buffer: PDF });
  await expect(page.getByRole('button', { name: 'Download Bill 7.pdf' })).toBeVisible();
  await save.click();
  await expect(page).toHaveURL(/manual-transactions$/);
  const row = page.getByRole('row', { name: new RegExp(reason) });
  await expect(row.getByText('Posted')).toBeVisible();
  await expect(row.getByRole('img', { name: /Entered afterwards/ })).toBeVisible();
  await row.getByText(reason).click();
  const entry = page.getByRole('dialog');
  const download = page.waitForEvent('download');
  await entry.getByRole('button', { name: 'Download Bill 7.pdf' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Bill 7.pdf');
  expect(await readFile(await file.path())).toEqual(PDF);
  const tab = page.waitForEvent('popup');
  await entry.getByRole('button', { name: 'Open Bill 7.pdf' }).click();
  await (await tab).close();
  await expect(row.getByRole('gridcell').first()).not.toHaveCSS('text-decoration-line', 'line-through');
  // It is reversed where it is read.
  await entry.getByRole('button', { name: 'Reverse' }).click();
  const dialog = page.getByRole('dialog', { name: `Reverse ${reason}` });
  await expect(dialog.getByRole('button', { name: 'Reverse' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('typed by mistake');
  await dialog.getByRole('button', { name: 'Reverse' }).click();
  await expect(page.getByText('no longer counts. Reason: typed by mistake')).toBeVisible();
  await expect(entry.getByRole('button', { name: 'Reverse' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(entry).toBeHidden();
  await expect(row.getByText('Reversed')).toBeVisible();
  await expect(row.getByRole('gridcell').first()).toHaveCSS('text-decoration-line', 'line-through');
  await row.hover();
  await expect(row.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await row.getByRole('link', { name: 'Copy' }).click();
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await expect(amount).toHaveValue(/120\.50?/);
  await amount.fill('121');
  await save.click();
  await expect(page.getByRole('row', { name: new RegExp(reason) })).toHaveCount(2);
});

test('a simple cost is entered beside its list and refused when it ends before it starts', async ({ page }) => {
  await openAs(page, 'Cost User', '/simple-cost');
  await page.getByRole('button', { name: 'Add simple cost' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Add simple cost' });
  await drawer.getByRole('combobox', { name: 'Traffic source' }).fill('AdRiver_DE');
  await page.getByRole('option', { name: 'AdRiver_DE' }).click();
  const day = freeDay();
  await fillDate(page, 'First day', day);
  await fillDate(page, 'Last day', addDays(day, -4));
  await drawer.getByLabel('Amount').fill('300');
  await expect(drawer.getByText('The last day is before the first day.')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Save simple cost' })).toBeDisabled();
  await fillDate(page, 'Last day', addDays(day, 2));
  await drawer.getByRole('button', { name: 'Save simple cost' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('gridcell', { name: `${day} – ${addDays(day, 2)}` })).toBeVisible();
});

test('gambling stats are imported from a CSV with mapped columns and refused rows, and the import is undone', async ({
  page,
}) => {
  await openAs(page, 'Management', '/gambling-stats/csv-upload');
  await choose(page, 'Partner', 'Best Wallet');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Spreadsheet or CSV file' }).click(),
  ]);
  const day = freeDay();
  await chooser.setFiles({
    name: 'march.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Date;Country;Signups;FTD;Commission\n${day};Austria;5;2;100,50\n32.13.2026;Austria;1;1;1\n`),
  });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Registrations' })).toHaveValue('Signups');
  await expect(page.getByText('100,50 → 100.50 · 1')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Decimal mark' })).toHaveValue('Comma: 1.234,50');
  await expect(page.getByText('Detected from the numbers in this file.')).toBeVisible();
  await expect(page.getByText('Not checked yet').first()).toBeVisible();
  await page.getByRole('button', { name: 'Check the file' }).click();
  const refused = page.getByRole('table', { name: 'Refused rows' });
  await expect(refused.getByRole('row')).toHaveCount(2);
  await expect(refused.getByText(/This date does not exist/)).toBeVisible();
  const sums = page.getByRole('table', { name: 'Totals to be counted' });
  await expect(sums).toContainText(`on ${day}`);
  await expect(sums.getByRole('row', { name: /EUR/ })).toContainText('€100.50');
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByText('1 row imported and counted in the statistics.')).toBeVisible();
  await page.getByRole('link', { name: 'Show its rows' }).click();
  await expect(page.getByRole('gridcell', { name: `Best Wallet ${day}` })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Undo import' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('wrong month');
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText(/its rows are reversed and no longer count/)).toBeVisible();
});

test('a file is read below the line that a person chooses, and its rows of one day are added up', async ({ page }) => {
  await openAs(page, 'Management', '/gambling-stats/csv-upload');
  await choose(page, 'Partner', 'Best Wallet');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Spreadsheet or CSV file' }).click(),
  ]);
  const day = freeDay();
  const lines = ['Legend;;', 'Date;FTD;Revenue', ';;', 'Tag;Neukunden;Anteil', `${day};3;100,50`, `${day};1;20,25`];
  await chooser.setFiles({ name: 'odd.csv', mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\n')}\n`) });
  const line = page.getByRole('textbox', { name: 'Line with the columns’ names' });
  await line.fill('99');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText('Line 99 of the file is empty or missing.')).toBeVisible();
  await line.fill('4');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText('columns named in line 4')).toBeVisible();
  await choose(page, 'Day', 'Tag');
  await choose(page, 'First deposits', 'Neukunden');
  await choose(page, 'Revenue', 'Anteil');
  await page.getByRole('radiogroup', { name: 'Add up rows of the same day, geo and source' }).getByText('Yes').click();
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(
    page.getByText('Row 6: This row is added to the first row of the same day, geo and source.'),
  ).toBeVisible();
  await expect(page.getByRole('table', { name: 'Totals to be counted' })).toContainText('€120.75');
  await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeEnabled();
});

test('revenue outside postbacks is entered for a period, and a day of gambling stats by hand', async ({ page }) => {
  await openAs(page, 'Management', '/partners/revenues/add');
  await choose(page, 'Partner', 'Best Wallet');
  const first = freeDay();
  const last = addDays(first, 27);
  await fillDate(page, 'First day', first);
  await fillDate(page, 'Last day', last);
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.fill('much');
  await amount.blur();
  await expect(page.getByRole('button', { name: 'Save partner revenue' })).toBeDisabled();
  await amount.fill('2800');
  await page.getByRole('button', { name: 'Save partner revenue' }).click();
  await expect(page.getByRole('gridcell', { name: `Best Wallet ${first} – ${last}` })).toBeVisible();

  await page.goto('/#/gambling-stats-add');
  await choose(page, 'Partner', 'Best Wallet');
  const day = freeDay();
  await fillDate(page, 'Day', day);
  await page.getByRole('textbox', { name: 'First deposits' }).fill('3');
  await page.getByRole('textbox', { name: /^Revenue/ }).fill('45.50');
  await page.getByRole('button', { name: 'Save gambling stat' }).click();
  await expect(page.getByRole('gridcell', { name: `Best Wallet ${day}` })).toBeVisible();
});

test('an ambiguous amount or day is settled before anything is saved', async ({ page }) => {
  await openAs(page, 'Management', '/manual-transaction/add');
  const amount = page.getByRole('textbox', { name: /^Amount/ });
  for (const [typed, read] of [
    ['1.250,75', '1250.75'],
    ['€1250', '1250'],
    ['(12,50)', '-12.50'],
  ] as const) {
    await amount.fill(typed);
    await expect(page.getByText(`Read as ${read}.`)).toBeVisible();
    await amount.blur();
    await expect(amount).toHaveValue(read);
  }
  await amount.fill('1.250');
  await expect(page.getByText('“1.250” can mean 1250 or 1.25. Type the one you mean.')).toBeVisible();
  await amount.fill('999999999999');
  await amount.blur();
  await expect(amount).toHaveValue('100000000000');
  await expect(page.getByText('Set to the highest value, 100000000000.')).toBeVisible();

  const day = page.getByRole('textbox', { name: 'Day', exact: true });
  await day.fill('22.11.2024');
  await expect(page.getByText('Read as 2024-11-22.')).toBeVisible();
  await day.blur();
  await expect(day).toHaveValue('2024-11-22');
  await day.fill('yesterday');
  await day.blur();
  await expect(day).toHaveValue(addDays(new Date().toISOString().slice(0, 10), -1));
  await day.fill('05/06/2025');
  await expect(page.getByText('“05/06/2025” can mean 2025-06-05 or 2025-05-06. Type the one you mean.')).toBeVisible();
  await day.fill('31.11.2025');
  await day.blur();
  await expect(page.getByText('This date does not exist.')).toBeVisible();
  await expect(day).toHaveValue('31.11.2025');
  await day.fill('2099-01-01');
  await expect(page.getByText(/Enter a day between 2021-01-01 and today/)).toBeVisible();
});
