import type { LinkSettings } from '@signpost/contract/traffic/clicks/link-settings.ts';
import { expectNothingSerious } from './support/axe.ts';
import { bytesOf } from './support/files.ts';
import { paste, type } from './support/grid.ts';
import { call, freeHost, fromMenu, newPerson, openAs, sessionOf, unique } from './support/people.ts';
import { expect, type Page, test } from './support/test.ts';
import { dismissMessages } from './support/waits.ts';

const SHEETS = `http://127.0.0.1:${process.env.E2E_SHEETS_PORT}`;
const CLICK_HOST = `http://127.0.0.1:${process.env.E2E_CLICK_PORT}`;

test('an SEO user pastes 40 rows with three mistakes, mends and requests them; a manager makes all, and the links work', async ({
  page,
  browser,
}) => {
  const admin = await sessionOf(page.request);
  const host = freeHost();
  await call(page.request, admin, 'POST', 'websites', { name: host });
  const campaign = unique('Offer');
  await call(page.request, admin, 'POST', 'campaigns', {
    name: campaign,
    landerType: 'affiliate',
    targetUrl: 'https://target.example/?click={click_id}',
  });
  const seo = await newPerson(page.request, 'Seo User');
  const name = unique('Autumn');
  const rows = Array.from({ length: 40 }, (_, at) => [
    `${name} ${at + 1}`,
    at === 4 ? 'nowhere.example' : host,
    at === 11 ? 'no slash' : `/page-${at + 1}`,
    `keyword ${at + 1}`,
    at === 29 ? 'third' : '1',
    'https://fallback.example/',
    campaign,
  ]);

  await openAs(page, seo, '/sheets/seo-boxes');
  await page
    .getByRole('link', { name: /Add SEO box sheet/ })
    .first()
    .click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await expect(page.getByRole('grid')).toBeVisible();
  await paste(page, [['Name', 'Website', 'Page', 'Keyword', 'Position', 'Fallback link', 'Allocation'], ...rows]);
  const status = page.getByRole('status').filter({ hasText: '40 rows' });
  await expect(status).toContainText('3 problems');
  await expect(status).toContainText('Row 5, website: There is no “nowhere.example”.');
  await expectNothingSerious(page);

  // Nothing that is typed is lost when the sheet is saved with its mistakes.
  await page.getByRole('button', { name: 'Save sheet' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(status).toContainText('3 problems');
  await expect(page.getByRole('button', { name: 'Request 40 boxes' })).toBeDisabled();

  await type(page, 5, 2, host);
  await expect(status).toContainText('2 problems');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(status).toContainText('3 problems');
  await page.getByRole('button', { name: 'Redo' }).click();
  await type(page, 12, 3, '/page-12');
  await page.getByRole('button', { name: 'Go to the next problem' }).click();
  await expect(
    page.getByText('Enter a whole number.').or(page.getByText('Field has to be a number.')).first(),
  ).toBeVisible();
  await page.getByRole('grid').focus();
  await page.keyboard.press('Delete');
  await expect(status).toContainText('ready');
  await page.getByRole('button', { name: 'Request 40 boxes' }).click();
  await expect(page.getByText('40 boxes requested.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take request back' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Make/ })).toHaveCount(0);

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await context.newPage();
  const operations = await newPerson(page.request, 'Operations');
  await openAs(other, operations, '/unprocessed-requests');
  await other.getByRole('row', { name: new RegExp(name) }).click();
  await expect(other.getByRole('heading', { name })).toBeVisible();
  await other.getByRole('button', { name: 'Make 40 boxes' }).click();
  await expect(other.getByText('40 boxes made. Their links stand in the sheet.')).toBeVisible();
  await context.close();

  await page.reload();
  await expect(page.getByText('Made', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const csv = (await bytesOf(await download)).toString('utf8');
  const links = [...csv.matchAll(/\/bs_(\d+)/g)].map(([path]) => path);
  expect(new Set(links).size).toBe(40);
  await expect(page.getByRole('grid')).toContainText(links[0] ?? 'no link');
  await expect
    .poll(async () => {
      const answer = await page.request.get(`${CLICK_HOST}${links[39]}`, { maxRedirects: 0 });
      return [answer.status(), answer.headers().location?.split('=')[0]];
    })
    .toEqual([302, 'https://target.example/?click']);
});

test('a request is read and commented on a phone, and rejected with a reason', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const asks = await newPerson(page.request, 'Operations');
  const name = unique('Phone');
  const { id, rowsVersion } = await call<{ id: number; rowsVersion: number }>(page.request, asks, 'POST', 'sheets', {
    kind: 'campaign',
    name,
    rows: [{ key: crypto.randomUUID(), cells: { name: `${name} box`, fallbackUrl: 'https://fallback.example/' } }],
  });
  await call(page.request, asks, 'POST', `sheets/${id}/request`, { rowsVersion });
  const makes = await newPerson(page.request, 'Management');
  await openAs(page, makes, `/sheets/edit/${id}`);
  await expect(page.getByRole('list', { name: 'Rows' })).toContainText(`${name} box`);
  await page.getByRole('button', { name: 'Comments' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Which placement?');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Which placement?');
  await dismissMessages(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByLabel('Reason').fill('Name the placement.');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('Rejected', { exact: true })).toBeVisible();
  await expect(page.getByText('Name the placement.')).toBeVisible();
  await expectNothingSerious(page);
});

/** Types into the Google sheet as a person there: replaces the text of a cell, by the names of its row and column. */
async function typeInGoogle(page: Page, id: string, row: string, header: string, text: string): Promise<void> {
  const headers = { authorization: 'Bearer a-person' };
  const read = await page.request.post(`${SHEETS}/v4/spreadsheets/${id}:getByDataFilter`, {
    headers,
    data: { dataFilters: [{ gridRange: { sheetId: 0 } }] },
  });
  const answer: { sheets: { data: { rowData: { values: { formattedValue?: string }[] }[] }[] }[] } = await read.json();
  const texts = answer.sheets[0]?.data[0]?.rowData.map(({ values }) => values.map((cell) => cell.formattedValue)) ?? [];
  const rowIndex = texts.findIndex((cells) => cells.includes(row));
  const columnIndex = texts[0]?.indexOf(header) ?? -1;
  const rows = [{ values: [{ userEnteredValue: { stringValue: text } }] }];
  const requests = [
    { updateCells: { start: { sheetId: 0, rowIndex, columnIndex }, rows, fields: 'userEnteredValue' } },
  ];
  const written = await page.request.post(`${SHEETS}/v4/spreadsheets/${id}:batchUpdate`, {
    headers,
    data: { requests },
  });
  expect([written.status(), await written.text()]).toEqual([200, JSON.stringify({ spreadsheetId: id })]);
}

test('a sheet is kept equal with a Google sheet: created, changed on both sides, decided, made, with links in Google', async ({
  page,
}) => {
  const makes = await newPerson(page.request, 'Operations');
  const host = freeHost();
  await call(page.request, await sessionOf(page.request), 'POST', 'websites', { name: host });
  const name = unique('Google');
  const cells = (at: number) => ({
    name: `${name} ${at}`,
    websiteId: host,
    page: `/page-${at}`,
    fallbackUrl: 'https://fallback.example/',
  });
  const { id } = await call<{ id: number }>(page.request, makes, 'POST', 'sheets', {
    kind: 'seo',
    name,
    rows: [1, 2].map((at) => ({ key: crypto.randomUUID(), cells: cells(at) })),
  });
  await openAs(page, makes, `/sheets/edit/${id}`);
  await page.getByRole('button', { name: 'Google Sheets' }).click();
  await page.getByRole('button', { name: 'Create Google sheet' }).click();
  await expect(page.locator('#asked')).toContainText('auth/spreadsheets');
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText('Synced: 2 rows added in Google.')).toBeVisible();
  await dismissMessages(page);
  const line = page.getByRole('region', { name: 'Google sheet' });
  const address = await line.getByRole('link', { name }).getAttribute('href');
  const spreadsheet = address?.split('/')[5] ?? '';
  // The token stays in the memory of the page.
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href]));
  expect(stored).not.toContain('ya29.');

  await typeInGoogle(page, spreadsheet, `${name} 1`, 'Page', '/from-google');
  await typeInGoogle(page, spreadsheet, `${name} 2`, 'Page', '/google-says');
  await type(page, 2, 3, '/we-say');
  await page.request.post(`${SHEETS}/faults`, { data: ['none', 'lose'] });
  await line.getByRole('button', { name: 'Sync', exact: true }).click();
  await expect(page.getByText('1 cell taken from Google, 1 conflict to decide')).toBeVisible();
  await expect(page.getByRole('grid')).toContainText('/from-google');
  const conflicts = page.getByRole('region', { name: 'Conflicts with Google' });
  await expect(conflicts.getByRole('row', { name: /Row 2, page/ })).toContainText('/we-say');
  await expect(conflicts.getByRole('row', { name: /Row 2, page/ })).toContainText('/google-says');
  await expectNothingSerious(page);
  await dismissMessages(page);
  await conflicts.getByRole('radio', { name: /Google, \/google-says/ }).check();
  await conflicts.getByRole('button', { name: 'Apply 1 choice and sync' }).click();
  await expect(page.getByText('Synced. Both sheets were already equal.')).toBeVisible();
  await expect(conflicts).toHaveCount(0);
  await expect(page.getByRole('grid')).toContainText('/google-says');

  await page.getByRole('button', { name: 'Make 2 boxes' }).click();
  await expect(page.getByText('2 links written to Google')).toBeVisible();
});

