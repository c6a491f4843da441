import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import type { PostbackSetup } from '@signpost/contract/partners/conversions/postback-setup.ts';
import type { SignedIn } from '@signpost/contract/workplace/people/sign-in.ts';
import { call, openAs, unique } from './support/people.ts';
import { expect, type Page, test } from './support/test.ts';
import { findOnly, reloadUntil, repeatUntil } from './support/waits.ts';

const CLICK_HOST = `http://127.0.0.1:${process.env.E2E_CLICK_PORT}`;
const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';

interface Partner {
  id: number;
  key: string;
  name: string;
  boxId: number;
}

/** A partner that pays 100 € for a first deposit, with a box that sends every visitor to it. */
async function makePartner(page: Page, session: SignedIn): Promise<Partner> {
  const post = <T>(path: string, data: unknown) => call<T>(page.request, session, 'POST', path, data);
  const name = unique('Partner');
  const { id } = await post<{ id: number }>('partners', { name, partnerTypeId: 105, currency: 'EUR', timeZone: 'UTC' });
  await post('global-deals', {
    name,
    dealType: 'CPA',
    dealRevenueType: 'firstDeposit',
    fixedAmount: '100',
    currency: 'EUR',
  });
  const { id: campaignId } = await post<{ id: number }>('campaigns', {
    name,
    landerType: 'external_lander',
    status: 'active',
    targetUrl: 'https://partner.example/join?c={click_id}',
  });
  const { id: boxId } = await post<{ id: number }>('campaign-boxes', {
    name,
    boxKind: 'regular',
    fallbackUrl: 'https://example.com',
    allocation: [{ campaignId, weight: 100 }],
  });
  const answer = await page.request.put(`/api/partners/${id}/postback`, {
    headers: { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${session.token}` },
    data: { protection: 'none' },
  });
  const setup: PostbackSetup = (await answer.json()).data;
  return { id, name, boxId, key: setup.key ?? '' };
}

/** Clicks as a visitor and returns the click id. The routers know a new box within two seconds. */
async function clickOn(page: Page, boxId: number, query = ''): Promise<string> {
  let location = '';
  await expect
    .poll(async () => {
      const answer = await page.request.get(`${CLICK_HOST}/box_${boxId}${query}`, {
        maxRedirects: 0,
        headers: { 'user-agent': BROWSER },
      });
      location = answer.headers().location ?? '';
      return location;
    })
    .toContain('partner.example');
  return new URL(location).searchParams.get('c') ?? '';
}

const report = (page: Page, key: string, query: Record<string, string>) =>
  page.request.get(`${CLICK_HOST}/postback/${key}?${new URLSearchParams(query)}`);

test('a conversion is posted, and its revenue appears with the reason for it', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/affiliate-transactions');
  const partner = await makePartner(page, session);
  const clickedAt = new Date();
  const clickId = await clickOn(page, partner.boxId);
  const txid = unique('tx').replace(' ', '-');
  const answer = await report(page, partner.key, { click_id: clickId, status: 'first_deposit', txid });
  expect(await answer.text()).toBe('ok\n');

  await page.goto(`/#/affiliate-transactions?q=${txid}`);
  const grid = page.getByRole('grid', { name: 'Transactions' });
  await reloadUntil(page, grid.getByText('Matched', { exact: true }));
  await grid.getByText(txid).click();
  const drawer = page.getByRole('dialog', { name: txid });
  await expect(drawer.getByText('CPA by the global deal: 100 EUR for each.').first()).toBeVisible();
  await expect(drawer.getByText('€100.00').first()).toBeVisible();
  await expect(drawer.getByRole('list', { name: 'History of this transaction' }).getByText('Counted')).toBeVisible();

  // The mapping starts on the day of the click, in case midnight has passed since.
  const [start, end] = [clickedAt, new Date()].map((at) => at.toISOString().slice(0, 10));
  await page.goto(
    `/#/stats?tab=global&timeZone=UTC&dateRange[start]=${start}&dateRange[end]=${end}&levels[0][type]=partner&filters[partner][0]=${partner.id}&columns[0]=9&columns[1]=11&kingstat=11`,
  );
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: partner.name });
  await expect(row.getByText('100.00').first()).toBeVisible();
});

