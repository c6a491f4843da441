import { newPerson, openAs } from './support/people.ts';
import { expect, type Locator, type Page, test } from './support/test.ts';
import { untilSaved } from './support/waits.ts';

const MARCH = 'dateRange[start]=2026-03-01&dateRange[end]=2026-03-31';
const QUESTIONS = /\/api\/statistics\/tabs\?/;
const tree = (page: Page) => page.getByRole('list', { name: /navigation tree/ });

test('shows loading, empty and failed states with the specified texts', async ({ page }) => {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(QUESTIONS, async (route) => {
    await promise;
    await route.continue();
  });
  // No test can add facts to these days, because days before 2021 are refused.
  await openAs(page, 'Admin', '/stats?tab=global&dateRange[start]=2020-06-01&dateRange[end]=2020-06-02');
  await expect(tree(page).getByText('Loading...')).toBeVisible();
  letGo();
  await expect(page.getByText('Nothing to show')).toBeVisible();
  await expect(page.getByText("There isn't any data to show.")).toBeVisible();
  await expect(tree(page).getByText('No data.')).toBeVisible();
  await page.getByRole('button', { name: 'Show the last 7 days' }).click();
  await expect(page).toHaveURL(/dateRange=last7Days/);
  await expect(page.getByRole('grid').getByRole('row').nth(2)).toBeVisible();

  await page.route(/\/api\/statistics\/tabs\/seo\?/, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ data: null, status: 'SERVER_ERROR', message: 'Broken', errors: [], meta: {} }),
    }),
  );
  await page.goto(`/#/stats?tab=seo&${MARCH}`);
  await expect(page.getByRole('alert').getByText('error', { exact: true })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('grid').getByRole('row').nth(2)).toBeVisible();
  // Only days that are not over say how fresh their data is.
  const freshness = page.getByText('Data up to');
  await expect(freshness).toHaveCount(0);
  await page.goto('/#/stats?tab=global&dateRange=last7Days');
  await expect(freshness).toBeVisible();
});

test('moves, drills down, goes back and searches by keyboard alone', async ({ page }) => {
  await openAs(page, 'Admin', `/stats?tab=global&${MARCH}`);
  const table = page.getByRole('grid', { name: 'Global by Category' });
  await expect(table.getByRole('row').nth(2)).toBeVisible();
  await page.keyboard.press('j');
  await expect(table.getByRole('row').nth(1)).toHaveAttribute('data-active');
  await page.keyboard.press('j');
  await expect(table.getByRole('row').nth(2)).toHaveAttribute('data-active');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/selectedItemId/);
  await expect(page.getByRole('grid', { name: 'Global by Traffic source' })).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(table).toBeVisible();
  await expect(page).not.toHaveURL(/selectedItemId/);
  await page.keyboard.press('/');
  await page.keyboard.type('paid');
  await expect(tree(page).getByRole('button', { name: /^Open / })).toHaveCount(1);
  await expect(tree(page).getByText('Paid')).toBeVisible();
});

test('shows a change with sign and colour, and the values of both ranges in the chart', async ({ page }) => {
  await openAs(
    page,
    'Admin',
    `/stats?tab=global&${MARCH}&compare[start]=2026-02-01&compare[end]=2026-02-28&columns[0]=1`,
  );
  const table = page.getByRole('grid', { name: 'Global by Category' });
  // Only percentages are read, because a loss is an amount with a minus sign too.
  const signs = table.getByText(/^[+−][\d.,\s]+%$/);
  await expect(signs.first()).toBeVisible();
  const colours = await signs.evaluateAll((all) =>
    all.map((one) => [one.textContent?.charAt(0) ?? '', getComputedStyle(one).color] as const),
  );
  const of = (sign: string) => new Set(colours.filter(([first]) => first === sign).map(([, colour]) => colour));
  // For visits and profit, more is better, so each sign has one colour, and the two colours differ.
  for (const sign of ['+', '−']) expect(of(sign).size).toBeLessThanOrEqual(1);
  expect(new Set([...of('+'), ...of('−')]).size).toBe(new Set(colours.map(([first]) => first)).size);
});

test('keeps the width, position and pin of columns for the person', async ({ page }) => {
  await openAs(page, await newPerson(page.request, 'Cost User'), `/stats?tab=global&${MARCH}`);
  const table = page.getByRole('grid', { name: 'Global by Category' });
  const headers = table.getByRole('columnheader');
  await expect(headers.nth(2)).toContainText('Revenue');
  await headers.nth(2).hover();
  await headers
    .nth(2)
    .getByRole('button', { name: /Column/ })
    .click();
  await untilSaved(page, '/preferences/', () => page.getByRole('menuitem', { name: 'Move right' }).click());
  await expect(headers.nth(3)).toContainText('Revenue');
  await page.reload();
  await expect(headers.nth(3)).toContainText('Revenue');
});

