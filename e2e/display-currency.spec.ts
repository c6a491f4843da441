import { newPerson, openAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

const DAYS = 'dateRange[start]=2026-03-01&dateRange[end]=2026-03-31';

test('a person sees the statistics in dollars with their mark, and in the base currency again', async ({ page }) => {
  const person = await newPerson(page.request, 'Admin');
  const shown = `/#/stats?tab=global&${DAYS}&kingstat=11&columns[0]=11&levels[0][type]=partner`;
  const revenue = page.getByRole('grid').getByRole('columnheader', { name: /^Revenue/ });
  const headline = page.getByRole('region', { name: 'Revenue' });
  const note = page.getByText(/^Amounts in USD, converted from EUR at the rate of each day\. Documents and the ledger/);

  await openAs(page, person, shown.slice('/#'.length));
  await expect(revenue).toContainText('€');
  await expect(headline.locator('strong')).toContainText('€');
  await expect(note).toBeHidden();
  const inEuros = await headline.locator('strong').textContent();

  await page.goto('/#/profile');
  const choice = page.getByRole('combobox', { name: 'Show amounts in' });
  await choice.fill('USD');
  await page.getByRole('option', { name: 'USD', exact: true }).click();
  await expect(choice).toHaveValue('USD');
  await page.goto(shown);
  await expect(note).toBeVisible();
  await expect(revenue).toContainText('$');
  await expect(headline.locator('strong')).toContainText('$');
  await expect(headline.locator('strong')).not.toHaveText((inEuros ?? '').replace('€', '$'));
  await expect(page.getByRole('grid')).not.toContainText('€');
  // The facts behind a number stay in the base currency, and say so.
  await page.getByRole('grid').getByTitle('Open the facts behind this').first().click();
  await expect(page.getByText('€').first()).toBeVisible();

  await page.goto('/#/profile');
  await page.getByLabel('Clear Show amounts in').click();
  await expect(choice).toHaveValue('');
  await page.goto(shown);
  await expect(headline.locator('strong')).toHaveText(inEuros ?? '');
  await expect(note).toBeHidden();
});
