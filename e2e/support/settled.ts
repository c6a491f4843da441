import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page, Request } from '@playwright/test';

/** Streams that stay open: the bell, which every screen opens, and the live tail of the facts. */
const LIVE = /\/live(\?|$)/;

/** The event of an ended request can get lost with its document, so nothing waits for one longer than this. */
const PATIENCE_MS = 5_000;

interface Watch {
  /** The requests that have not been answered yet. */
  asked: Set<Request>;
  /** Called when one of them ends. */
  onEnd: () => void;
}

const watches = new WeakMap<Page, Watch>();

/** Notes the requests of all pages of a browser from now on. */
export function watchRequests(context: BrowserContext): void {
  context.on('page', watch);
}

/** Requests that the test answers itself, by a route, are not waited for. */
function watch(page: Page): void {
  const one: Watch = { asked: new Set(), onEnd: () => undefined };
  watches.set(page, one);
  const end = (request: Request): void => {
    one.asked.delete(request);
    one.onEnd();
  };
  page.on('request', (request) => {
    if (!LIVE.test(request.url())) one.asked.add(request);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  const route = page.route.bind(page);
  page.route = (url, handler, options) =>
    route(
      url,
      (held, request) => {
        end(request);
        return handler(held, request);
      },
      options,
    );
}

/** Two frames, in which a page shows the answers that it got and sends the requests that follow. */
const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/**
 * Resolves once all requests of the page so far have been answered and shown, including those that they caused. It costs
 * nothing if there are none.
 */
export async function settled(page: Page): Promise<void> {
  const one = watches.get(page);
  if (one === undefined || one.asked.size === 0) return;
  const waiting = new AbortController();
  const patience = delay(PATIENCE_MS, false, { signal: waiting.signal }).catch(() => false);
  while (one.asked.size > 0 && !page.isClosed()) {
    const ended = new Promise<boolean>((resolve) => {
      one.onEnd = () => resolve(true);
    });
    if (!(await Promise.race([ended, patience]))) return;
    if (one.asked.size > 0) continue;
    // A document that is left meanwhile shows nothing more.
    const shown = page.evaluate(frames).then(
      () => true,
      () => true,
    );
    if (!(await Promise.race([shown, patience]))) return;
  }
  waiting.abort();
}
