import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import type { PostbackSetup } from '@signpost/contract/partners/conversions/postback-setup.ts';
import type { SignedIn } from '@signpost/contract/workplace/people/sign-in.ts';
import { call, openAs, unique } from './support/people.ts';
import { expect, type Page, test } from './support/test.ts';
import { reloadUntil } from './support/waits.ts';

const CLICK_HOST = `http://127.0.0.1:${process.env.E2E_CLICK_PORT}`;
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';
/** Addresses as forwarded by a proxy. */
const GERMAN = '217.0.0.1';
const AMERICAN = '8.8.8.8';

interface World {
  boxId: number;
  ruleName: string;
  ended: string;
  paying: { id: number; name: string; key: string };
}

/** A box whose rule sends Germans to a quiz, followed by two partners' deals for Germany, one of which has ended. */
async function makeWorld(page: Page, session: SignedIn): Promise<World> {
  const post = <T>(path: string, data: unknown) => call<T>(page.request, session, 'POST', path, data);
  const made = async (path: string, data: unknown) => (await post<{ id: number }>(path, data)).id;
  const geos = await call<{ id: number; code: string }[]>(page.request, session, 'GET', 'geos?q=Germany');
  const geoId = geos.find(({ code }) => code.toUpperCase() === 'DE')?.id;
  const integrationId = await made('integrations', { name: unique('Desk') });
  const productId = await made('products', { name: unique('Anvils') });
  const partner = async (of: string, deal: object) => {
    const name = unique(of);
    const terms = {
      geoId,
      integrationId,
      dealType: 'CPA',
      dealRevenueType: 'firstDeposit',
      fixedAmount: '120',
      ...deal,
    };
    const id = await made('partners', { name, partnerTypeId: 105, currency: 'EUR', timeZone: 'UTC', deals: [terms] });
    const targetUrl = `https://${of.toLowerCase()}.example/join?c={click_id}`;
    const offerId = await made('offers', { name: `${name} offer`, partnerId: id, productId, targetUrl });
    return { id, name, offerId };
  };
  const ended = await partner('Ended', { weight: 99, validTo: '2020-01-01' });
  const paying = await partner('Paying', { weight: 1 });
  const quiz = await made('campaigns', {
    name: unique('Quiz'),
    landerType: 'prelander',
    prelanderType: 'regular',
    status: 'active',
    offerId: ended.offerId,
    targetUrl: `${CLICK_HOST}/out/{click_id}`,
  });
  const usual = await made('campaigns', {
    name: unique('Usual'),
    landerType: 'external_lander',
    status: 'active',
    targetUrl: 'https://usual.example/?c={click_id}',
  });
  const ruleName = unique('Germans');
  const ruleId = await made('rules', {
    name: ruleName,
    allocation: [{ campaignId: quiz, weight: 100 }],
    conditions: { match: 'all', items: [{ field: 'geo', is: true, values: ['DE'] }] },
  });
  const boxId = await made('campaign-boxes', {
    name: unique('Box'),
    boxKind: 'regular',
    fallbackUrl: 'https://fallback.example/',
    rules: [ruleId],
    allocation: [{ campaignId: usual, weight: 100 }],
  });
  const answer = await page.request.put(`/api/partners/${paying.id}/postback`, {
    headers: { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${session.token}` },
    data: { protection: 'none' },
  });
  const setup: PostbackSetup = (await answer.json()).data;
  return { boxId, ruleName, ended: ended.name, paying: { ...paying, key: setup.key ?? '' } };
}

const open = async (page: Page, url: string, address: string): Promise<string> => {
  const headers = { 'user-agent': IPHONE, 'x-forwarded-for': address };
  const answer = await page.request.get(url, { maxRedirects: 0, headers });
  return answer.headers().location ?? '';
};

test('a rule and its deals are explained, a visitor follows them to the offer, and the click is traced and paid', async ({
  page,
}) => {
  const session = await openAs(page, 'Admin', '/');
  const { boxId, ruleName, ended, paying } = await makeWorld(page, session);

  await page.goto(`/#/campaign-box/${boxId}`);
  // Until the panels above have loaded, Explain moves, and an open list of options can end up off the screen.
  await expect(page.getByText('All clicks up to')).toBeVisible();
  await expect(page.getByText('No offers yet.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Geo' }).fill('Germany');
  await page.getByRole('option', { name: 'Germany' }).click();
  await page.getByRole('button', { name: 'Explain' }).click();
  const explanation = page.getByRole('region', { name: 'Explanation' });
  await expect(explanation.getByText(ruleName)).toBeVisible();
  const asked = explanation.getByRole('list', { name: 'Deals tried for the offer' }).getByRole('listitem');
  await expect(asked.filter({ hasText: paying.name })).toContainText('Chosen');
  await expect(explanation.getByText('https://paying.example/join')).toBeVisible();

  const link = `${CLICK_HOST}/box_${boxId}`;
  await expect.poll(() => open(page, link, AMERICAN)).toContain('https://usual.example/');
  // Almost every click is offered to the ended deal first.
  const onPage = await open(page, link, GERMAN);
  expect(onPage).toContain('/out/');
  const clickId = onPage.split('/out/')[1] ?? '';
  expect(await open(page, onPage, GERMAN)).toBe(`https://paying.example/join?c=${clickId}`);

  await page.goto(`/#/event-reporter/support/click/search/${clickId}`);
  const trace = page.getByRole('list', { name: 'Trace of the click' });
  const step = trace.getByRole('listitem', { name: 'Step to the offer' });
  await reloadUntil(page, step);
  await expect(trace.getByRole('listitem', { name: 'Click', exact: true })).toContainText(ruleName);
  await expect(step).toContainText(paying.name);
  await expect(step).toContainText(`https://paying.example/join?c=${clickId}`);
  const skipped = step.getByRole('listitem').filter({ hasText: ended });
  if ((await skipped.count()) > 0) await expect(skipped).toContainText('No longer valid');

  const query = new URLSearchParams({ click_id: clickId, status: 'first_deposit', txid: clickId });
  expect(await (await page.request.get(`${CLICK_HOST}/postback/${paying.key}?${query}`)).text()).toBe('ok\n');
  await page.goto(`/#/affiliate-transactions?q=${clickId}`);
  const grid = page.getByRole('grid', { name: 'Transactions' });
  await reloadUntil(page, grid.getByText('Matched'));
  await expect(grid.getByText('120.00').first()).toBeVisible();
});
