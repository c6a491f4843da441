import { call, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

const RANGES =
  'dateRange[start]=2026-03-01&dateRange[end]=2026-03-31&compare[start]=2026-02-01&compare[end]=2026-02-28';
const cents = (text: string) => Math.round(Number(text.replace(/[^\d.−-]/g, '').replace('−', '-')) * 100);

test('explains a change of the king stat by parts that add up to it and links to the item that moved', async ({
  page,
}) => {
  await openAs(page, 'Admin', `/stats?tab=global&${RANGES}`);
  await page.getByRole('button', { name: 'Why?' }).click();
  const why = page.getByRole('dialog', { name: 'Why did Profit move?' });
  const effects = why.getByRole('list', { name: 'The change, by effect' }).getByRole('listitem');
  await expect(effects).toHaveCount(3);
  const parts = await effects.evaluateAll((items) => items.map((item) => item.lastElementChild?.textContent ?? ''));
  const together = (await why.getByText(/^Total change/).innerText()).split('.').slice(0, 2).join('.');
  // Each part is rounded to the cent when it is shown.
  expect(Math.abs(parts.reduce((sum, part) => sum + cents(part), 0) - cents(together))).toBeLessThanOrEqual(2);
  const first = why
    .getByRole('list', { name: /, by item$/ })
    .first()
    .getByRole('button')
    .first();
  const name = await first.innerText();
  await first.click();
  await expect(page).toHaveURL(/filters\[/);
  await expect(page.getByText(`is ${name}`)).toBeVisible();
  await expect(why).toHaveCount(0);
});

test('lists configuration changes in the range', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/profile');
  const name = unique('Changed');
  await call(page.request, session, 'POST', 'campaign-boxes', {
    name,
    boxKind: 'regular',
    fallbackUrl: 'https://example.com',
  });
  const today = new Date().toISOString().slice(0, 10);
  await page.goto(
    `/#/stats?tab=global&timeZone=UTC&dateRange[start]=2026-01-01&dateRange[end]=${today}&compare[start]=2025-12-01&compare[end]=2025-12-31`,
  );
  await page.getByRole('button', { name: 'Why?' }).click();
  await expect(page.getByRole('dialog').getByText(`Campaign box “${name}” added`)).toBeVisible();
});
