/**
 * `npm run bench:web`: measures the app in a real Chromium over 10 M skewed facts in the embedded engines: the first
 * screen with a cold cache and the processor slowed down four times; switching tabs, sorting and drilling; scrolling a
 * table of 50 000 rows; and pasting 1 000 rows into a sheet. The last output is one line of JSON. FACTS sets the number
 * of facts.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContext, chromium, type Page, type Response } from '@playwright/test';
import { addDays } from '@signpost/contract/dates/dates.ts';
import { freePort } from '../apps/server/src/platform/ports.ts';
import { findChromium } from '../scripts/chromium.mjs';
import { startEngines } from './support/engines.ts';
import { clickhouseInsert, FROM, UNTIL } from './support/stats-facts.ts';

const facts = Number(process.env.FACTS ?? 10_000_000);
const BLOCK = 500_000;
const ROWS = 50_000;
const FIRST_SCREENS = 5;
const ROUNDS = 5;
const SLOWER = 4;
/** The rows that are pasted into a sheet, and how many of them are wrong. */
const PASTED = 1_000;
const WRONG = 3;
const SCROLL_MS = 4_000;
const QUIET_MS = 400;
/** A usual click: the time between pressing and releasing the button. */
const PRESS_MS = 80;
const MERGE_PATIENCE_MS = 60_000;
/** A separate day, long before all other facts. */
const MANY = '2024-01-15';
const RANGE = `dateRange[start]=${FROM}&dateRange[end]=${addDays(UNTIL, -1)}`;
const TABS = ['seo', 'paid', 'clickout', 'mbg', 'costs', 'global'] as const;

const began = performance.now();
const engines = await startEngines();
const port = await freePort();
const web = await engines.start('web', { PORT: String(port), DEMO: '1' });
const base = `http://127.0.0.1:${port}`;
const path = findChromium()?.path;
const browser = await chromium.launch({
  ...(path === undefined ? {} : { executablePath: path }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});

try {
  await fill();
  say(`${facts} facts are there`);
  const session = await signIn();
  const first = await firstScreens(session);
  say(`first screen: ${first.kb} KB of JavaScript, LCP ${first.lcp} ms, layout shift ${first.cls}`);
  const steps = await steppings(session, 0);
  say(`without a press before the click: ${inWords(steps)}`);
  const pressed = await steppings(session, PRESS_MS);
  say(`from the release of a button that was down for ${PRESS_MS} ms: ${inWords(pressed)}`);
  const scrolled = await scrolling(session);
  say(`${ROWS} rows: ${scrolled.fps} frames/s, heap ${scrolled.heapMb} MB`);
  const pasted = await pasting(session);
  say(`${PASTED} pasted rows show their problems in ${middle(pasted)} ms (p95 ${percentile(pasted, 95)})`);
  console.log(
    JSON.stringify({
      firstScreenKb: first.kb,
      lcpMs: first.lcp,
      cls: first.cls,
      tabSwitchMs: middle(steps.tabs),
      scrollFps: scrolled.fps,
      tabSwitchP95Ms: percentile(steps.tabs, 95),
      sortMs: middle(steps.sorts),
      drillMs: middle(steps.drills),
      pressedTabP95Ms: percentile(pressed.tabs, 95),
      pressedDrillMs: middle(pressed.drills),
      heapMb: scrolled.heapMb,
      pasteMs: middle(pasted),
      facts,
    }),
  );
} finally {
  await browser.close();
  await web.stop();
  await engines.stop();
}

function inWords({ tabs, sorts, drills }: Steps): string {
  return `tab ${middle(tabs)} ms (p95 ${percentile(tabs, 95)}), sort ${middle(sorts)} ms, drill ${middle(drills)} ms`;
}

function say(text: string): void {
  console.log(`${Math.round((performance.now() - began) / 1000)} s: ${text}`);
}

async function fill(): Promise<void> {
  const { clickhouse } = engines;
  for (let at = 0; at < facts; at += BLOCK)
    await clickhouse.command(clickhouseInsert(0, facts, at, Math.min(BLOCK, facts - at)));
  await clickhouse.command(`INSERT INTO facts (fact_id, chunk_id, kind, at, click_at, recorded_at, rate, referrer, visits, revenue)
    SELECT generateUUIDv4(), 'many', 'visit', toDateTime64('${MANY} 12:00:00', 3, 'UTC') AS moment, moment, moment, 1,
      concat('site-', toString(number), '.example'), 1 + number % 997, toDecimal128(number % 89, 6) FROM numbers(${ROWS})`);
  const patience = performance.now() + MERGE_PATIENCE_MS;
  const merges = async () =>
    Number((await clickhouse.query('SELECT count() AS n FROM system.merges', {}, { parse: (row) => row }))[0]?.n ?? 0);
  while (performance.now() < patience && (await merges()) > 0) await delay(500);
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${base}/api/auth/demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@demo.invalid' }),
  });
  const { data } = (await answer.json()) as { data: unknown };
  return JSON.stringify(data);
}

