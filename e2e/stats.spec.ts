import type { StatsData } from '@signpost/contract/insight/stats/answer.ts';
import { call, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** Past days, so that clicks of other tests do not count in them. */
const MARCH = 'dateRange[start]=2026-03-01&dateRange[end]=2026-03-31';
const cents = (text: string | null) =>
  Math.round(Number((text ?? '').replaceAll(',', '').replace('−', '-').replace('€', '')) * 100);

test('drills down, and the children add up to the row that was opened', async ({ page }) => {
  await openAs(page, 'Admin', `/stats?tab=global&${MARCH}`);
  const table = page.getByRole('grid', { name: 'Global by Category' });
  const row = table.getByRole('row').filter({ hasText: 'Paid' });
  const parent = cents(await row.getByRole('gridcell').nth(1).textContent());
  await row.getByText('Paid').click();
  await expect(page).toHaveURL(/selectedItemId\]=51/);
  const below = page.getByRole('grid', { name: 'Global by Traffic source' });
  await expect(below).toBeVisible();
  const total = below.getByRole('row').filter({ hasText: 'Total of' });
  await expect(total).toBeVisible();
  // The previous rows stay until the next ones arrive.
  await expect.poll(async () => cents(await total.getByRole('gridcell').nth(1).textContent())).toBe(parent);
  await page.getByRole('button', { name: /Category Paid/ }).click();
  await expect(table).toBeVisible();
});

test('compares with the period before, in the table and in the headline', async ({ page }) => {
  await openAs(page, 'Admin', `/stats?tab=global&${MARCH}`);
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('menuitem', { name: 'Previous period' }).click();
  await expect(page).toHaveURL(/compare=previousPeriod/);
  await expect(page.getByText(/[+−][\d.,]+ %/).first()).toBeVisible();
});

test('shows what was known on a day, keeps it in the links, and returns to what is known now', async ({ page }) => {
  await openAs(page, 'Admin', `/stats?tab=global&${MARCH}`);
  const table = page.getByRole('grid', { name: 'Global by Category' });
  const total = table.getByRole('row').filter({ hasText: 'Total of' }).getByRole('gridcell').nth(1);
  await expect(total).toBeVisible();
  const now = cents(await total.textContent());
  await page.getByRole('button', { name: 'Known now' }).click();
  await page
    .getByRole('button', { name: /^\d+ \w+ \d{4}$/ })
    .and(page.locator(':enabled'))
    .last()
    .click();
  await expect(page).toHaveURL(/knownOn=\d{4}-\d{2}-\d{2}/);
  await page.goto(page.url().replace(/knownOn=[\d-]+/, 'knownOn=2026-03-20'));
  await expect(page.getByRole('button', { name: 'As known on 2026-03-20' })).toBeVisible();
  await expect.poll(async () => cents(await total.textContent())).not.toBe(now);
  await expect(table.getByRole('link').first()).toHaveAttribute('href', /knownOn=2026-03-20/);
  await page.getByRole('button', { name: 'As known on 2026-03-20' }).click();
  await page.getByRole('button', { name: 'Show what is known now' }).click();
  await expect(page).not.toHaveURL(/knownOn/);
  await expect.poll(async () => cents(await total.textContent())).toBe(now);
});

test('changes the king stat, orders by it and keeps it in the link', async ({ page }) => {
  await openAs(page, 'Admin', `/stats?tab=global&${MARCH}`);
  await page.getByRole('combobox', { name: 'King stat' }).selectOption('Visits');
  await expect(page).toHaveURL(/kingstat=1/);
  const cells = page.getByRole('grid').getByRole('row').getByRole('gridcell').nth(1);
  await expect(cells.first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'King stat' })).toHaveValue('1');
});