test('leaving a sheet asks before typed rows are lost, and a pasted column that no box has is named', async ({
  page,
}) => {
  await openAs(page, 'Admin', '/sheets/seo/add');
  await expect(page.getByRole('grid')).toBeVisible();
  await paste(page, [
    ['Name', 'Page', 'Colour'],
    ['Kept row', '/kept', 'red'],
  ]);
  await expect(page.getByText('were left out: Colour.')).toBeVisible();
  await fromMenu(page, 'Admin tools', 'Tags');
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  await dialog.getByRole('button', { name: 'No' }).click();
  await expect(page.getByRole('gridcell', { name: 'Kept row' })).toBeVisible();
  await fromMenu(page, 'Admin tools', 'Tags');
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(/#\/tags/);
});

test('a link of ours that is pasted into a sheet is cut behind its number, and a link of a partner is not', async ({
  page,
}) => {
  const seo = await newPerson(page.request, 'Seo User');
  // Until the hosts of our links are known, none is recognised.
  const known = page.waitForResponse((answer) => answer.url().endsWith('/api/links/settings'));
  await openAs(page, seo, '/sheets/seo/add');
  await expect(page.getByRole('grid')).toBeVisible();
  await known;
  const { shortLinkHosts, clickPort } = await call<LinkSettings>(page.request, seo, 'GET', 'links/settings');
  const own = `https://${shortLinkHosts[0] ?? `${new URL(page.url()).hostname}:${clickPort}`}/box_12`;
  const partner = 'https://partner.example/web_site/box_12?y=1';
  await paste(page, [
    ['Name', 'Fallback link'],
    [unique('Ours'), `${own}/more?y=1`],
    [unique('Theirs'), partner],
  ]);
  await expect(
    page.getByText('Our own links were recognised, and what followed them was cut off: 1 cell.'),
  ).toBeVisible();
  await expect(page.getByRole('gridcell', { name: own, exact: true })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: partner, exact: true })).toBeVisible();
});