async function contextOf(from: Browser, session: string): Promise<BrowserContext> {
  const context = await from.newContext({ viewport: { width: 1440, height: 900 } });
  // The stream of the bell stays open, so the network would never be idle.
  await context.route('**/api/notifications/live', (route) => route.abort());
  await context.addInitScript((kept) => localStorage.setItem('signpost.session', kept), session);
  return context;
}

/**
 * Each load has a cold cache. Measures what had been loaded when the figures of the day appeared, and how long that
 * took.
 */
async function firstScreens(session: string): Promise<{ kb: number; lcp: number; cls: number }> {
  const runs: { kb: number; lcp: number; cls: number }[] = [];
  for (let run = 0; run < FIRST_SCREENS; run += 1) {
    const context = await contextOf(browser, session);
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const scripts: Promise<Buffer>[] = [];
    const count = (response: Response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body());
    };
    page.on('response', count);
    await page.addInitScript(() => {
      const seen = { lcp: 0, cls: 0 };
      Object.assign(globalThis, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.lcp = entry.startTime;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
          if (!hadRecentInput) seen.cls += value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${base}/#/`);
    await page.getByRole('heading', { name: 'Movers' }).waitFor();
    // Scripts that are fetched from here on may still be on their way when the page is closed.
    page.off('response', count);
    const loaded = await Promise.all(scripts);
    await page.getByRole('img', { name: 'Profit over time' }).waitFor();
    await page.waitForLoadState('networkidle');
    const { lcp, cls } = await page.evaluate(
      () => (globalThis as unknown as { seen: { lcp: number; cls: number } }).seen,
    );
    runs.push({ kb: loaded.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1024, lcp, cls });
    await context.close();
  }
  return {
    kb: Math.round(middle(runs.map(({ kb }) => kb))),
    lcp: Math.round(middle(runs.map(({ lcp }) => lcp))),
    cls: Math.round(Math.max(...runs.map(({ cls }) => cls)) * 1000) / 1000,
  };
}

/**
 * Waits until there have been no requests for a while, like a person who reads. The page's own "network idle" occurs
 * once per load, and this app loads only once, so it would not wait between the steps.
 */
async function quiet(page: Page): Promise<void> {
  await page.evaluate(
    async (ms) =>
      await new Promise<void>((resolve) => {
        const look = () => {
          const last = performance.getEntriesByType('resource').at(-1) as PerformanceResourceTiming | undefined;
          if (performance.now() - (last?.responseEnd ?? 0) > ms) resolve();
          else setTimeout(look, 20);
        };
        setTimeout(look, ms);
      }),
    QUIET_MS,
  );
}

/** From the click to the first frame with the new rows. `held`: how long the mouse button is down before, in ms. */
async function untilRows(page: Page, target: string, table: string, held = 0): Promise<number> {
  return await page.evaluate(
    async ([selector, label, heldMs]) => {
      const element = document.querySelector<HTMLElement>(selector ?? '');
      if (element === null) throw new Error(`Nothing to click: ${selector}`);
      const before = document.querySelector('[role=grid] tbody')?.textContent ?? '';
      const isThere = () => {
        const grid = document.querySelector('[role=grid]');
        const body = grid?.querySelector('tbody')?.textContent ?? '';
        return (grid?.getAttribute('aria-label') ?? '').startsWith(label ?? '') && body !== '' && body !== before;
      };
      if (heldMs > 0) {
        element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, pointerType: 'mouse' }));
        await new Promise((resolve) => setTimeout(resolve, heldMs));
      }
      const start = performance.now();
      element.click();
      await new Promise<void>((resolve, reject) => {
        const look = () => {
          if (isThere()) resolve();
          else if (performance.now() - start > 10_000) reject(new Error(`No rows of ${label}.`));
          else requestAnimationFrame(look);
        };
        look();
      });
      return performance.now() - start;
    },
    [target, table, held] as const,
  );
}

