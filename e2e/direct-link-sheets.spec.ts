import { expectNothingSerious } from './support/axe.ts';
import { paste, type } from './support/grid.ts';
import { newPerson, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

const CLICK_HOST = `http://127.0.0.1:${process.env.E2E_CLICK_PORT}`;

test('direct links are pasted into a sheet with a slug twice, mended, made, and lead to their targets', async ({
  page,
}) => {
  const person = await newPerson(page.request, 'Operations');
  const slug = unique('sheet')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
  await openAs(page, person, '/direct-link/add');
  await page.getByRole('link', { name: 'Add many from a spreadsheet' }).click();
  await expect(page.getByRole('heading', { name: 'Add direct link sheet' })).toBeVisible();
  const name = unique('Flyers');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await paste(page, [
    ['Slug', 'Target URL', 'Last day'],
    [`${slug}1`, 'https://one.example/?c={click_id}', '31.12.2099'],
    [`${slug}2`, 'https://two.example/?c={click_id}', ''],
    [`${slug}1`, 'https://three.example/?c={click_id}', ''],
    [`${slug}4`, 'not an address', ''],
  ]);
  const status = page.getByRole('status').filter({ hasText: '4 rows' });
  await expect(status).toContainText('2 problems');
  await expect(status).toContainText('Row 3, slug: Row 1 has the same slug.');
  await expectNothingSerious(page);
  await type(page, 3, 1, `${slug}3`);
  await type(page, 4, 2, 'https://four.example/');
  await expect(status).toContainText('ready');
  await page.getByRole('button', { name: 'Save sheet' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.getByRole('button', { name: 'Make 4 direct links' }).click();
  await expect(page.getByText('4 direct links made. Their links stand in the sheet.')).toBeVisible();
  await expect(page.getByRole('grid')).toContainText(`/d_${slug}3`);
  await expect
    .poll(async () => {
      const answer = await page.request.get(`${CLICK_HOST}/d_${slug}3`, { maxRedirects: 0 });
      return [answer.status(), answer.headers().location?.split('=')[0]];
    })
    .toEqual([302, 'https://three.example/?c']);

  await page.goto('/#/sheets');
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Direct links');
});

test('a person who may not make direct links requests them, and a manager makes them from the list of requests', async ({
  page,
  browser,
}) => {
  const slug = unique('asked')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
  const name = unique('Posters');
  await openAs(page, await newPerson(page.request, 'Seo User'), '/sheets/add?kind=direct');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await paste(page, [
    ['Slug', 'Target URL'],
    [`${slug}1`, 'https://one.example/?c={click_id}'],
    [`${slug}2`, 'https://two.example/?c={click_id}'],
  ]);
  await page.getByRole('button', { name: 'Save sheet' }).click();
  await page.getByRole('button', { name: 'Request 2 direct links' }).click();
  await expect(page.getByText('2 direct links requested.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Make/ })).toHaveCount(0);

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await context.newPage();
  await openAs(other, await newPerson(page.request, 'Operations'), '/unprocessed-requests');
  await other.getByRole('row', { name: new RegExp(name) }).click();
  await other.getByRole('button', { name: 'Make 2 direct links' }).click();
  await expect(other.getByText('2 direct links made. Their links stand in the sheet.')).toBeVisible();
  await context.close();

  await page.reload();
  await expect(page.getByText('Made', { exact: true })).toBeVisible();
  await expect(page.getByRole('grid')).toContainText(`/d_${slug}2`);
});
