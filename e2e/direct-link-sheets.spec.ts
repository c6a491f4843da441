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
