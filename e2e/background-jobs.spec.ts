import { readFile } from 'node:fs/promises';
import { readChecks } from '@signpost/contract/calls/checks.ts';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { summaryOf } from '@signpost/contract/operations/checks.ts';
import { expectNothingSerious } from './support/axe.ts';
import { call, choose, freeDay, freeHost, newPerson, openAs, unique } from './support/people.ts';
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
    page.getByRole('button', { name: 'Spreadsheet or CSV file' }).click(),
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

test('jobs are found by their state and number, fit the screen, and a missing one says so', async ({ page }) => {
  // The people of the demo world have past jobs of every state.
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, 'Admin', '/background-jobs');
  const table = page.getByRole('grid', { name: 'Background jobs' });
  const failed = table.getByRole('row', { name: /Check best-wallet-october.csv/ });
  await expect(failed).toContainText('Row 14 has a quotation mark');
  await expect(failed).toContainText(/#\d+/);
  await expect(table.getByRole('row', { name: /Import grand-reels-october.csv.*Repeats job #\d+/ })).toBeVisible();
  // Also with the column of owners, the last column ends within the screen.
  await page.getByRole('link', { name: 'All jobs' }).click();
  await expect(table.getByRole('columnheader', { name: 'Started by' })).toBeVisible();
  const last = await table.getByRole('columnheader', { name: 'No.' }).boundingBox();
  expect((last?.x ?? 1440) + (last?.width ?? 0)).toBeLessThan(1440);
  await page.getByRole('link', { name: 'My jobs' }).click();

  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Cancelled' }).click();
  // Until the filter is applied, two rows have this name.
  await expect(table.getByRole('row', { name: /Import grand-reels-october.csv/ })).toHaveCount(1);
  await expect(failed).toHaveCount(0);
  await table.getByRole('row', { name: /Import grand-reels-october.csv/ }).click();
  const job = page.getByRole('dialog');
  await job.getByRole('link', { name: /^Job #\d+/ }).click();
  await expect(job).toContainText('Repeats');
  await expect(job).toContainText('Done');

  await page.goto('/#/background-jobs?run=999999999');
  await expect(page.getByText('There is no job #999999999')).toBeVisible();
  await expect(page.getByText('Nothing was changed')).toHaveCount(0);
});

test('a phone shows the problem and the time of a job', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, 'Admin', '/background-jobs');
  const card = page.getByRole('article', { name: 'Check best-wallet-october.csv' });
  await expect(card).toContainText('Row 14 has a quotation mark');
  await expect(card).toContainText('Due');
});

test('an Admin sees the jobs of everybody and which background services work', async ({ page }) => {
  await openAs(page, 'Admin', '/background-jobs');
  await page.getByRole('link', { name: 'All jobs' }).click();
  await expect(page.getByRole('link', { name: 'All jobs' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'Services' }).click();
  await expect(page.getByRole('row', { name: /click log/ })).toContainText('Works');
});

// A worker that has really ended would hold up the alerts of all other tests, so only its row is put into the answer.
test('an Admin takes a worker out of service that has ended', async ({ page }) => {
  const worker = 'old-machine:/var/lib/signpost';
  let isThere = true;
  await page.route('**/api/runs/services', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const gone = { ...answer.data[0], job: 'click log', worker, isLate: true, isWorkerAlive: false };
    await route.fulfill({ response, json: { ...answer, data: isThere ? [gone, ...answer.data] : answer.data } });
  });
  await page.route('**/api/runs/services/retire', async (route) => {
    expect(route.request().postDataJSON()).toEqual({ worker });
    isThere = false;
    await route.fulfill({ json: { data: null, status: 'SUCCESS', message: '', meta: {} } });
  });
  await openAs(page, 'Admin', '/background-jobs?view=services');
  const row = page.getByRole('row').filter({ hasText: worker });
  await expect(row).toContainText('Stopped');
  await row.hover();
  await row.getByRole('button', { name: 'Take out of service' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take the worker out of service?' });
  await expect(dialog).toContainText(worker);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByText(`${worker} is out of service.`)).toBeVisible();
});

test('an Admin sees what is well and what is not, with what to do about it', async ({ page }) => {
  await openAs(page, 'Admin', '/background-jobs');
  const isChecks = (response: { url(): string }) => response.url().endsWith('/api/checks');
  const [response] = await Promise.all([
    page.waitForResponse(isChecks),
    page.getByRole('link', { name: 'Status', exact: true }).click(),
  ]);
  const { checks } = readChecks.answer.parse((await response.json()).data);
  const postgres = page.getByRole('list', { name: 'PostgreSQL' });
  await expect(postgres.getByRole('listitem').filter({ hasText: 'Connection and version' })).toContainText(
    /Good.*PostgreSQL \d+.* answers/,
  );
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(checks.length);
  await expect(page.getByRole('status').filter({ hasText: summaryOf(checks) })).toBeVisible();
  for (const { message, next } of checks)
    for (const text of [message, ...(next === null ? [] : [next])])
      await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  await expectNothingSerious(page);
  await Promise.all([page.waitForResponse(isChecks), page.getByRole('button', { name: 'Check again' }).click()]);
});

test('people who are not Admins see their own jobs in place of the status, and the call is refused', async ({
  page,
}) => {
  const other = await newPerson(page.request, 'Management');
  const refused = await page.request.get('/api/checks', {
    headers: { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${other.token}` },
  });
  expect(refused.status()).toBe(403);
  await openAs(page, other, '/background-jobs?view=status');
  await expect(page.getByText('Imports, reports and link checks that you start appear here')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Status', exact: true })).toHaveCount(0);
});

test('an Admin sets how long data is kept after a preview, and exports and erases one person', async ({ page }) => {
  const admin = await openAs(page, 'Admin', '/background-jobs?view=protection');
  const kinds = page.getByRole('list', { name: 'How long personal data is kept' });
  const persons = kinds.getByRole('listitem').filter({ hasText: 'Persons behind leads' });
  const days = persons.getByRole('textbox', { name: 'Days to keep: Persons behind leads' });
  await expect(days).toHaveAttribute('placeholder', 'For ever');
  // Nothing in the demo is as old as that.
  await days.fill('3650');
  await expect(persons).toContainText('The next daily run would change 0 leads.');
  await persons.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('This cannot be undone');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(persons).toContainText('Set by');
  await days.fill('');
  await persons.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Persons behind leads: kept for ever.')).toBeVisible();
  await expectNothingSerious(page);

  const site = await call<{ id: number }>(page.request, admin, 'POST', 'websites', { name: freeHost() });
  const { key } = await call<{ key: string }>(page.request, admin, 'PUT', `websites/${site.id}/lead-key`);
  const email = `${unique('ada').replace(' ', '.')}@example.com`;
  const sent = await page.request.post('/api/public/leads', {
    headers: { 'x-site-key': key },
    data: { email, firstName: 'Ada', country: 'AT' },
  });
  expect(sent.status()).toBe(201);
  const search = page.getByRole('textbox', { name: 'E-mail or phone' });
  // A person of the demo world, who is a contact too.
  await search.fill('vera.vogel@mail.example');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText(/^This person is stored in \d leads and 1 contact:$/)).toBeVisible();
  await expect(page.getByText(/^Contact of the partner \w+/)).toBeVisible();
  await search.fill('ada');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText('Enter a complete e-mail address or phone number.')).toBeVisible();
  await search.fill(email);
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText('This person is stored in 1 lead:')).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as JSON' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain(email);
  await page.getByRole('button', { name: 'Erase the person' }).click();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('The person was erased from 1 lead.')).toBeVisible();
  await search.fill(email);
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText('Nothing is stored about a person with this')).toBeVisible();
  await search.fill('0660 7654321');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText('Numbers are stored with their country code')).toBeVisible();
});
