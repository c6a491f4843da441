import { call, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { reloadUntil } from './support/waits.ts';

const CLICK_PORT = process.env.E2E_CLICK_PORT;
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

test('an unknown link is listed with its visits, and its visitors go where the domain says from then on', async ({
  page,
}) => {
  const session = await openAs(page, 'Admin', '/profile');
  const slug = unique('gone').toLowerCase().replaceAll(' ', '-');
  const host = `${slug}.example`;
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'domains', {
    name: host,
    rootUrl: 'https://home.example/',
  });
  const openPath = (path: string) =>
    page.request.get(`http://127.0.0.1:${CLICK_PORT}${path}`, {
      headers: { host, 'user-agent': DESKTOP },
      maxRedirects: 0,
    });
  const open = () => openPath(`/d_${slug}?source=mail`);
  // The router knows the domain a moment later.
  await expect.poll(async () => (await openPath('/')).headers().location).toBe('https://home.example/');
  expect((await open()).status()).toBe(404);

  await page.goto('/#/');
  const needs = page.getByRole('region', { name: 'Needs attention' });
  await reloadUntil(page, needs.getByRole('link').filter({ hasText: /opened a link that does not exist/ }));
  await needs
    .getByRole('link')
    .filter({ hasText: /opened a link that does not exist/ })
    .click();
  await expect(page).toHaveURL(/#\/tags\?kind=orphan-visits/);
  const row = page.getByRole('row').filter({ hasText: `/d_${slug}` });
  await reloadUntil(page, row);
  await expect(row).toContainText('Unknown link');
  await expect(row).toContainText(host);

  await page.goto(`/#/domains/edit/${id}`);
  await page.getByRole('textbox', { name: 'Address for unknown links' }).fill(`https://${host}/sorry`);
  await page.getByRole('button', { name: 'Save domain' }).click();
  await expect(page.getByText(/visitors would come back here/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Address for unknown links' }).fill('https://home.example/?from={geo}');
  await page.getByRole('button', { name: 'Save domain' }).click();
  await expect(page.getByText('No changes')).toBeVisible();
  await expect.poll(async () => (await open()).headers().location).toContain('https://home.example/?from=');
});
