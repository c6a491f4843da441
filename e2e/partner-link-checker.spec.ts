import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { call, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('a campaign’s links are followed hop by hop, and a lost click id is reported', async ({ page }) => {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/go')) response.writeHead(302, { location: '/landing?ref=nobody' }).end();
    else response.end('welcome');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const session = await openAs(page, 'Operations', '/partner-link-checker');
    const name = unique('Followed');
    await call(page.request, session, 'POST', 'campaigns', {
      name,
      landerType: 'external_lander',
      status: 'active',
      targetUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/go?c={click_id}`,
    });
    const choose = async (label: string, option: string) => {
      await page.getByRole('combobox', { name: label }).fill(option);
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await choose('Campaigns', name);
    await choose('Geos', 'Austria');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Check links' }).click();
    const grid = page.getByRole('grid', { name: 'Checked links' });
    const rows = grid.getByRole('row').filter({ hasText: name });
    await expect(rows).toHaveCount(2);
    await expect(rows.first().getByText('Lost')).toBeVisible();
    await rows.first().getByRole('button', { name: /Hops/ }).click();
    await expect(page.getByRole('list', { name: 'Hops' })).toContainText('/landing?ref=nobody');
    await expect(page.getByRole('list', { name: 'Hops' })).toContainText('without the click id');
  } finally {
    server.close();
  }
});