interface Steps {
  tabs: number[];
  sorts: number[];
  drills: number[];
}

/**
 * Switching tabs, sorting and drilling, each with a new query to the engine, because a new page has nothing in the app's
 * memory. `held`: how long the mouse button is down before each click, in ms; the app uses that time.
 */
async function steppings(session: string, held: number): Promise<Steps> {
  const context = await contextOf(browser, session);
  const page = await context.newPage();
  const steps: Steps = { tabs: [], sorts: [], drills: [] };
  const open = async () => {
    await page.goto('about:blank');
    await page.goto(`${base}/#/stats?tab=global&${RANGE}`);
    await page.getByRole('grid').getByRole('gridcell').first().waitFor();
    await quiet(page);
  };
  for (let round = 0; round <= ROUNDS; round += 1) {
    await open();
    const kept: number[] = [];
    for (const name of TABS) {
      const tab = `nav[aria-label="Stats tabs"] a[href*="tab=${name}"]`;
      kept.push(await untilRows(page, tab, await page.locator(tab).first().innerText(), held));
      await quiet(page);
    }
    await open();
    const sorted = await untilRows(page, '[role=grid] thead th:nth-child(1) button', 'Global by Category', held);
    await quiet(page);
    const drilled = await untilRows(page, '[role=grid] tbody td', 'Global by Traffic source', held);
    if (round === 0) continue;
    steps.tabs.push(...kept);
    steps.sorts.push(sorted);
    steps.drills.push(drilled);
  }
  await context.close();
  return steps;
}

/** All rows in one table, scrolled for some seconds as fast as a person can. */
async function scrolling(session: string): Promise<{ fps: number; heapMb: number }> {
  const context = await contextOf(browser, session);
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await page.goto(
    `${base}/#/stats?tab=global&dateRange[start]=${MANY}&dateRange[end]=${MANY}&levels[0][type]=referrer&kingstat=1&limit=${ROWS}`,
  );
  await page.getByRole('grid').getByText('site-').first().waitFor({ timeout: 60_000 });
  await page.waitForLoadState('networkidle');
  const fps = await page.evaluate(async (forMs) => {
    const scroller = [...document.querySelectorAll<HTMLElement>('*')].find(
      (one) => one.querySelector('[role=grid]') !== null && one.scrollHeight > one.clientHeight * 20,
    );
    if (scroller === undefined) throw new Error('Nothing scrolls.');
    const start = performance.now();
    let frames = 0;
    return await new Promise<number>((resolve) => {
      const step = () => {
        frames += 1;
        scroller.scrollTop += 180;
        const passed = performance.now() - start;
        if (passed < forMs) requestAnimationFrame(step);
        else resolve(Math.round((frames / passed) * 10_000) / 10);
      };
      requestAnimationFrame(step);
    });
  }, SCROLL_MS);
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  await context.close();
  return { fps, heapMb: Math.round(usedSize / 1024 / 1024) };
}

/** Milliseconds from a paste into a sheet of boxes until its problems are counted on the screen. */
async function pasting(session: string): Promise<number[]> {
  const lines = Array.from(
    { length: PASTED },
    (_, at) => `Box ${at}\t${at < WRONG ? 'nowhere' : 'https://example.com/'}`,
  );
  const text = ['Name\tFallback link', ...lines].join('\r\n');
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await contextOf(browser, session);
    const page = await context.newPage();
    await page.goto(`${base}/#/sheets/add`);
    await page.getByRole('grid').waitFor();
    await page.waitForLoadState('networkidle');
    const ms = await page.getByRole('grid').evaluate(
      async (grid, { table, words }) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', table);
        const start = performance.now();
        grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        while (!document.body.textContent.includes(words))
          await new Promise((resolve) => requestAnimationFrame(resolve));
        return performance.now() - start;
      },
      { table: text, words: `${WRONG} problems` },
    );
    times.push(ms);
    await context.close();
  }
  return times;
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0);
}

function middle(values: readonly number[]): number {
  return percentile(values, 50);
}
