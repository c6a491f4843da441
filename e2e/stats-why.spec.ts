import { call, openAs, unique } from './support/people.ts';
import { expect, type Locator, test } from './support/test.ts';

const RANGES =
  'dateRange[start]=2026-03-01&dateRange[end]=2026-03-31&compare[start]=2026-02-01&compare[end]=2026-02-28';
async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (box === null) throw new Error('The chart is not shown.');
  return box;
}
const cents = (text: string) => Math.round(Number(text.replace(/[^\d.−-]/g, '').replace('−', '-')) * 100);

test('explains a change of the king stat by parts that add up to it and links to the item that moved', async ({
  page,
}) => {
  await openAs(page, 'Admin', `/stats?tab=global&${RANGES}`);
  await page.getByRole('button', { name: 'Why?' }).click();
  const why = page.getByRole('dialog', { name: 'Why did Profit move?' });
  const effects = why.getByRole('list', { name: 'The change, by formula' }).getByRole('listitem');
  await expect(effects).toHaveCount(4);
  await expect(why.getByRole('list', { name: 'Revenue, by effect' })).toBeVisible();
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

test('a click on a day of the chart asks why for that day, and a dragged mouse shows its days', async ({ page }) => {
  await openAs(page, 'Admin', '/stats?tab=global&dateRange[start]=2026-03-01&dateRange[end]=2026-03-31');
  const chart = page.getByRole('img', { name: 'Profit over time' });
  const { width, height } = await boxOf(chart);
  await expect(page.getByRole('button', { name: 'Why?' })).toHaveCount(0);
  await chart.click({ position: { x: width / 2, y: height / 2 } });
  await expect(page).toHaveURL(/dateRange\[start\]=(2026-03-\d\d).*dateRange\[end\]=\1.*compare=previousPeriod/);
  await expect(page.getByRole('dialog', { name: 'Why did Profit move?' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/end\]=2026-03-31/);
  await page.keyboard.press('Escape');

  const { x, y } = await boxOf(chart);
  await page.mouse.move(x + width * 0.4, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.6, y + height / 2, { steps: 3 });
  await page.mouse.up();
  await expect(page).not.toHaveURL(/2026-03-01|2026-03-31/);
  const [, start, end] = /start\]=([\d-]+).*end\]=([\d-]+)/.exec(decodeURIComponent(page.url())) ?? [];
  expect(Date.parse(end ?? '') - Date.parse(start ?? '')).toBeGreaterThan(2 * 86_400_000);
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
