import { expectNothingSerious } from './support/axe.ts';
import { openAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('Home leads to the broken links, and a person can say that one of them works for visitors', async ({ page }) => {
  await openAs(page, 'Admin', '/');
  await page.getByRole('link', { name: /broken links? Links checker/ }).click();
  await expect(page.getByRole('link', { name: 'Watched links' })).toHaveAttribute('aria-current', 'page');
  const grid = page.getByRole('grid', { name: 'Watched links' });
  const parked = grid.getByRole('row').filter({ hasText: 'The domain is parked or for sale.' });
  await expect(parked).toContainText('Broken');
  await expect(parked).toContainText('Campaign');
  await expect(parked).toContainText('€');
  await expectNothingSerious(page);

  await parked.getByRole('button', { name: /Steps/ }).click();
  await page.getByRole('button', { name: 'It works for visitors' }).click();
  // It no longer counts as broken, and stands among all links.
  await expect(parked).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Show' }).click();
  await page.getByRole('option', { name: /^All links/ }).click();
  await expect(parked).toContainText('Works for visitors');
  await page.getByRole('button', { name: 'Let the looks decide' }).click();
  await expect(parked).not.toContainText('Works for visitors');

  await page.getByRole('button', { name: 'Take dead links out' }).click();
  await expect(page.getByRole('dialog')).toContainText('after two failed looks, ten minutes apart');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Dead links are only reported')).toBeVisible();
});
