import { fromMenu, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('traffic sources and other reference data are found in the menu and the palette, with forms of their own', async ({
  page,
}) => {
  await openAs(page, 'Admin', '/profile');
  await fromMenu(page, 'Admin tools', 'Traffic sources');
  await expect(page.getByRole('grid', { name: 'Traffic sources' })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.locator('[aria-current="page"]')).toHaveText(['Traffic sources']);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('textbox', { name: 'Search' }).fill('add partner type');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/tags\/add\?kind=partner-types/);
  const save = page.getByRole('button', { name: 'Save partner type' });
  const name = unique('Partner type');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await save.click();
  await expect(page).toHaveURL(/#\/tags\?kind=partner-types&open=\d+/);
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toHaveValue(name);
  await page.goto('/#/tags/add?kind=traffic-sources');
  await expect(page.getByRole('button', { name: 'Save traffic source' })).toBeVisible();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('grid', { name: 'Traffic sources' })).toBeVisible();
});
