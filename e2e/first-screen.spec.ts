import { gzipSync } from 'node:zlib';
import { openAs } from './support/people.ts';
import { cold, expect } from './support/test.ts';

/** Not among TypeScript's types yet (https://wicg.github.io/layout-instability/). */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Of compressed scripts, counted like in `bench:web`. */
const MOST_KB = 180;

// A browser of its own with a cold cache; the browsers that tests share have loaded the app already.
cold('Home shows its figures after at most 180 KB of scripts, and nothing jumps', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: [value: number, moved: string[]][] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as LayoutShift;
        if (hadRecentInput) continue;
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.textContent?.slice(0, 40)}: ${previousRect.y} → ${currentRect.y}`,
        );
        shifts.push([value, moved]);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // The code of messages is loaded in idle time, which on a busy machine may come before the figures.
  await page.route('**/assets/snackbar-host-*', (route) => route.abort());
  // The chart comes after the figures and is not counted, so the test holds it back until the scripts are counted.
  const counted = Promise.withResolvers<void>();
  await page.route('**/assets/chart-*', async (route) => {
    await counted.promise;
    await route.continue();
  });
  await openAs(page, 'Admin', '/');
  await page.getByRole('heading', { name: 'Movers' }).waitFor();
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])),
  );
  expect(loaded.length).toBeGreaterThan(1);
  const bodies = await Promise.all(loaded.map(async (url) => await (await page.request.get(url)).body()));
  const kb = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1024;
  expect(kb).toBeLessThan(MOST_KB);
  counted.resolve();
  await page.getByRole('img', { name: 'Profit over time' }).waitFor();
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: [number, string[]][] }).shifts);
  const sum = shifts.reduce((all, [value]) => all + value, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThan(0.05);
});
