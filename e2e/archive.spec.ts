import { call, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

interface Saved {
  id: number;
  name: string;
}

test('references to a record are listed with links before it is archived', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/');
  const post = (path: string, data: unknown) => call<Saved>(page.request, session, 'POST', path, data);
  const host = `${unique('site').replace(' ', '-')}.example.com`;
  const site = await post('websites', { name: host, websiteKind: 'parasite' });
  const box = await post('campaign-boxes', {
    name: unique('Box'),
    websiteId: site.id,
    fallbackUrl: 'https://example.com/',
  });
  await page.goto(`/#/websites?q=${host}`);
  const row = page.getByRole('row', { name: new RegExp(host) });
  await row.hover();
  await row.getByRole('button', { name: 'Archive' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  const link = dialog.getByRole('link', { name: '1 Campaign box (Website)' });
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBeGreaterThanOrEqual(500);
  const [list] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await expect(list.getByRole('link', { name: box.name })).toBeVisible();
  await expect(list.getByRole('row')).toHaveCount(2);
  await expect(list.getByRole('button', { name: `Website is ${host}` })).toBeVisible();
  await list.close();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
  await row.hover();
  await row.getByRole('button', { name: 'Archive' }).click();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText(`${host} archived.`)).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('a campaign used by an active box cannot be archived, alone or in bulk', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/');
  const post = (path: string, data: unknown) => call<Saved>(page.request, session, 'POST', path, data);
  const mark = unique('Kept');
  const campaign = (name: string) =>
    post('campaigns', { name, landerType: 'affiliate', status: 'active', targetUrl: 'https://example.com/' });
  const [used] = [await campaign(`${mark} used`), await campaign(`${mark} free`)];
  const box = await post('campaign-boxes', {
    name: unique('Box'),
    fallbackUrl: 'https://example.com/',
    allocation: [{ campaignId: used.id, weight: 100, lock: false, weightOverride: false }],
  });
  await page.goto(`/#/campaign/edit/${used.id}`);
  await page.getByRole('button', { name: 'Archive' }).click();
  const dialog = page.getByRole('dialog', { name: 'Still in use' });
  await expect(dialog.getByText(/because active records use it/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  const link = dialog.getByRole('link', { name: '1 Campaign box (Allocation: Campaign)' });
  const [list] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await expect(list.getByRole('link', { name: box.name })).toBeVisible();
  await list.close();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.goto(`/#/campaign?q=${encodeURIComponent(mark)}`);
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('checkbox').first().check();
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Archive' }).click();
  await expect(dialog.getByText('2 campaigns can’t be archived')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('row')).toHaveCount(3);
});
