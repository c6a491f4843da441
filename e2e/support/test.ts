import type { BrowserContext, Page } from '@playwright/test';
import { expect, test as plain } from '@playwright/test';
import { wholeDay } from '@signpost/testkit/whole-day.ts';
import { makeKeyboardPatient, makeLocatorsPatient } from './patient.ts';
import { watchRequests } from './settled.ts';

export type {
  APIRequestContext,
  Browser,
  BrowserContext,
  Download,
  Locator,
  Page,
  Worker,
} from '@playwright/test';
export { expect };

/** A browser with a page that stays open, so that its process and the code it has compiled are kept. */
interface Warm {
  context: BrowserContext;
  keeper: Page;
}

/** Removes everything of a test: pages and what they stored. Cached files of the app stay; their names contain their hashes. */
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

/** As long as a test may take. A test that would see midnight starts after it. */
const DAY_LEFT_MS = 5 * 60_000;

/** Each test has a new browser, which waits before it presses. */
export const cold = plain.extend<{ oneDay: undefined }, { patience: undefined }>({
  oneDay: [
    async ({ browser: _browser }, use) => {
      await wholeDay(DAY_LEFT_MS);
      await use(undefined);
    },
    { auto: true, timeout: 0 },
  ],
  patience: [
    async ({ browser }, use) => {
      browser.on('context', (context) => {
        watchRequests(context);
        context.on('page', (page) => {
          makeLocatorsPatient(page);
          makeKeyboardPatient(page);
        });
      });
      await use(undefined);
    },
    { auto: true, scope: 'worker' },
  ],
});

/**
 * Each test is a new person in a browser that has already loaded the app, as on most visits. With a new browser for
 * each test, loading and compiling the app took a quarter of the time. A failed test leaves its browser as it is.
 */
export const test = cold.extend<object, { browsers: Map<string, Warm> }>({
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
    // The screenshot of a failure must show the test's page.
    else await warm.keeper.close();
  },
});

async function open(opening: Promise<BrowserContext>): Promise<Warm> {
  const context = await opening;
  const keeper = await context.newPage();
  await keeper.goto('/favicon.svg');
  return { context, keeper };
}