test('an unknown status is assigned, and the money appears', async ({ page }) => {
  const session = await openAs(page, 'Operations', '/unassigned-status-form');
  const admin = await openAs(page, 'Admin', '/unassigned-status-form');
  expect(session.user.grade).toBe('Operations');
  const partner = await makePartner(page, admin);
  const clickId = await clickOn(page, partner.boxId);
  const status = unique('ftd odd');
  const answer = await report(page, partner.key, { click_id: clickId, status });
  expect(answer.status()).toBe(202);

  const row = page.getByRole('grid', { name: 'Unassigned statuses' }).getByRole('row').filter({ hasText: status });
  await expect(row.getByText('€100.00')).toBeVisible();
  await expect(row.getByText('First deposit')).toBeVisible();
  await row.getByText(status).click();
  const drawer = page.getByRole('dialog', { name: status });
  const effect = drawer.getByRole('status', { name: 'Effect of this change' });
  await expect(effect).toContainText('+€100.00');
  await drawer.getByRole('combobox', { name: 'Counts as' }).click();
  await page.getByRole('option', { name: 'Lead', exact: true }).click();
  await expect(effect).toContainText('Could earn €100.00, would count €0.00: the deal pays on first deposits.');
  await drawer.getByRole('combobox', { name: 'Counts as' }).click();
  await page.getByRole('option', { name: 'First deposit', exact: true }).click();
  await expect(effect).not.toContainText('Could earn');
  await expect(effect).toContainText('+€100.00');
  await drawer.getByRole('button', { name: 'Assign status' }).click();
  await expect(row).toHaveCount(0);

  await page.goto(`/#/status-mapping-override?q=${encodeURIComponent(status)}`);
  await expect(page.getByText(status).first()).toBeVisible();
  await expect
    .poll(async () => {
      const list = await call<{ revenue: string }[]>(
        page.request,
        admin,
        'GET',
        `affiliate-transactions?q=${encodeURIComponent(status)}`,
      );
      return list.map(({ revenue }) => revenue);
    })
    .toEqual(['100']);
});

test('an integration previews the effect of changed statuses before it is saved', async ({ page }) => {
  const session = await openAs(page, 'Management', '/tags?kind=integrations');
  const name = unique('Integration');
  const make = <T>(path: string, data: unknown) => call<T>(page.request, session, 'POST', path, data);
  const { id: integrationId } = await make<{ id: number }>('integrations', { name, settingsJson: null });
  const { id } = await make<{ id: number }>('partners', {
    name,
    partnerTypeId: 105,
    currency: 'EUR',
    timeZone: 'UTC',
    integrations: [integrationId],
  });
  const answer = await page.request.put(`/api/partners/${id}/postback`, {
    headers: { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${session.token}` },
    data: { protection: 'none' },
  });
  const setup: PostbackSetup = (await answer.json()).data;
  expect((await report(page, setup.key ?? '', { txid: unique('tx'), status: 'vip odd' })).status()).toBe(202);

  await page.goto(`/#/tags?kind=integrations&open=${integrationId}`);
  const drawer = page.getByRole('dialog', { name });
  await expect(drawer.getByText('No reported transaction would change its meaning.')).toBeVisible();
  await drawer.getByRole('textbox', { name: 'Settings' }).fill('{"postback":{"statuses":{"vip odd":"first_deposit"}}}');
  await expect(drawer.getByRole('status', { name: 'Effect of this change' })).toContainText('1 transactions since');
  await expect(drawer.getByText('1 have no known click yet')).toBeVisible();
});

test('an unmatched transaction is attributed by hand', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/affiliate-transactions');
  const partner = await makePartner(page, session);
  const txid = unique('lost').replace(' ', '-');
  await report(page, partner.key, { status: 'first_deposit', txid });
  const clickId = await clickOn(page, partner.boxId);
  await findOnly(page, 'Search transactions', txid);
  await page.getByRole('grid', { name: 'Transactions' }).getByText(txid).click();
  const drawer = page.getByRole('dialog', { name: txid });
  await drawer.getByRole('textbox', { name: 'Attribute to a click' }).fill('not a click');
  await drawer.getByRole('button', { name: 'Attribute', exact: true }).click();
  await expect(drawer.getByText('This is not a click id.')).toBeVisible();
  const attribute = async () => {
    await drawer.getByRole('textbox', { name: 'Attribute to a click' }).fill(clickId);
    await drawer.getByRole('button', { name: 'Attribute', exact: true }).click();
  };
  await repeatUntil(page, attribute, drawer.getByText('by hand'));
});

test('a partner’s list is compared with ours', async ({ page }) => {
  const session = await openAs(page, 'Management', '/affiliate-transactions?view=reconcile');
  const admin = session;
  const partner = await makePartner(page, admin);
  const clickId = await clickOn(page, partner.boxId);
  await report(page, partner.key, { click_id: clickId, status: 'first_deposit', txid: 'ours-1' });
  await page.getByRole('combobox', { name: 'Partner' }).fill(partner.name);
  await page.getByRole('option', { name: partner.name }).click();
  await page.getByRole('textbox', { name: 'The partner’s list as CSV' }).fill('txid,payout\ntheirs-1,100\n');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('grid', { name: 'Only theirs' })).toContainText('We never received a postback for it.');
  await expect(page.getByRole('grid', { name: 'Only ours' })).toContainText('ours-1');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  const text =
    'sep=;\r\nReport\r\ntxid;payout;status\r\ntheirs-2;100;Declined\r\ntheirs-3;100;Approved\r\nTotal;200;\r\n';
  const buffer = Buffer.from(`\uFEFF${text}`, 'utf16le');
  await (await chooser).setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByText('The file list.csv is compared.')).toBeVisible();
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('grid', { name: 'Only theirs' })).toContainText('theirs-3');
  await expect(page.getByRole('grid', { name: 'Only theirs' })).not.toContainText('theirs-2');
  await expect(page.getByText('1 declined by the partner')).toBeVisible();
  await expect(page.getByText('line 6 is left out: “Total 200”')).toBeVisible();
});

