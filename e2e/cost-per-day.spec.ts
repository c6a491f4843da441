import { call, openAs, unique } from './support/people.ts';
import { expect, type Page, test } from './support/test.ts';
import { reloadUntil } from './support/waits.ts';

const CLICK_HOST = `http://127.0.0.1:${process.env.E2E_CLICK_PORT}`;
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

/** A source that may send costs, and a direct link that it can name. */
async function sourceWithLink(page: Page, most: Readonly<Record<string, string>>) {
  const session = await openAs(page, 'Admin', '/tags?kind=traffic-sources');
  const name = unique('daily').replaceAll(/[^A-Za-z0-9]/g, '_');
  const { id: categoryId } = await call<{ id: number }>(page.request, session, 'POST', 'categories', {
    name: unique('Daily'),
  });
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'traffic-sources', {
    name,
    categoryId,
    sourceKind: 'regular',
    maySendCosts: true,
    ...most,
  });
  const slug = name.toLowerCase().replaceAll('_', '-');
  await call(page.request, session, 'POST', 'direct-links', {
    slug,
    targetUrl: 'https://open.example/?c={click_id}',
    status: 'active',
  });
  const open = async (cost: string) => {
    const answer = await page.request.get(`${CLICK_HOST}/d_${slug}?source=${name}&${cost}`, {
      headers: { 'user-agent': DESKTOP },
      maxRedirects: 0,
    });
    return answer.status();
  };
  return { session, id, name, open };
}

test('costs in links count up to the most per day of their source, and what is above is listed as its problem', async ({
  page,
}) => {
  const { id, name, open } = await sourceWithLink(page, { mostCostPerClick: '10' });
  await page.goto(`/#/tags?kind=traffic-sources&open=${id}`);
  const form = page.getByRole('dialog');
  const most = form.getByRole('textbox', { name: 'Most cost per day' });
  await expect(most).toHaveValue('1000');
  await most.fill('0.5');
  await form.getByRole('button', { name: 'Save traffic source' }).click();
  await expect(form).toBeHidden();
  await expect.poll(() => open('cost=0.4')).toBe(302);
  await open('cost=0.4');
  await page.goto('/#/tags?kind=link-problems');
  const row = page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Daily cost exceeded' });
  await reloadUntil(page, row);
});

test('a cost in a currency without a rate is listed, and its row leads to where the rate is added', async ({
  page,
}) => {
  const { session, name, open } = await sourceWithLink(page, {});
  // The demo has a rate for every currency. Nothing else there is in special drawing rights.
  const rates = await call<{ id: number }[]>(page.request, session, 'GET', 'exchange-rates?q=XDR');
  for (const { id } of rates) await call(page.request, session, 'POST', `exchange-rates/${id}/archive`);
  await expect.poll(() => open('cost=0.4&currency=XDR')).toBe(302);
  await page.goto('/#/tags?kind=link-problems');
  const row = page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'XDR' });
  await reloadUntil(page, row);
  await row.click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('The costs of 1 click in XDR wait.');
  await drawer.getByRole('link', { name: 'Add a rate for XDR' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Currency' })).toBeVisible();
});
