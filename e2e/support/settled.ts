import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page, Request } from '@playwright/test';

/** Streams that stay open: the bell, which every screen opens, and the live tail of the facts. */
const LIVE = /\/live(\?|$)/;

/** As long as `expect` waits: a page that has not settled by then hangs. */
const PATIENCE_MS = 90_000;

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

/** The event of an ended request can get lost with its document. */
function forgetLeftDocuments(page: Page, one: Watch): void {
  let left: Request[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) left = [...one.asked];
  });
  page.on('domcontentloaded', () => {
    for (const request of left) one.asked.delete(request);
    left = [];
    one.onEnd();
  });
  page.on('close', () => one.onEnd());
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
  forgetLeftDocuments(page, one);
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
 *
 * @throws {Error} that names the requests without an answer, or says that the page shows nothing, if it takes too long.
 */
export async function settled(page: Page, patienceMs = PATIENCE_MS): Promise<void> {
  const one = watches.get(page);
  if (one === undefined || one.asked.size === 0) return;
  const waiting = new AbortController();
  const patience = delay(patienceMs, false, { signal: waiting.signal }).catch(() => false);
  const seconds = patienceMs / 1000;
  while (one.asked.size > 0 && !page.isClosed()) {
    const ended = new Promise<boolean>((resolve) => {
      one.onEnd = () => resolve(true);
    });
    if (!(await Promise.race([ended, patience]))) {
      const open = [...one.asked].map((request) => `${request.method()} ${request.url()}`);
      throw new Error(`The page has not settled: after ${seconds} s these have no answer: ${open.join(', ')}`);
    }
    if (one.asked.size > 0) continue;
    // A document that is left meanwhile shows nothing more.
    const shown = page.evaluate(frames).then(
      () => true,
      () => true,
    );
    if (!(await Promise.race([shown, patience])))
      throw new Error(`The page has not settled: it has drawn nothing for ${seconds} s at ${page.url()}`);
  }
  waiting.abort();
}