test('a metric is found by name and added with Enter, and the choice can be reset', async ({ page }) => {
  await openAs(page, 'Admin', `/stats?tab=global&${MARCH}`);
  const header = page.getByRole('columnheader', { name: /^Deposit amount/ });
  await expect(page.getByRole('grid').getByRole('row').nth(2)).toBeVisible();
  await expect(header).toHaveCount(0);
  await page.getByRole('button', { name: 'Metrics' }).click();
  const find = page.getByRole('searchbox', { name: 'Find a metric' });
  await expect(find).toBeFocused();
  await find.fill('deposit a');
  await expect(page.getByRole('checkbox', { name: 'Visits', exact: true })).toHaveCount(0);
  await find.press('Enter');
  await expect(header).toBeVisible();
  await expect(page).toHaveURL(/columns\[8\]=12/);
  await expect(page.getByRole('checkbox', { name: 'Deposit amount' })).toBeChecked();
  await page.getByRole('button', { name: 'Reset to default' }).click();
  await expect(header).toHaveCount(0);
  await expect(page).not.toHaveURL(/columns/);
});

test('a level is found by name, added with Enter and made the first one', async ({ page }) => {
  await openAs(page, 'Admin', `/stats?tab=global&${MARCH}`);
  const levels = page.getByRole('navigation', { name: 'Levels' });
  await levels.getByRole('button', { name: 'Level', exact: true }).click();
  const find = page.getByRole('searchbox', { name: 'Find a dimension' });
  await find.fill('partner t');
  await expect(page.getByRole('menuitem')).toHaveText(['Partner type']);
  await find.press('Enter');
  await expect(page).toHaveURL(/levels\[4\]\[type\]=partner_type/);
  await levels.getByRole('button', { name: 'Partner type' }).click();
  await page.getByRole('menuitem', { name: 'Make it the first level' }).click();
  await expect(page).toHaveURL(/levels\[0\]\[type\]=partner_type/);
  await expect(page.getByRole('grid', { name: 'Global by Partner type' })).toBeVisible();
});

test('a drill is asked for while the mouse goes down on a row, and once', async ({ page }) => {
  await openAs(page, 'Admin', `/stats?tab=global&${MARCH}`);
  const row = page.getByRole('gridcell', { name: 'Paid' });
  await row.hover();
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = decodeURIComponent(request.url());
    if (url.includes('/api/statistics/tabs') && !url.includes('series=off')) asked.push(url);
  });
  const answered = page.waitForResponse((response) => response.url().includes('/api/statistics/tabs'));
  await page.mouse.down();
  await answered;
  await expect(page.getByRole('grid', { name: 'Global by Category' })).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole('grid', { name: 'Global by Traffic source' })).toBeVisible();
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('levels[0][selectedItemId]=');
});

test('orders completely loaded rows without a request, in the order of the server', async ({ page }) => {
  await openAs(page, 'Admin', `/stats?tab=global&${MARCH}&levels[0][type]=traffic_source&limit=1000`);
  const grid = page.getByRole('grid');
  const names = async () => await grid.locator('tbody tr td:first-child').allTextContents();
  await expect(grid.getByRole('gridcell').first()).toBeVisible();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/statistics/tabs')) asked += 1;
  });
  await grid.getByRole('button', { name: 'Traffic source', exact: true }).click();
  await expect(page).toHaveURL(/orderBy=name/);
  const head = grid.getByRole('columnheader', { name: 'Traffic source' });
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  const here = await names();
  await grid
    .getByRole('button', { name: /^Revenue/ })
    .first()
    .click();
  await expect(page).toHaveURL(/orderBy=11/);
  await expect(grid.getByRole('columnheader', { name: /^Revenue/ })).toHaveAttribute('aria-sort', 'descending');
  expect(asked).toBe(0);
  await page.goBack();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  asked = 0;
  await page.reload();
  await expect.poll(names).toEqual(here);
  expect(asked).toBe(1);
});

