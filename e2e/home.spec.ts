import { expectNothingSerious } from './support/axe.ts';
import { call, newPerson, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('lists what needs attention, with links to the filtered lists', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/profile');
  const name = `${unique('host').toLowerCase().replaceAll(' ', '-')}.example`;
  await call(page.request, session, 'POST', 'referrers', { name });
  const needs = page.getByRole('region', { name: 'Needs attention' });
  const line = needs.getByRole('link').filter({ hasText: /referrers? without an? owners?/ });
  // Other tests add referrers at the same time.
  await expect(async () => {
    await page.goto('/#/');
    await page.reload();
    const count = Number((await line.locator('strong').innerText()).replaceAll(',', ''));
    expect(count).toBeGreaterThan(0);
    await line.click();
    await expect(page).toHaveURL(/#\/referrers\?filters\[publisherId\]\[0\]=null/);
    const all = page.getByText(new RegExp(`of ${count.toLocaleString('en')}\\b`)).first();
    await expect(all).toBeVisible({ timeout: 3_000 });
  }).toPass();
});

test('shows the day, its course and the movers, and nothing the viewer may not see', async ({ page }) => {
  await openAs(page, 'Seo User', '/');
  await expect(page.getByRole('link', { name: /today vs yesterday at this hour/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Movers' })).toBeVisible();
  await expect(page.getByRole('link', { name: /unassigned status/ })).toHaveCount(0);
});

test('names what is assigned to no category among the movers', async ({ page }) => {
  await page.route(/\/api\/statistics\/tabs\/\w+\?.*limit=1000/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const [first] = answer.data.rows;
    const king = Object.keys(first.stats)[0] ?? '';
    const unassigned = { ...first, id: 0, name: 'Und.', stats: { [king]: '900000' }, compare: { [king]: '1' } };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, rows: [unassigned] } } });
  });
  await openAs(page, 'Admin', '/');
  await expect(page.getByText('No category')).toBeVisible();
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
  await stories.getByRole('button', { name: 'Hide the things to try' }).click();
  await page.reload();
  await expect(page.getByText(`Welcome, ${person.user.name.split(' ')[0]}`)).toBeVisible();
  await expect(stories).toHaveCount(0);
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