test('a partner’s list is read below the line that a person chooses, with the columns of that line', async ({
  page,
}) => {
  const session = await openAs(page, 'Management', '/affiliate-transactions?view=reconcile');
  const partner = await makePartner(page, session);
  await page.getByRole('combobox', { name: 'Partner' }).fill(partner.name);
  await page.getByRole('option', { name: partner.name }).click();
  const list = 'Transaction ID;Status;Payout\nNumber;Event;Money\nx-1;ftd;100,00\n';
  await page.getByRole('textbox', { name: 'The partner’s list as CSV' }).fill(list);
  await page.getByRole('button', { name: 'Compare' }).click();
  const header = page.getByRole('textbox', { name: 'Line with the columns’ names' });
  await expect(header).toHaveValue('1');
  await expect(page.getByText('Only theirs (2)')).toBeVisible();
  await header.fill('2');
  await page.getByRole('button', { name: 'Compare' }).click();
  // The new header has none of the columns that were found before.
  const reference = page.getByRole('combobox', { name: 'Transaction id' });
  await expect(page.getByText('Choose the column with the transaction id.')).toBeVisible();
  await expect(reference).toHaveValue('');
  await reference.click();
  await page.getByRole('option', { name: 'Number' }).click();
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByText('Only theirs (1)')).toBeVisible();
  await header.fill('9');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByText('Line 9 of the list is empty or missing.')).toBeVisible();
  await expect(reference).toHaveValue('Number');
});

test('lines of a partner’s list with more or fewer cells than its header are shown with their numbers', async ({
  page,
}) => {
  const session = await openAs(page, 'Management', '/affiliate-transactions?view=reconcile');
  const partner = await makePartner(page, session);
  await page.getByRole('combobox', { name: 'Partner' }).fill(partner.name);
  await page.getByRole('option', { name: partner.name }).click();
  const list = 'txid,payout\nuneven-1,20,000.00\nuneven-2\n';
  await page.getByRole('textbox', { name: 'The partner’s list as CSV' }).fill(list);
  await page.getByRole('button', { name: 'Compare' }).click();
  const illegible = page.getByRole('list', { name: 'Cannot be read' });
  await expect(illegible).toContainText('Line 2');
  await expect(illegible).toContainText('The row has 3 cells, the header 2.');
  await expect(page.getByRole('list', { name: 'End early' })).toContainText('payout is missing.');
});

