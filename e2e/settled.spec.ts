import { settled } from './support/settled.ts';
import { expect, test } from './support/test.ts';

test('a page that never gets its answer fails the test, with the request that has none', async ({ page, context }) => {
  await page.goto('/');
  // A route of the context, because requests that a route of the page holds are not waited for.
  await context.route('**/never-answered', () => undefined);
  const asked = page.waitForRequest('**/never-answered');
  await page.evaluate(() => void fetch('/never-answered'));
  await asked;
  await expect(settled(page, 300)).rejects.toThrow(
    /^The page has not settled: after 0\.3 s these have no answer: GET http:.*\/never-answered$/,
  );
  // The requests of a document that was left are not waited for.
  await page.reload();
  await settled(page);
});