test('counts by the days of a chosen time zone and keeps it in the link', async ({ page }) => {
  await openAs(page, 'Admin', `/stats?tab=global&${MARCH}&kingstat=1`);
  const visits = page.getByRole('region', { name: 'Visits' }).locator('strong');
  await expect(visits).toHaveText(/\d/);
  const before = await visits.innerText();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Kiritimati');
  await page.getByRole('option', { name: 'Pacific/Kiritimati' }).click();
  await expect(page).toHaveURL(/timeZone=Pacific(\/|%2F)Kiritimati/);
  await expect(visits).not.toHaveText(before);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Pacific/Kiritimati');
});

test('columns stay resized by mouse or menu and stay pinned', async ({ page }) => {
  await openAs(page, await newPerson(page.request, 'Seo User'), `/stats?tab=global&${MARCH}`);
  const grid = page.getByRole('grid');
  const head = (name: string) => grid.getByRole('columnheader').filter({ hasText: name });
  const widthOf = async (name: string) => Math.round((await head(name).boundingBox())?.width ?? 0);
  const menu = (name: string) => head(name).getByRole('button', { name: `Column ${name}` });
  await expect(head('Visits')).toBeVisible();
  const was = await widthOf('Visits');
  const box = await head('Visits').boundingBox();
  if (box === null) throw new Error('The column has no place.');
  const edge = { x: box.x + box.width - 3, y: box.y + box.height / 2 };
  await page.mouse.move(edge.x, edge.y);
  await page.mouse.down();
  await page.mouse.move(edge.x + 60, edge.y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => widthOf('Visits')).toBe(was + 60);
  // Cells are aligned like their header.
  const cell = grid
    .getByRole('row')
    .nth(1)
    .getByRole('gridcell')
    .nth(await indexOf(head('Visits')));
  expect(Math.round((await cell.boundingBox())?.width ?? 0)).toBe(was + 60);

  await menu('Visits').click();
  await page.getByRole('menuitem', { name: 'Narrower' }).click();
  await expect.poll(() => widthOf('Visits')).toBe(was + 28);

  await menu('Visits').click();
  await untilSaved(page, '/preferences/', () => page.getByRole('menuitem', { name: 'Pin', exact: true }).click());
  await expect(grid.getByRole('columnheader').nth(1)).toContainText('Visits');
  const left = async () => Math.round((await head('Visits').boundingBox())?.x ?? 0);
  const place = await left();
  await grid.evaluate((table) => table.parentElement?.scrollTo({ left: 600 }));
  await expect.poll(left).toBe(place);

  await page.reload();
  await expect(grid.getByRole('columnheader').nth(1)).toContainText('Visits');
  await expect.poll(() => widthOf('Visits')).toBe(was + 28);
  await menu('Visits').click();
  await page.getByRole('menuitem', { name: 'Unpin' }).click();
  await menu('Visits').click();
  await page.getByRole('menuitem', { name: 'Reset columns' }).click();
  await expect.poll(() => widthOf('Visits')).toBe(was);
});

const indexOf = (head: Locator) => head.evaluate((cell) => [...(cell.parentElement?.children ?? [])].indexOf(cell));

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the time zone is chosen under the title and kept in the link', async ({ page }) => {
    await openAs(page, 'Admin', `/stats?tab=global&${MARCH}&kingstat=1`);
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    const options = page.getByRole('button', { name: 'Options' });
    await expect(page.getByRole('region', { name: 'Visits' }).getByRole('strong')).toBeInViewport({ ratio: 1 });
    await expect(zone).toBeHidden();
    await options.tap();
    await expect(page.getByRole('button', { name: 'Known now' })).toBeVisible();
    await expect(zone).toBeInViewport({ ratio: 1 });
    await zone.fill('Kiritimati');
    await page.getByRole('option', { name: 'Pacific/Kiritimati' }).tap();
    await expect(page).toHaveURL(/timeZone=Pacific(\/|%2F)Kiritimati/);
    // An option that differs from the usual one stays in sight.
    await options.tap();
    await expect(page.getByRole('button', { name: 'Known now' })).toBeHidden();
    await expect(zone).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide).toBe(0);
  });

  test('the date field shows the whole range', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ['/stats', '/campaign-stats', '/event-reporter', '/publisher-lead-query-report']) {
      await openAs(page, 'Admin', `${path}?dateRange[start]=2025-12-23&dateRange[end]=2026-01-21`);
      const field = page.getByRole('combobox', { name: /^(Date range|Days)$/ });
      await expect(field).toHaveValue(/^\d{4}-\d\d-\d\d – \d{4}-\d\d-\d\d$/);
      const [cut, size] = await field.evaluate((input) => [input.scrollWidth - input.clientWidth, input.clientWidth]);
      expect(cut, `${path}, ${size} px`).toBeLessThanOrEqual(0);
    }
  });
});
