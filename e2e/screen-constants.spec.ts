import { call, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

test('a wide screen has the mobile layout if its browser says that it is a mobile one', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1024, height: 900 }, userAgent: IPAD });
  const page = await context.newPage();
  await openAs(page, 'Admin', '/partners');
  await expect(page.getByRole('region', { name: 'Partners' }).getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Partners' })).toHaveCount(0);
  await context.close();
});

test('a table that is complete in the browser shows 50 rows a page, sorted by its first column', async ({ page }) => {
  await openAs(page, 'Admin', '/show-offers');
  const rows = page.getByRole('main').getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  // The demo world has more than fifty pairs of a geo and an integration.
  await expect(page.getByText(/^1–50 of \d+ /)).toBeVisible();
  const names = await rows.evaluateAll((all) => all.slice(1).map((row) => row.querySelectorAll('td')[1]?.textContent));
  expect(names).toEqual(
    [...names].sort((one, other) => (one ?? '').localeCompare(other ?? '', 'en', { numeric: true })),
  );
});

test('dialogs are 500 px wide', async ({ page }) => {
  await openAs(page, 'Admin', '/partners');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await expect.poll(async () => Math.round((await dialog.boundingBox())?.width ?? 0)).toBe(500);
});

test('thumbnails are 150 px wide, those of offers 300 px square, and a failed one shows a fallback', async ({
  page,
}) => {
  const session = await openAs(page, 'Admin', '/campaign/add');
  const file = { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') };
  await page.locator('input[type=file]').setInputFiles(file);
  const thumbnail = page.getByRole('img', { name: 'Position 1' });
  await expect.poll(async () => (await thumbnail.boundingBox())?.width).toBe(150);

  const box = await call<{ id: number }>(page.request, session, 'POST', 'campaign-boxes', {
    name: unique('Box'),
    boxKind: 'regular',
    fallbackUrl: 'https://fallback.example/',
  });
  const { id: product } = (await call<{ id: number }[]>(page.request, session, 'GET', 'products'))[0] ?? { id: 0 };
  const offer = await page.context().newPage();
  await offer.goto(`/#/campaign-box/${box.id}/offers/${product}/add`);
  await offer.locator('input[type=file]').setInputFiles(file);
  await expect
    .poll(async () => {
      const size = await offer.getByRole('img', { name: 'Position 1' }).boundingBox();
      return [size?.width, size?.height];
    })
    .toEqual([300, 300]);
  const pictured = await page.context().newPage();
  await pictured.route(/\/images\//, (route) => route.abort());
  const name = 'a'.repeat(32);
  const image = {
    position: 0,
    file: null,
    value: 'x.png',
    path: `/images/${name}.png`,
    small: `/images/small-${name}.png`,
    deleted: false,
  };
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'campaigns', {
    name: unique('Pictured'),
    landerType: 'external_lander',
    targetUrl: 'https://pictured.example/',
    images: [image],
  });
  await pictured.goto(`/#/campaign/edit/${id}`);
  await expect(pictured.getByRole('img', { name: 'This image could not be loaded' })).toBeVisible();
});

test('costs by partner show and export the tags of partners', async ({ page }) => {
  await openAs(page, 'Admin', '/stats?tab=costs&dateRange=last30Days');
  const table = page.getByRole('grid', { name: 'Costs by Traffic source' });
  const heads = async () => (await table.getByRole('columnheader').allInnerTexts()).map((text) => text.split('\n')[0]);
  await expect.poll(heads).toEqual(['Traffic source', 'Visits', 'Media cost']);
  await page.getByRole('button', { name: 'By tag' }).click();
  await expect(page.getByText('This tab shows the category Regulated Crypto as “Crypto Affiliation”.')).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'By partner' }).click();
  await expect(page.getByRole('columnheader', { name: 'Tags' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(Buffer.from(chunk));
  expect(Buffer.concat(chunks).toString('utf8')).toMatch(/^.*Tags/m);
});
