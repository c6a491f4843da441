import { openAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test.describe('a browser that tests share', () => {
  // These tests run one after the other in one worker, and so in one browser.
  test.describe.configure({ mode: 'serial' });

  test('is left with a session, storage, a cookie and a database by the first test', async ({ page }) => {
    await openAs(page, 'Admin', '/profile');
    await expect(page.getByRole('heading', { name: 'Profile' }).first()).toBeVisible();
    await page.evaluate(() => {
      sessionStorage.setItem('left', 'behind');
      document.cookie = 'left=behind';
      indexedDB.open('left');
    });
  });

  test('has forgotten all data of the first test', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Welcome to Signpost' })).toBeVisible();
    const left = await page.evaluate(async () => ({
      storage: localStorage.getItem('signpost.session'),
      tab: sessionStorage.length,
      cookies: document.cookie,
      databases: (await indexedDB.databases()).length,
    }));
    expect(left).toEqual({ storage: null, tab: 0, cookies: '', databases: 0 });
    expect(
      page
        .context()
        .pages()
        .filter((other) => other.url().includes('#')),
    ).toEqual([page]);
  });
});
