import { choose, freeDay, newPerson, openAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('the check of a file is listed among the background jobs of the person who started it, with its result', async ({
  page,
}) => {
  const person = await newPerson(page.request, 'Default User');
  await openAs(page, person, '/background-jobs');
  await expect(page.getByText('Imports, reports and link checks that you start appear here')).toBeVisible();

  await page.goto('/#/gambling-stats/csv-upload');
  await choose(page, 'Partner', 'Best Wallet');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'CSV file' }).click(),
  ]);
  await chooser.setFiles({
    name: 'april.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Date;Country;Signups;FTD;Commission\n${freeDay()};Austria;5;2;100,50\n`),
  });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeVisible();

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Background jobs' }).click();
  const row = page.getByRole('row', { name: /Check april.csv/ });
  await expect(row).toContainText('Done');
  await expect(row).toContainText('1 row');
  await row.click();
  const job = page.getByRole('dialog', { name: 'Check april.csv' });
  await expect(job).toContainText('Import of partner figures');
  await expect(job).toContainText(person.user.name);
  await page.keyboard.press('Escape');
  await expect(job).toBeHidden();
  await expect(page.getByRole('link', { name: 'Services' })).toHaveCount(0);
});

test('an Admin sees the jobs of everybody and which background services work', async ({ page }) => {
  await openAs(page, 'Admin', '/background-jobs');
  await page.getByRole('link', { name: 'All jobs' }).click();
  await expect(page.getByRole('link', { name: 'All jobs' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'Services' }).click();
  await expect(page.getByRole('row', { name: /click log/ })).toContainText('Works');
});
