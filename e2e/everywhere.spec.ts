import AxeBuilder from '@axe-core/playwright';
import { BUILT_SCREENS, ROUTES } from '@signpost/contract/routes.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { call, openAs, unique } from './support/people.ts';
import { watchRequests } from './support/settled.ts';
import { expect, test } from './support/test.ts';

const NOWHERE = '/none-of-them';
const NOWHERE_TITLE = `${TEXT.pageUnknown} · Signpost`;
/** Of the demo world. */
const SEO_BOX = 3001;
const IDS: Record<string, number> = {
  ...{ partnersEdit: 820, usersEdit: 1, robotPartnersEdit: 9001 },
  ...{ seoCampaignBoxesEdit: SEO_BOX, seoCampaignBoxesCopy: SEO_BOX, seoCampaignBoxesView: SEO_BOX },
};

// Each screen in both themes and at both widths; all four pairs would take the suite over its ten minutes.
for (const [theme, width] of [
  ['dark', 1440],
  ['light', 390],
] as const)
  test(`axe finds nothing serious on any screen, ${theme} at ${width} px`, async ({ page }) => {
    // A few seconds for each screen, also on a busy machine.
    test.setTimeout(BUILT_SCREENS.length * 6_000);
    await page.setViewportSize({ width, height: 900 });
    const session = await openAs(page, 'Admin', NOWHERE, theme);
    const box = await call<{ id: number }>(page.request, session, 'POST', 'campaign-boxes', {
      name: unique('Axe'),
      boxKind: 'regular',
      fallbackUrl: 'https://example.com',
    });
    const { data: users } = { data: await call<{ id: number }[]>(page.request, session, 'GET', 'users?limit=1') };
    const answered = watchRequests(page);
    const yes = page.getByRole('dialog').getByRole('button', { name: 'Yes' });
    let hasAxe = false;
    for (const name of BUILT_SCREENS) {
      if (name === 'logout' || name === 'login') continue;
      const id = name.startsWith('campaignBoxes')
        ? box.id
        : name === 'usersEdit'
          ? (users[0]?.id ?? 0)
          : (IDS[name] ?? 0);
      // A change behind the # is no load that could be waited for: from a page that is none the title tells the next one.
      await page.goto(`/#${NOWHERE}`);
      await page.waitForFunction(
        (title) => document.title === title || document.querySelector('[role=dialog]') !== null,
        NOWHERE_TITLE,
      );
      // A copy is not saved yet, and asks.
      if (await yes.isVisible()) await yes.click();
      await page.waitForFunction((title) => document.title === title, NOWHERE_TITLE);
      await page.goto(`/#${ROUTES[name].path.replace('$type', 'click').replace('$id', String(id))}`);
      await page.waitForFunction((title) => document.title !== title, NOWHERE_TITLE);
      await answered();
      await expect(page.getByText(/^Loading ?\.\.\./), name).toHaveCount(0);
      // The page has axe from the first screen on.
      const { violations } = await new AxeBuilder({ page, ...(hasAxe ? { axeSource: 'void 0' } : {}) })
        // One frame, violations alone: a quarter of the time.
        .setLegacyMode(true)
        .options({ resultTypes: ['violations'] })
        .analyze();
      hasAxe = true;
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect
        .soft(
          serious.map(
            ({ id: rule, nodes }) => `${name}: ${rule}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
          ),
        )
        .toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(overflow, `${name} is wider than the screen`).toBeLessThanOrEqual(0);
    }
  });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('lists become cards, the action is at the thumb, the pager hides what leads nowhere', async ({ page }) => {
    await openAs(page, 'Admin', '/partners');
    await expect(page.getByText('Best Wallet').first()).toBeVisible();
    await expect(page.getByRole('table', { name: 'Partners' })).toHaveCount(0);
    const add = page.getByRole('link', { name: 'Add partner' });
    await expect(add).toBeInViewport();
    const pager = page.getByRole('navigation', { name: 'Pages' });
    await expect(pager.getByRole('button', { name: 'First page' })).toHaveCount(0);
    await add.click();
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save partner' })).toBeInViewport();
  });
});
