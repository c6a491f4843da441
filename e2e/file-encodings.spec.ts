import { expectNothingSerious } from './support/axe.ts';
import { choose, newPerson, openAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** A file whose text is written with one character a byte. */
const file = (name: string, bytes: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(bytes, 'latin1') });

/** “Źródło;Łódź;Wrocław” in Windows-1250. */
const POLISH = file('polish.csv', 'Data;\x8fr\xf3d\xb3o;FTD\n2026-10-01;\xa3\xf3d\x9f;3\n2026-10-02;Wroc\xb3aw;1\n');
/** “ΧΩΡΑ;ΕΛΛΑΔΑ;ΗΜΕΡΟΜΗΝΙΑ” in Windows-1253. Other encodings have letters that are as likely there. */
const GREEK = file(
  'greek.csv',
  'Slug;Target URL;\xd7\xd9\xd1\xc1\ne;;\xc5\xcb\xcb\xc1\xc4\xc1\ni;;\xc7\xcc\xc5\xd1\xcf\xcc\xc7\xcd\xc9\xc1\n',
);

test('a partner’s file in Windows-1250 is read right, and read again in the encoding that a person chooses', async ({
  page,
}) => {
  await openAs(page, 'Management', '/gambling-stats/csv-upload');
  await choose(page, 'Partner', 'Best Wallet');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Spreadsheet or CSV file' }).click(),
  ]);
  await chooser.setFiles(POLISH);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText('Read as Windows-1250 (Central European).')).toBeVisible();
  const source = page.getByRole('combobox', { name: 'Traffic source' });
  await source.click();
  await expect(page.getByRole('option', { name: 'Źródło' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectNothingSerious(page);
  await choose(page, 'Encoding', 'ISO-8859-2 (Central European)');
  await expect(page.getByText('Read as ISO-8859-2 (Central European).')).toBeVisible();
  await choose(page, 'Encoding', 'Windows-1250 (Central European)');
  await expect(page.getByText('Read as Windows-1250 (Central European).')).toBeVisible();
  const before = page.url();
  await page.reload();
  await expect(page.getByText('Upload the file again to read it in another encoding.')).toBeVisible();
  expect(page.url()).toBe(before);
});

test('the rows of a file whose encoding is not clear are added to a sheet once a person has chosen it', async ({
  page,
}) => {
  await openAs(page, await newPerson(page.request, 'Operations'), '/sheets/add?kind=direct');
  const addFile = async (chosen: ReturnType<typeof file>) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Add rows from a file' }).click(),
    ]);
    await chooser.setFiles(chosen);
  };
  await addFile(GREEK);
  const dialog = page.getByRole('dialog', { name: 'Add rows from greek.csv' });
  await expect(dialog).toContainText('The letters of this file can be read in several ways');
  await expect(dialog.getByRole('button', { name: 'Add rows' })).toBeDisabled();
  await choose(page, 'Encoding', 'Windows-1253 (Greek)');
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('ΗΜΕΡΟΜΗΝΙΑ');
  await expect(dialog).toContainText('Read as Windows-1253 (Greek).');
  await expectNothingSerious(page);
  await dialog.getByRole('button', { name: 'Add rows' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/left out: ΧΩΡΑ/)).toBeVisible();
});

test('the links checker reads a file in the chosen encoding', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, await newPerson(page.request, 'Seo User'), '/links-checker-upload');
  const text =
    '\xd7\xd9\xd1\xc1;Link\n\xc5\xcb\xcb\xc1\xc4\xc1;https://a.example\n\xc7\xcc\xc5\xd1\xcf\xcc\xc7\xcd\xc9\xc1;\n';
  await page.locator('input[type="file"]').setInputFiles(file('links.csv', text));
  await expect(page.getByText(/The letters of this file can be read in several ways/)).toBeVisible();
  await choose(page, 'Encoding', 'Windows-1253 (Greek)');
  await expect(page.getByText('Read as Windows-1253 (Greek).')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('https://a.example');
  await expectNothingSerious(page);
});
