import { expectNothingSerious } from './support/axe.ts';
import { call, newPerson, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { untilSaved } from './support/waits.ts';

test('lists what needs attention, with links to the filtered lists', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/profile');
  const name = `${unique('host').toLowerCase().replaceAll(' ', '-')}.example`;
  await call(page.request, session, 'POST', 'referrers', { name });
  const needs = page.getByRole('region', { name: 'Needs attention' });
  const line = needs.getByRole('link').filter({ hasText: /referrers? without an? owners?/ });
  // Other tests add referrers at the same time.
  await expect
    .poll(async () => {
      await page.goto('/#/');
      await page.reload();
      const count = await line.locator('strong').innerText();
      await line.click();
      await expect(page).toHaveURL(/#\/referrers\?filters\[publisherId\]\[0\]=null/);
      const all = await page
        .getByText(/\bof [\d,]+/)
        .first()
        .innerText();
      return [...all.matchAll(/of ([\d,]+)/g)].map(([, found]) => found === count);
    })
    .toContain(true);
});

const STRANGERS: readonly [says: string, words: RegExp, url: RegExp, shown: string][] = [
  ['a source that sends unreadable costs', /costs? in links? could not be read/, /kind=link-problems/, '{bid}'],
  ['links that do not exist', /visits? opened a link that does not exist/, /orphan/, '/d_autum'],
  ['a partner whose macro is unfilled', /click id is a macro that the partner did not fill/, /partners\?q=\d+/, ''],
  ['postbacks that cannot be read', /refused because (?:it|they) could not be read/, /partners\?q=\d+/, ''],
];
for (const [says, words, url, shown] of STRANGERS)
  test(`names ${says} with the number of cases, and leads to where it is mended`, async ({ page }) => {
    await openAs(page, 'Admin', '/');
    const line = page.getByRole('region', { name: 'Needs attention' }).getByRole('link').filter({ hasText: words });
    await expect(line.locator('strong')).toHaveText(/^[1-9][\d,]*$/);
    await line.click();
    await expect(page).toHaveURL(url);
    const found = shown === '' ? page.getByRole('row').nth(1) : page.getByText(shown, { exact: true }).first();
    await expect(found).toBeVisible();
  });

test('shows the day, its course and the movers, and nothing the viewer may not see', async ({ page }) => {
  await openAs(page, 'Seo User', '/');
  await expect(page.getByRole('link', { name: /today vs yesterday at this hour/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Movers' })).toBeVisible();
  await expect(page.getByRole('link', { name: /unassigned status/ })).toHaveCount(0);
  // A figure opens its statistics, with its comparison.
  await page.getByRole('link', { name: /^Last 7 full days vs the 7 days before/ }).click();
  await expect(page).toHaveURL(/#\/stats\?.*dateRange\[start\].*compare\[start\]/);
  await expect(page.getByRole('button', { name: 'Why?' })).toBeVisible();
});

test('shows the first steps only where hardly any box exists, and the menu as tiles only on request', async ({
  page,
}) => {
  const person = await newPerson(page.request, 'Admin');
  const steps = page.getByRole('region', { name: 'First steps' });
  await page.route('**/api/campaign-boxes?limit=1', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, data: [], meta: { ...answer.meta, total: 0 } } });
  });
  await openAs(page, person, '/');
  await expect(steps.getByRole('link', { name: 'Add campaign box' })).toBeVisible();
  await page.unroute('**/api/campaign-boxes?limit=1');
  const counted = page.waitForResponse('**/api/campaign-boxes?limit=1');
  await page.reload();
  await counted;
  await expect(page.getByRole('heading', { name: 'Movers' })).toBeVisible();
  await expect(steps).toHaveCount(0);

  const screens = page.getByRole('heading', { name: 'Clients & money' });
  await expect(screens).toHaveCount(0);
  await page.getByRole('button', { name: 'Tiles', exact: true }).click();
  await untilSaved(page, '/preferences/', () => page.getByRole('checkbox', { name: 'All screens' }).check());
  await page.keyboard.press('Escape');
  await expect(screens).toBeVisible();
  await page.reload();
  await expect(screens).toBeVisible();
});

test('movers show their value and its difference, and name what has no category', async ({ page }) => {
  await page.route(/\/api\/statistics\/tabs\?.*limit=1000/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const [first] = answer.data.rows;
    const king = Object.keys(first.stats)[0] ?? '';
    const unassigned = { ...first, id: 0, name: 'Und.', stats: { [king]: '900000' }, compare: { [king]: '1' } };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, rows: [unassigned] } } });
  });
  await openAs(page, 'Admin', '/');
  const mover = page.getByRole('listitem').filter({ hasText: 'No category' });
  await expect(mover).toContainText('€900,000.00');
  await expect(mover).toContainText('+€899,999.00');
  await expect(page.getByText('Und.')).toHaveCount(0);
});

