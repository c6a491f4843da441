import type { BrowserContext, Page } from '@playwright/test';
import { expect, test as plain } from '@playwright/test';

export type { APIRequestContext, Download, Locator, Page } from '@playwright/test';
export { expect };

/** A browser, with a page that stays open so that its process stays, and with it what that has compiled. */
interface Warm {
  context: BrowserContext;
  keeper: Page;
}

/** Leaves nothing of a test: neither pages nor what they kept. The files of the app stay, whose names tell their contents. */
async function forget({ context, keeper }: Warm): Promise<void> {
  for (const page of context.pages()) if (page !== keeper) await page.close();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearPermissions();
  await context.clearCookies();
  const session = await context.newCDPSession(keeper);
  const { origin } = new URL(keeper.url());
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
}

/**
 * Each test is somebody new in a browser that has opened the app before, as on nearly every visit: with a browser new for
 * each, fetching and compiling the app took a quarter of the time. A test that fails leaves its browser as it is.
 */
export const test = plain.extend<object, { browsers: Map<string, Warm> }>({
  browsers: [
    async ({ browser: _browser }, use) => {
      const browsers = new Map<string, Warm>();
      await use(browsers);
      for (const { context } of browsers.values()) await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, browsers, viewport, hasTouch, isMobile }, use, testInfo) => {
    const kind = JSON.stringify({ viewport, hasTouch, isMobile });
    const known = browsers.get(kind);
    const warm = known ?? (await open(browser.newContext()));
    browsers.set(kind, warm);
    await use(warm.context);
    if (testInfo.status === testInfo.expectedStatus) await forget(warm);
    // So that what is kept of a failure shows the test's page.
    else await warm.keeper.close();
  },
});

async function open(opening: Promise<BrowserContext>): Promise<Warm> {
  const context = await opening;
  const keeper = await context.newPage();
  await keeper.goto('/favicon.svg');
  return { context, keeper };
}
