import { openAs } from './support/people.ts';
import { test } from './support/test.ts';
import { settled } from './support/settled.ts';

test('shots', async ({ page }) => {
  await openAs(page, 'Admin', '/profile');
  for (const [name, address] of [
    ['orphans', '/tags?kind=orphan-visits'],
    ['domain', '/domains/add'],
    ['direct', '/direct-link/add?open=new'],
    ['leakage', '/leakage?days=30'],
    ['home', '/'],
  ] as const)
    for (const theme of ['dark', 'light'])
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: theme as 'dark' | 'light' });
        await page.goto(`/#${address}`);
        await page.evaluate((to) => { document.documentElement.dataset.theme = to; }, theme);
        await settled(page);
        await page.waitForTimeout(300);
        await page.screenshot({ path: `/tmp/links-shots/${name}-${theme}-${width}.png`, fullPage: true });
      }
});
