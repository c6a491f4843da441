import type { Page, Request } from '@playwright/test';

/**
 * Watches what a page asks for. The function that comes back resolves once everything has been answered that was asked
 * for so far and because of it; live connections do not count.
 */
export function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  let ended = (): void => {};
  const end = (asked: Request): void => {
    pending.delete(asked);
    ended();
  };
  page.on('request', (asked) => {
    if (asked.resourceType() !== 'eventsource') pending.add(asked);
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
      // What was answered is drawn, and what it leads to is asked for.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    } while (pending.size > 0);
  };
}
