import { ROUTES } from '@signpost/contract/routes/index.ts';
import { call, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

const number = (text: string | null) => Number((text ?? '').replaceAll(',', '').replace('−', '-'));

test('a list shows what each record earns, and is sorted by it over all pages', async ({ page }) => {
  await openAs(page, 'Admin', ROUTES.partners.path);
  const grid = page.getByRole('grid', { name: 'Partners' });
  const profit = grid.getByRole('columnheader', { name: /^Profit/ });
  await profit.getByRole('button', { name: /^Profit/ }).click();
  await expect(profit).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('radio', { name: '7 days' }).check({ force: true });
  await expect(page).toHaveURL(/figure-19-last7Days/);
  const figures = () =>
    grid.getByRole('row').evaluateAll((rows) => {
      const [head, ...others] = rows.map((row) => [...row.children].map((cell) => cell.textContent ?? ''));
      const at = head?.findIndex((text) => text.startsWith('Profit')) ?? -1;
      return others.flatMap((cells) => cells[at] ?? []);
    });
  await expect
    .poll(async () => {
      const shown = (await figures()).map(number);
      return shown.length > 5 && shown.every((value, at) => at === 0 || value <= Number(shown[at - 1]));
    })
    .toBe(true);
});

test('a record is paused and activated in its list, and the change is undone', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/profile');
  const name = unique('Switched publisher');
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'publishers', { name, currency: 'EUR' });
  const statusOf = async () =>
    (await call<{ status: string }>(page.request, session, 'GET', `publishers/${id}`)).status;
  await page.goto(`/#${ROUTES.publishers.path}?q=${encodeURIComponent(name)}`);
  const isActive = page.getByRole('switch', { name: `${name} is active` });
  await isActive.click({ force: true });
  await expect(page.getByText(`${name} paused.`)).toBeVisible();
  await expect(isActive).not.toBeChecked();
  expect(await statusOf()).toBe('paused');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(isActive).toBeChecked();
  expect(await statusOf()).toBe('active');

  // A change of somebody else, which this list has not read, is not overwritten.
  const { version } = await call<{ version: number }>(page.request, session, 'GET', `publishers/${id}`);
  await call(page.request, session, 'PATCH', `publishers/${id}`, { version, values: { notes: 'from elsewhere' } });
  await isActive.click({ force: true });
  await expect(page.getByText(`${name} was not paused.`)).toBeVisible();
  expect(await statusOf()).toBe('active');
});
