import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import type { SignedIn } from '@signpost/contract/workplace/people/sign-in.ts';
import { ADMIN, startOwnProduct } from './support/own-product.ts';
import { expect, test } from './support/test.ts';
import { reloadUntil } from './support/waits.ts';

let product: Awaited<ReturnType<typeof startOwnProduct>>;
test.beforeAll(async () => {
  product = await startOwnProduct({ BASE_CURRENCY: 'USD' });
});
test.afterAll(() => product.stop());

test('an installation in dollars shows its amounts in dollars, from the forms to the statistics', async ({ page }) => {
  await page.goto(product.origin);
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ADMIN);
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await page.goto(`${product.origin}/#/publisher/add`);
  const currency = page.getByRole('textbox', { name: 'Currency' });
  await expect(currency).toHaveValue('USD');
  // A page that is loaded again knows it from the stored session.
  await page.reload();
  await expect(currency).toHaveValue('USD');

  const day = new Date().toISOString().slice(0, 10);
  const { token } = await page.evaluate((): SignedIn => JSON.parse(localStorage.getItem('signpost.session') ?? ''));
  const entry = { reason: 'A bonus', entryKind: 'revenue', day, amount: '1234.5', currency: 'USD', partnerId: 820 };
  const made = await page.request.post(`${product.origin}/api/manual-transactions`, {
    data: entry,
    headers: { authorization: `Bearer ${token}`, [TICKET_HEADER]: TICKET_VALUE },
  });
  expect(made.status(), await made.text()).toBe(201);

  const days = `dateRange[start]=${day}&dateRange[end]=${day}`;
  await page.goto(`${product.origin}/#/stats?tab=global&${days}&kingstat=11&columns[0]=11&levels[0][type]=partner`);
  const grid = page.getByRole('grid');
  await reloadUntil(page, grid.getByRole('row').filter({ hasText: 'Best Wallet' }).filter({ hasText: '1,234.50' }));
  await expect(grid.getByRole('columnheader', { name: /Revenue/ })).toContainText('$');
  await expect(page.getByRole('main')).not.toContainText('€');
});