test('a line that never arrived is added after a preview, counts, and is taken out again', async ({ page }) => {
  const session = await openAs(page, 'Management', '/affiliate-transactions?view=reconcile');
  const partner = await makePartner(page, session);
  const clickId = await clickOn(page, partner.boxId);
  await page.getByRole('combobox', { name: 'Partner' }).fill(partner.name);
  await page.getByRole('option', { name: partner.name }).click();
  const list = `txid,payout,status,click_id\nlost-1,100,first_deposit,${clickId}\nlost-2,100,unheard,${clickId}\n`;
  await page.getByRole('textbox', { name: 'The partner’s list as CSV' }).fill(list);
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('button', { name: 'Add 2 that never arrived' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add transactions that never arrived' });
  const lines = dialog.getByRole('list', { name: 'Lines to add' });
  await expect(lines).toContainText('It has no day.');
  await dialog.getByRole('textbox', { name: 'Day of lines without one' }).fill('today');
  await expect(lines).toContainText('Kept, but its status has no meaning yet');
  await dialog.getByRole('button', { name: 'Add 2 transactions' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Added from lists' }).click();
  const additions = page.getByRole('list', { name: 'Added from lists' });
  await expect(additions).toContainText('2 transactions of a pasted list, added by');
  const states = async () =>
    (
      await call<{ reference: string; state: string }[]>(
        page.request,
        session,
        'GET',
        `affiliate-transactions?filters[partnerId][0]=${partner.id}&orderBy=reference&orderByDirection=asc`,
      )
    ).map(({ reference, state }) => `${reference} ${state}`);
  await expect.poll(states).toEqual(['lost-1 counted', 'lost-2 unassigned']);
  await additions.getByRole('button', { name: 'Take them out' }).click();
  await expect(additions).toContainText('taken out by');
  await expect.poll(states).toEqual(['lost-1 withdrawn', 'lost-2 withdrawn']);
});

test('an override previews its effect before it is saved', async ({ page }) => {
  await openAs(page, 'Admin', '/partner-override');
  await page.getByRole('button', { name: 'Add partner override' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'Name' }).fill(unique('Override'));
  await drawer.getByRole('combobox', { name: 'Partner' }).fill('Best Wallet');
  await page.getByRole('option', { name: 'Best Wallet' }).click();
  await drawer.getByRole('textbox', { name: /^Amount/ }).fill('500');
  await expect(drawer.getByRole('status', { name: 'Effect of this change' })).toContainText('conversions priced');
});

test('the screens are refused to people without access', async ({ page }) => {
  await openAs(page, 'Seo User', '/unassigned-status-form');
  await expect(page.getByRole('grid')).toHaveCount(0);
});

test('a partner’s postback address is built and tested, and its proof is required', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/partners');
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'partners', {
    name: unique('Postback'),
    partnerTypeId: 105,
    currency: 'EUR',
    timeZone: 'UTC',
  });
  await page.goto(`/#/partners/edit/${id}`);
  await page.getByRole('button', { name: 'Set up postbacks' }).click();
  await expect(page.getByText(/\/postback\/[\w-]{32}\?click_id=\{click_id\}&status=\{status\}/)).toBeVisible();
  const answer = page.getByRole('status', { name: 'Answer to the test' });
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(answer).toContainText('first_deposit means first_deposit');
  await page.getByRole('combobox', { name: 'Proof' }).click();
  await page.getByRole('option', { name: 'A signature (HMAC-SHA256)' }).click();
  await expect(page.getByRole('button', { name: 'New secret' })).toBeVisible();
  const told = page.getByRole('status', { name: 'Secret', exact: true });
  await expect(told).toContainText('Copy the secret now');
  await expect(page.getByRole('button', { name: 'Copy secret' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Status to test' }).fill('odd one');
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(answer).toContainText('the status odd one has not been assigned yet');

  // The secret is shown only once; the server still signs the test with it.
  await page.reload();
  await expect(told).toContainText('was shown once');
  await expect(page.getByText(/^•••• [\w-]{4}$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy secret' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(answer).toContainText('first_deposit means first_deposit');
  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Approve' }).click();
  await expect(told).toContainText('Copy the secret now');
});

test('a conversion is reported to a publisher, and the delivery is listed', async ({ page }) => {
  const told: string[] = [];
  const server = createServer((asked, response) => {
    told.push(asked.url ?? '');
    response.end('thank you');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const session = await openAs(page, 'Admin', '/affiliate-transactions?view=outgoing');
    const source = unique('source').replace(/\W/g, '_');
    const { id: trafficSourceId } = await call<{ id: number }>(page.request, session, 'POST', 'traffic-sources', {
      name: source,
      categoryId: 51,
      sourceKind: 'regular',
    });
    // Created after the source, so that a router that knows the box also knows the source.
    const partner = await makePartner(page, session);
    await call(page.request, session, 'POST', 'outgoing-postbacks', {
      name: source,
      trafficSourceId,
      method: 'GET',
      events: ['first_deposit'],
      status: 'active',
      url: `http://127.0.0.1:${port}/told?c={click_id}&s={sub1}`,
    });
    const clickId = await clickOn(page, partner.boxId, `?source=${source}&sub1=mine`);
    await report(page, partner.key, { click_id: clickId, status: 'first_deposit' });
    await expect.poll(() => told).toEqual([`/told?c=${clickId}&s=mine`]);
    await page.goto(`/#/affiliate-transactions?view=deliveries&q=${clickId}`);
    await page.getByRole('grid', { name: 'Deliveries' }).getByText('Delivered').click();
    await expect(page.getByRole('list', { name: 'Attempts' })).toContainText('thank you');
  } finally {
    server.close();
  }
});
