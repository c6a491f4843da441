import { call, fromMenu, sessionOf, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

/**
 * The story of the product in one test: sign in, build a box, open its link like any visitor, see the visit counted.
 */
test('a new user signs in, builds a box, opens its link and sees the visit counted within two seconds', async ({
  page,
  browser,
}) => {
  const campaign = unique('Story campaign');
  const target = `http://127.0.0.1:${process.env.E2E_PORT}/api/health`;
  await call(page.request, await sessionOf(page.request), 'POST', 'campaigns', {
    name: campaign,
    landerType: 'affiliate',
    targetUrl: `${target}?click={click_id}&from={source}`,
  });

  await page.goto('/');
  await page.getByRole('button', { name: /Ada Admin/ }).click();
  await fromMenu(page, 'Campaign boxes', 'Campaign boxes');
  await page.getByRole('link', { name: 'Add campaign box' }).click();
  const name = unique('Story box');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Fallback link' }).fill(target);
  await page.getByRole('combobox', { name: 'Add a campaign' }).fill(campaign);
  await page.getByRole('option', { name: campaign }).click();
  await page.getByRole('button', { name: 'Save campaign box' }).click();
  await expect(page).toHaveURL(/campaign-box\/edit\/\d+/);
  const id = /edit\/(\d+)/.exec(page.url())?.[1] ?? '';
  const link = (await page.getByText(/^http:\/\/.*\/box_\d+$/).textContent())?.trim() ?? '';
  expect(link).toContain(`/box_${id}`);

  await page.goto(`/#/stats?tab=global&kingstat=1&levels[0][type]=campaign_box&filters[campaign_box][0]=${id}`);
  await expect(page.getByText('Nothing to show')).toBeVisible();

  // The router learns of a saved box within two seconds. The request uses a visitor's user agent, because that of a
  // headless browser would count as a bot's.
  const userAgent =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
  const visitor = await (await browser.newContext({ userAgent })).newPage();
  await expect(async () =>
    expect((await visitor.request.get(link, { maxRedirects: 0, headers: { purpose: 'prefetch' } })).status()).toBe(302),
  ).toPass();
  const answer = await visitor.goto(`${link}?source=Repurposed`);
  const clicked = Date.now();
  expect(answer?.url()).toMatch(new RegExp(`^${target.replaceAll('.', '\\.')}\\?click=[0-9a-f-]{36}&from=Repurposed$`));

  const row = page.getByRole('grid').getByRole('row').filter({ hasText: name });
  await expect(row.getByRole('gridcell').nth(1)).toHaveText('1');
  const seenMs = Date.now() - clicked;
  test.info().annotations.push({ type: 'click → visible on the screen', description: `${seenMs} ms` });
  console.warn(`click → visible on the screen: ${seenMs} ms`);
  await visitor.context().close();
});
