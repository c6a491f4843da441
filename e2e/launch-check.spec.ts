import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectNothingSerious } from './support/axe.ts';
import { call, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('the launch check of a broken box names the step that is broken and the person who can mend it', async ({
  page,
}) => {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/gone')) response.writeHead(404).end('<title>Not found</title>');
    else response.end('<title>Casino</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const session = await openAs(page, 'Admin', '/profile');
    const make = (path: string, body: object) => call<{ id: number }>(page.request, session, 'POST', path, body);
    const campaign = await make('campaigns', {
      name: unique('Dead'),
      landerType: 'external_lander',
      status: 'active',
      targetUrl: `http://127.0.0.1:${port}/gone?c={click_id}`,
    });
    const [website] = await call<{ id: number }[]>(page.request, session, 'GET', 'websites?limit=1');
    const box = await make('campaign-boxes', {
      name: unique('Broken'),
      boxKind: 'regular',
      fallbackUrl: 'https://example.com',
      websiteId: website?.id,
      allocation: [{ campaignId: campaign.id, weight: 100 }],
    });
    await page.goto(`/#/campaign-box/${box.id}`);
    await page.getByRole('button', { name: 'Launch check' }).click();
    const dialog = page.getByRole('dialog', { name: 'Launch check' });
    await dialog.getByRole('combobox', { name: 'Geo' }).fill('Austria');
    await page.getByRole('option', { name: 'Austria', exact: true }).click();
    await dialog.getByRole('button', { name: 'Check the whole way' }).click();
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await expect(dialog.getByText('1 step is broken.')).toBeVisible();
    const steps = dialog.getByRole('list', { name: 'Steps of the launch check' }).getByRole('listitem');
    const target = steps.filter({ hasText: 'Target answers' });
    await expect(target).toContainText('Broken');
    await expect(target).toContainText('The page does not exist (HTTP 404).');
    await expect(target).toContainText('Can be mended by: Ada Admin.');
    await expect(steps.filter({ hasText: 'Click id survives' })).toContainText('OK');
    await expectNothingSerious(page);
  } finally {
    server.close();
  }
});