test('sets dates by a preset and by the calendar', async ({ page }) => {
  await openAs(page, 'Admin', '/stats');
  await page.getByRole('combobox', { name: 'Date range' }).click();
  await page.getByRole('button', { name: 'Last 7 Days' }).click();
  await expect(page).toHaveURL(/dateRange=last7Days/);
  await expect(page.getByRole('combobox', { name: 'Date range' })).toHaveValue(
    /^From \d{4}-\d{2}-\d{2} to \d{4}-\d{2}-\d{2}$/,
  );
  await expect(page.getByRole('combobox', { name: 'Date range' })).not.toBeFocused();
});

test('offers All Times, which starts on 2021-01-01', async ({ page }) => {
  await openAs(page, 'Admin', '/stats');
  await page.getByRole('combobox', { name: 'Date range' }).click();
  await page.getByRole('button', { name: 'All Times' }).click();
  await expect(page).toHaveURL(/dateRange=allTimes/);
  await expect(page.getByRole('combobox', { name: 'Date range' })).toHaveValue(/^From 2021-01-01 to /);
  await expect(page.getByRole('region', { name: 'Profit' }).locator('strong')).toHaveText(/€/);
});

test('opens the same view from a link for people with access and refuses others', async ({ page, browser }) => {
  await openAs(page, 'Default User', `/stats?tab=paid&${MARCH}&kingstat=11`);
  const value = page.getByRole('region', { name: 'Revenue' }).locator('strong');
  await expect(value).toHaveText(/€/);
  const other = await (await browser.newContext()).newPage();
  await openAs(other, 'Management', page.url().split('#')[1] ?? '');
  await expect(other.getByRole('region', { name: 'Revenue' }).locator('strong')).toHaveText(
    (await value.textContent()) ?? '',
  );
  await other.context().close();
  await page.goto(`/#/stats?tab=costs&${MARCH}`);
  await expect(page.getByText('You do not have access to this tab')).toBeVisible();
});

