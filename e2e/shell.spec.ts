import { visibleMenu } from '@signpost/contract/access/access.ts';
import { GRADES } from '@signpost/contract/access/grades.ts';
import { openAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

for (const grade of GRADES)
  test(`shows ${grade} the menu of the access rule`, async ({ page }) => {
    const { user } = await openAs(page, grade, '/profile');
    await expect(page.getByRole('heading', { name: 'Profile' }).first()).toBeVisible();
    const groups = visibleMenu(user);
    const titles = groups.map(({ items }) => items.map(({ title }) => title));
    const menu = page.getByRole('navigation', { name: 'Main' });
    const shown = async () =>
      (await menu.getByRole('link').allInnerTexts()).map((text) => text.trim()).filter((text) => text !== 'Signpost');
    // A long menu begins with its first group open, a short one is shown whole.
    const isLong = titles.flat().length > 20;
    await expect.poll(shown).toEqual(isLong ? titles[0] : titles.flat());
    for (const { group } of isLong ? groups.slice(1) : []) await menu.getByRole('button', { name: group }).click();
    await expect.poll(shown).toEqual(titles.flat());
  });

/** Other tests use the same server, so the browser only gets one answer as from a restored copy: that sending is off. */
for (const grade of ['Admin', 'Default User'] as const)
  test(`tells ${grade} on every screen of a restored copy that nothing is sent`, async ({ page }) => {
    let isStopped = true;
    await page.route('**/api/outgoing-stop', async (route) => {
      const answer = await route.fetch();
      const data = isStopped
        ? { reason: 'This is a copy of the backup of Monday.', since: '2026-11-20T10:00:00.000Z' }
        : null;
      await route.fulfill({ response: answer, json: { ...(await answer.json()), data } });
    });
    await page.route('**/api/outgoing-stop/lift', async (route) => {
      isStopped = false;
      await route.fulfill({ json: { data: null, status: 'success', message: '', meta: {} } });
    });
    await openAs(page, grade, '/profile');
    const notice = page.getByRole('status').filter({ hasText: 'Nothing is sent from here' });
    await expect(notice).toContainText('This is a copy of the backup of Monday.');
    const allow = notice.getByRole('button', { name: 'Allow sending' });
    if (grade !== 'Admin') {
      await expect(notice).toContainText('An Admin can allow it again.');
      await expect(allow).toHaveCount(0);
      return;
    }
    await page.goto('/#/partners');
    await expect(page.getByRole('searchbox', { name: 'Search partners' })).toBeVisible();
    await allow.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Make sure that the original no longer runs.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(notice).toBeVisible();
    await allow.click();
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(notice).toHaveCount(0);
  });

test('opens the sign-in and returns to the requested screen', async ({ page }) => {
  await page.goto('/#/partners');
  await expect(page.getByRole('heading', { name: 'Welcome to Signpost' })).toBeVisible();
  await page.getByRole('button', { name: /Ada Admin/ }).click();
  await expect(page).toHaveURL(/#\/partners/);
  await expect(page.getByRole('searchbox', { name: 'Search partners' })).toBeVisible();
});

test('signs out on the server too', async ({ page }) => {
  const session = await openAs(page, 'Default User', '/profile');
  await expect(page.getByRole('heading', { name: 'Profile' }).first()).toBeVisible();
  await page.goto('/#/logout');
  await expect(page.getByRole('heading', { name: 'Welcome to Signpost' })).toBeVisible();
  const answer = await page.request.get('/api/profile', {
    headers: { authorization: `Bearer ${session.token}`, 'x-signpost-ticket': 'signpost-web-1' },
  });
  expect(answer.status()).toBe(401);
});

test('says that a page does not exist and links to Home', async ({ page }) => {
  await openAs(page, 'Admin', '/no/such/page');
  await expect(page.getByRole('heading', { name: "Page doesn't exist" })).toBeVisible();
  await page
    .getByRole('link', { name: 'Home' })
    .or(page.getByRole('button', { name: 'Home' }))
    .last()
    .click();
  await expect(page).toHaveURL(/#\/$/);
});

test('redirects the old addresses to their tab', async ({ page }) => {
  await openAs(page, 'Admin', '/seo-view');
  await expect(page).toHaveURL(/#\/stats\?tab=seo/);
});

test('refuses a screen to people without access', async ({ page }) => {
  await openAs(page, 'Seo User', '/users');
  await expect(page.getByRole('searchbox', { name: 'Search users' })).toHaveCount(0);
  await expect(page.getByText(/do not have access/i).first()).toBeVisible();
});

test('works without its icons', async ({ page }) => {
  await page.route('**/icon-set*', (route) => route.abort());
  const missing = page.waitForEvent('requestfailed', (request) => request.url().includes('icon-set'));
  await openAs(page, 'Admin', '/profile');
  await missing;
  await expect(page.getByRole('heading', { name: 'Profile' }).first()).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('button', { name: 'Click-out' }).click();
  await menu.getByRole('link', { name: 'Partners', exact: true }).click();
  await expect(page.getByRole('searchbox', { name: 'Search partners' })).toBeVisible();
});

test('shows Operations their campaign boxes as Home', async ({ page }) => {
  await openAs(page, 'Operations', '/');
  await expect(page.getByRole('searchbox', { name: 'Search campaign boxes' })).toBeVisible();
});

test('names a button that is only an icon when it is pointed at or focused, until it is pressed', async ({ page }) => {
  await openAs(page, 'Admin', '/profile');
  const button = page.getByRole('button', { name: 'Light theme' });
  const tip = page.getByRole('tooltip');
  await button.hover();
  await expect(tip).toHaveText('Light theme');
  await page.mouse.move(300, 600);
  await expect(tip).toHaveCount(0);
  await page.getByRole('button', { name: /^Search/ }).focus();
  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await expect(tip).toHaveText('Light theme');
  await page.keyboard.press('Enter');
  await expect(tip).toHaveCount(0);
});

test('is dark by default and remembers a choice of light', async ({ page }) => {
  await openAs(page, 'Admin', '/profile');
  const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
  expect(await scheme()).toBe('dark');
  await page
    .getByRole('button', { name: /light theme|theme/i })
    .first()
    .click();
  await expect.poll(scheme).toBe('light');
  await page.reload();
  expect(await scheme()).toBe('light');
});

test('finds screens and records from the keyboard', async ({ page }) => {
  await openAs(page, 'Admin', '/profile');
  await expect(page.getByRole('heading', { name: 'Profile' }).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('textbox').fill('Best Wallet');
  await page.getByRole('dialog').getByText('Best Wallet', { exact: true }).first().click();
  await expect(page).toHaveURL(/partners\/view\/820/);
});

test('a refused screen is named and only links to screens the person can open', async ({ page }) => {
  await openAs(page, 'Seo User', '/domains');
  await expect(page.getByRole('heading', { name: 'Domains', level: 1 })).toBeVisible();
  await page.goto('/#/partners');
  await expect(page.getByText('You do not have access to Partners')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Partners', level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toBeVisible();
  await page.goto('/#/logout');
  await page.getByRole('button', { name: 'Eve Excluded' }).click();
  await expect(page).toHaveURL(/#\/profile/);
  await page.goto('/#/partners');
  await expect(page.getByText('You do not have access to Partners')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'Show my screens' })).toBeVisible();
});

test('a session that the server has ended is explained on the sign-in screen', async ({ page }) => {
  await openAs(page, 'Admin', '/rules');
  await expect(page.getByRole('searchbox', { name: 'Search rules' })).toBeVisible();
  await page.route(/\/api\/campaigns\?/, (route) => route.fulfill({ status: 401, json: { data: null } }));
  await page.goto('/#/campaign');
  await expect(page.getByRole('alert')).toContainText('Unauthorized Request. Please re-login.');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('names the sources of data, fonts and software where their licences ask for it', async ({ page }) => {
  await openAs(page, 'Default User', '/profile');
  await expect(page.getByRole('link', { name: 'IP Geolocation by DB-IP' })).toHaveAttribute(
    'href',
    'https://db-ip.com',
  );
  for (const [link, text] of [
    ['SIL Open Font License 1.1', /SIL OPEN FONT LICENSE/],
    ['licences of the packages in this app', /react-dom.*\(MIT\)/],
  ] as const) {
    const href = await page.getByRole('link', { name: link }).getAttribute('href');
    const answer = await page.request.get(href ?? '');
    expect(answer.headers()['content-type']).toContain('text/plain');
    expect(await answer.text()).toMatch(text);
  }
});