test('each thing to try in the demo opens a screen that shows it, and the list can be hidden', async ({ page }) => {
  const person = await newPerson(page.request, 'Admin');
  await openAs(page, person, '/');
  const stories = page.getByRole('region', { name: 'Things to try' });
  await expect(stories.getByRole('link')).toHaveCount(5);
  const shows = [
    ['full every evening', page.getByRole('heading', { name: 'Lead cap reached' })],
    ['Two links are dead', page.getByRole('grid', { name: 'Watched links' }).getByText('The page does not exist')],
    ['wave of bots', page.getByRole('grid', { name: 'Facts' }).getByText('bot visit').first()],
    [
      'Cedar Spin',
      page
        .getByRole('grid')
        .getByRole('row')
        .filter({ hasText: /Cedar Spin.*(Overdue|days?)/i })
        .first(),
    ],
    ['Two versions', page.getByRole('article', { name: /^Test from/ })],
  ] as const;
  for (const [story, sight] of shows) {
    await stories.getByRole('link').filter({ hasText: story }).click();
    await expect(sight).toBeVisible();
    await page.goto('/#/');
  }
  // This is kept in the browser, at once.
  await stories.getByRole('button', { name: 'Hide the things to try' }).click();
  await page.reload();
  await expect(page.getByText(`Welcome, ${person.user.name.split(' ')[0]}`)).toBeVisible();
  await expect(stories).toHaveCount(0);
});

test('a board of pinned tiles is ordered, resized and emptied with undo, and keeps relative dates in words', async ({
  page,
}) => {
  await openAs(
    page,
    await newPerson(page.request, 'Admin'),
    '/stats?tab=global&dateRange=last7Days&kingstat=11&chart[top]=3',
  );
  for (const [kind, said] of [
    ['Chart', 'Chart pinned to Home.'],
    ['Figure', 'Figure pinned to Home.'],
    ['Table', 'Table pinned to Home.'],
  ] as const) {
    await page.getByRole('button', { name: 'Pin to Home' }).click();
    await page.getByRole('menuitem', { name: new RegExp(`^${kind}`) }).click();
    await expect(page.getByText(said)).toBeVisible();
  }
  await page.goto('/#/');
  const tiles = page.getByRole('region', { name: 'Pinned tiles' }).locator('ol > li');
  await expect(tiles).toHaveCount(3);
  await expect(tiles.nth(0).getByRole('heading')).toHaveText('Revenue of the top 3 by category');
  await expect(tiles.nth(0)).toContainText('Global · Last 7 days');
  await expect(tiles.nth(0).getByRole('list', { name: 'Series of the chart' })).toBeVisible();
  await expect(tiles.nth(1).locator('strong')).toHaveText(/€/);
  await expect(tiles.nth(2).getByRole('table')).toBeVisible();
  await expectNothingSerious(page);

  const grip = tiles.nth(2).getByRole('button', { name: /place 3 of 3/ });
  await grip.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tiles.nth(1).getByRole('table')).toBeVisible();
  await expect(tiles.nth(1).getByRole('button', { name: /place 2 of 3/ })).toBeFocused();
  await tiles.nth(0).getByRole('button', { name: /^Move/ }).dragTo(tiles.nth(2));
  await expect(tiles.nth(2).getByRole('list', { name: 'Series of the chart' })).toBeVisible();
  await tiles
    .nth(1)
    .getByRole('button', { name: /^Options of/ })
    .click();
  await untilSaved(page, '/pins/', () => page.getByRole('menuitem', { name: 'Make wide' }).click());
  await expect(tiles.nth(1)).toHaveAttribute('data-wide', 'true');
  await page.reload();
  await expect(tiles.nth(0).getByRole('table')).toBeVisible();
  await expect(tiles.nth(1)).toHaveAttribute('data-wide', 'true');

  await tiles
    .nth(0)
    .getByRole('button', { name: /^Options of/ })
    .click();
  await page.getByRole('menuitem', { name: 'Remove from Home' }).click();
  await expect(tiles).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tiles.nth(0).getByRole('table')).toBeVisible();

  await page.getByRole('button', { name: 'Tiles', exact: true }).click();
  await untilSaved(page, '/preferences/', () => page.getByRole('checkbox', { name: 'Movers' }).uncheck());
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Movers' })).toHaveCount(0);
  await page.reload();
  await expect(tiles).toHaveCount(3);
  await expect(page.getByRole('heading', { name: 'Movers' })).toHaveCount(0);
  await tiles.nth(2).getByRole('link', { name: 'Revenue of the top 3 by category' }).click();
  await expect(page).toHaveURL(/dateRange=last7Days.*chart\[top\]=3/);
});

test('a pinned tile disappears with a sentence when its owner can no longer open the statistics behind it', async ({
  page,
}) => {
  const closed = { pins: [], closed: 1 };
  await page.route('**/api/pins', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), data: closed } });
  });
  await openAs(page, 'Admin', '/');
  await expect(page.getByText('1 pinned tile is not shown, because you can no longer open')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a publisher finds earnings, links to copy and a contact', async ({ page }) => {
    await openAs(page, 'Publisher', '/');
    const earnings = page.getByRole('region', { name: 'Earnings' });
    await expect(earnings.getByRole('heading', { name: 'This month' })).toBeVisible();
    await expect(earnings.getByText(/€[\d,.]+/).first()).toBeVisible();
    const links = page.getByRole('region', { name: 'My links' });
    await expect(links.getByText(/\/(box|b|bs)_\d+/).first()).toBeVisible();
    await expect(links.getByRole('button', { name: 'Copy link' }).first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Your contact' }).getByRole('link')).toHaveAttribute(
      'href',
      /^mailto:/,
    );
    await expectNothingSerious(page);
  });
});