test('says what is wrong with a link and resets it', async ({ page }) => {
  await openAs(page, 'Admin', `/stats?tab=global&${MARCH}&levels[0][type]=nonsense`);
  await expect(page.getByText('This link is not valid')).toBeVisible();
  await page.getByRole('button', { name: 'Reset to the tab’s defaults' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
});

test('invalid dates can be left by the button and by another tab', async ({ page }) => {
  const wrong = '/stats?tab=global&dateRange[start]=2026-13-01&dateRange[end]=nonsense';
  await openAs(page, 'Admin', wrong);
  await page.getByRole('button', { name: 'Reset to the tab’s defaults' }).click();
  await expect(page.getByRole('grid', { name: 'Global by Category' })).toBeVisible();
  await page.goto(`/#${wrong}`);
  await expect(page.getByText('This link is not valid')).toBeVisible();
  await page.getByRole('navigation', { name: 'Stats tabs' }).getByRole('link', { name: 'SEO', exact: true }).click();
  await expect(page.getByRole('grid', { name: /^SEO by/ })).toBeVisible();
});

test('shows the answer of the API on every tab', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/profile');
  const { TABS } = await import('@signpost/contract/insight/stats/tabs/index.ts');
  for (const tab of Object.values(TABS)) {
    const data = await call<StatsData>(
      page.request,
      session,
      'GET',
      `${tab.path}?tab=${tab.name}&${MARCH}&timeZone=UTC`,
    );
    await page.goto(`/#/stats?tab=${tab.name}&${MARCH}`);
    const tabs = page.getByRole('navigation', { name: 'Stats tabs' });
    await expect(tabs.getByRole('link', { name: tab.title, exact: true })).toHaveAttribute('aria-current', 'page');
    const [first] = data.rows;
    expect(first, `${tab.name} has rows`).toBeDefined();
    await expect(
      page
        .getByRole('grid')
        .getByText(first?.name ?? '', { exact: true })
        .first(),
    ).toBeVisible();
  }
});

test('another tab keeps the dates and the comparison and nothing else', async ({ page }) => {
  const before = 'compare[start]=2026-02-01&compare[end]=2026-02-28';
  await openAs(page, 'Admin', `/stats?tab=global&${MARCH}&${before}&kingstat=11&filters[category][0]=51`);
  await expect(page.getByRole('button', { name: 'Remove filter Category' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Stats tabs' }).getByRole('link', { name: 'SEO', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'SEO campaign boxes' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove filter Category' })).toHaveCount(0);
  await expect(page).toHaveURL(`/#/stats?tab=seo&${MARCH}&${before}`);
  await expect(page.getByRole('combobox', { name: 'Date range' })).toHaveValue('From 2026-03-01 to 2026-03-31');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('rows are cards with the king stat, and the tree is in a drawer', async ({ page }) => {
    await openAs(page, 'Admin', `/stats?tab=global&${MARCH}`);
    await expect(page.getByRole('region', { name: 'Profit' })).toBeVisible();
    await expect(page.getByRole('grid')).toHaveCount(0);
    await page.getByRole('button', { name: 'Tree' }).click();
    await expect(page.getByRole('dialog', { name: 'Navigation tree' }).getByText('Paid')).toBeVisible();
  });

  test('the tabs scroll to the one that a link opens', async ({ page }) => {
    const tabs = page.getByRole('navigation', { name: 'Stats tabs' });
    await openAs(page, 'Admin', `/stats?tab=parasites&${MARCH}`);
    await expect(tabs.getByRole('link', { name: 'Parasites' })).toBeInViewport({ ratio: 1 });
    await page.goto(`/#/stats?tab=global&${MARCH}`);
    await expect(tabs.getByRole('link', { name: 'Global' })).toBeInViewport({ ratio: 1 });
    await expect(tabs.getByRole('link', { name: 'Parasites' })).not.toBeInViewport({ ratio: 1 });
  });
});

test('draws several series as the link asks, keeps them in saved views, and is read with the keyboard', async ({
  page,
}) => {
  await openAs(page, 'Admin', `/stats?tab=global&${MARCH}&kingstat=11`);
  const choices = page.getByRole('dialog', { name: 'Chart' });
  await page.getByRole('button', { name: 'Chart', exact: true }).click();
  await expect(choices.getByRole('radio', { name: /Stacked bars/ })).toBeDisabled();
  await choices.getByRole('radio', { name: 'Top 3 by category' }).check();
  await expect(page).toHaveURL(/chart\[top\]=3/);
  await choices.getByRole('radio', { name: /Stacked bars/ }).check();
  await expect(page).toHaveURL(/chart\[kind\]=stacked/);
  await page.keyboard.press('Escape');
  const series = page.getByRole('list', { name: 'Series of the chart' }).getByRole('button');
  await expect(series.last()).toHaveText(/others/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  const name = unique('Stacked');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.goto(`/#/stats?tab=global&${MARCH}&kingstat=11`);
  await expect(series).toHaveCount(0);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
  await expect(page).toHaveURL(/chart\[kind\]=stacked/);
  await expect(series).toHaveCount(4);

  const hidden = (await series.first().innerText()).trim();
  const steps = page.getByRole('slider', { name: 'Revenue over time, step by step' });
  await expect(steps).toHaveAttribute('aria-valuetext', new RegExp(`^2026-03-31, ${hidden} €`));
  await series.first().click();
  await expect(steps).not.toHaveAttribute('aria-valuetext', new RegExp(hidden));
  await steps.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(steps).toHaveAttribute('aria-valuetext', /^2026-03-30, /);
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(steps).toHaveAttribute('aria-valuetext', /2 steps marked/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/start\]=2026-03-29.*end\]=2026-03-30.*chart\[top\]=3/);

  await page.goto(`/#/stats?tab=global&${MARCH}&chart[top]=4`);
  await expect(page.getByText('This link is not valid')).toBeVisible();
});
