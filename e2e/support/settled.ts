import type { Page, Request } from '@playwright/test';
import { API_BASE } from '@signpost/contract/api/envelope.ts';
import { followNoticesHead } from '@signpost/contract/calls/first-screen.ts';

/** The stream of the bell, which every screen opens and which stays open. */
const BELL = `${API_BASE}${followNoticesHead.path}`;

/**
 * Watches the requests of a page. The returned function resolves once all requests so far have been answered, including
 * those they caused; live connections do not count.
 */
export function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  let ended = (): void => {};
  const end = (asked: Request): void => {
    pending.delete(asked);
    ended();
  };
  page.on('request', (asked) => {
    if (!asked.url().endsWith(BELL)) pending.add(asked);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    do {
      while (pending.size > 0) {
        await new Promise<void>((resolve) => {
          ended = resolve;
        });
      }
      // Lets the page render the answers and send the requests that follow.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    } while (pending.size > 0);
  };
}
