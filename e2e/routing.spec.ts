import { readFile } from 'node:fs/promises';
import { call, makeGeo, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { reloadUntil } from './support/waits.ts';

const CLICK_HOST = `http://127.0.0.1:${process.env.E2E_CLICK_PORT}`;
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

test('a rule built in the browser is named by Explain and applied to the click', async ({ page }) => {
  // The form has loaded its campaigns before the ones of this test exist.
  const loaded = page.waitForResponse(/\/metadata\/campaigns$/);
  const session = await openAs(page, 'Admin', '/rules/add');
  await loaded;
  const post = <T>(path: string, data: unknown) => call<T>(page.request, session, 'POST', path, data);
  const [ruled, usual, name] = [unique('Ruled'), unique('Usual'), unique('Phones of alpha')];
  const campaign = (of: string) =>
    post<{ id: number }>('campaigns', {
      name: of,
      landerType: 'external_lander',
      status: 'active',
      targetUrl: `https://${of.split(' ')[0]?.toLowerCase()}.example/?c={click_id}&d={device}`,
    });
  await campaign(ruled);
  const { id: usualId } = await campaign(usual);
  const { id: boxId } = await post<{ id: number }>('campaign-boxes', {
    name: unique('Box'),
    boxKind: 'regular',
    fallbackUrl: 'https://fallback.example/',
    allocation: [{ campaignId: usualId, weight: 100 }],
  });

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('combobox', { name: 'Field, condition 1' }).click();
  await page.getByRole('option', { name: 'Device', exact: true }).click();
  await page.getByRole('combobox', { name: 'Values, condition 1' }).fill('mobile');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add group', exact: true }).click();
  await page.getByRole('combobox', { name: 'Field, condition 2.1' }).click();
  await page.getByRole('option', { name: 'Sub 1', exact: true }).click();
  await page.getByRole('combobox', { name: 'Values, condition 2.1' }).fill('alpha');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Device is mobile and Sub 1 contains “alpha”')).toBeVisible();
  await page.getByRole('combobox', { name: 'Add a campaign' }).fill(ruled);
  await page.getByRole('option', { name: ruled }).click();
  await page.getByRole('button', { name: 'Save rule' }).click();
  await expect(page).toHaveURL(/rules\/edit\/\d+/);

  await page.goto(`/#/campaign-box/edit/${boxId}`);
  await page.getByRole('combobox', { name: 'Add a rule' }).fill(name);
  await page.getByRole('option', { name }).click();
  await page.getByRole('button', { name: 'Save campaign box' }).click();
  await expect(page.getByText('No changes')).toBeVisible();

  await page.goto(`/#/campaign-box/${boxId}`);
  // Until the panels above have loaded, Explain moves, and an open list of options can end up off the screen.
  await expect(page.getByText('This box had no clicks in the last 24 hours.')).toBeVisible();
  await expect(page.getByText('No offers yet.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Device' }).click();
  await page.getByRole('option', { name: 'mobile' }).click();
  await page.getByRole('textbox', { name: 'Sub 1' }).fill('my alpha');
  await page.getByRole('button', { name: 'Explain' }).click();
  const explanation = page.getByRole('region', { name: 'Explanation' });
  await expect(explanation.getByText('Decides')).toBeVisible();
  await expect(explanation.getByText(name)).toBeVisible();
  await expect(explanation.getByText('https://ruled.example/')).toBeVisible();

  const locationOf = async (agent: string, sub1: string) => {
    const answer = await page.request.get(`${CLICK_HOST}/box_${boxId}?sub1=${sub1}`, {
      headers: { 'user-agent': agent },
      maxRedirects: 0,
    });
    return answer.headers().location ?? '';
  };
  await expect.poll(() => locationOf(IPHONE, 'my%20alpha')).toContain('https://ruled.example/');
  expect(await locationOf(DESKTOP, 'my%20alpha')).toContain('https://usual.example/');
  expect(await locationOf(IPHONE, 'beta')).toContain('https://usual.example/');

  // The decision of this click, from its trace and from the box.
  const clicked = await locationOf(IPHONE, 'my%20alpha');
  const clickId = new URL(clicked).searchParams.get('c') ?? '';
  await page.goto(`/#/event-reporter/support/click/search/${clickId}`);
  const traced = page.getByRole('list', { name: 'Trace of the click' });
  await reloadUntil(page, traced);
  await expect(traced.getByText('A rule decided.')).toBeVisible();
  await expect(traced.getByRole('link', { name })).toBeVisible();
  await expect(traced).toContainText('Device is mobile and Sub 1 contains “alpha”');
  await expect(traced).toContainText(clicked);
  await page.goto(`/#/campaign-box/${boxId}`);
  await page.getByRole('textbox', { name: 'Click id' }).fill(clickId);
  await page.getByRole('button', { name: 'Show its trace' }).click();
  await expect(traced.getByText('A rule decided.')).toBeVisible();
});

test('a direct link created in the browser has a link and a QR code, and redirects', async ({ page }) => {
  const slug = unique('sale').replaceAll(/[^a-z0-9]/g, '');
  await openAs(page, 'Admin', '/direct-link/add');
  await page.getByRole('button', { name: 'Add direct link' }).first().click();
  await page.getByRole('textbox', { name: 'Slug' }).fill(slug);
  await page.getByRole('textbox', { name: 'Target URL' }).fill('https://direct.example/?c={click_id}');
  await page.getByRole('button', { name: 'Save direct link' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByText(slug, { exact: true }).first().click();
  await expect(page.getByText(`/d_${slug}`)).toBeVisible();
  await page.getByRole('button', { name: 'QR code' }).click();
  const qr = page.getByRole('dialog', { name: 'QR code' });
  const file = async () => {
    const downloading = page.waitForEvent('download');
    await qr.getByRole('button', { name: 'Download' }).click();
    const download = await downloading;
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  await expect(qr.getByRole('img', { name: /^QR code of/ })).toBeVisible();
  const png = await file();
  expect([png.name, png.bytes.readUInt32BE(16)]).toEqual(['qr.png', 512]);
  await page.getByRole('button', { name: 'QR code' }).click();
  await qr.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: 'SVG, for print' }).click();
  await qr.getByRole('textbox', { name: 'Colour of the code' }).fill('#ff8800');
  await expect(qr.getByRole('alert')).toContainText('Scanners need at least 4 to 1');
  await expect(qr.getByRole('button', { name: 'Download' })).toBeDisabled();
  await qr.getByRole('textbox', { name: 'Colour of the code' }).fill('#1864ab');
  const svg = await file();
  expect(svg.name).toBe('qr.svg');
  expect(svg.bytes.toString()).toMatch(/^<svg[^>]+>.*#1864ab/s);
  const location = async () => {
    const answer = await page.request.get(`${CLICK_HOST}/d_${slug}`, {
      headers: { 'user-agent': DESKTOP },
      maxRedirects: 0,
    });
    return answer.headers().location ?? '';
  };
  await expect.poll(location).toContain('https://direct.example/?c=');
});

test('the waterfall is reordered by keyboard after a preview, undone, blocked and capped', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/partners/waterfall');
  const post = <T>(path: string, data: unknown) => call<T>(page.request, session, 'POST', path, data);
  const { id: geoId } = await makeGeo(page.request, session);
  const { id: integrationId } = await post<{ id: number }>('integrations', { name: unique('Desk') });
  const [first, second] = [unique('First'), unique('Second')];
  for (const [name, weight] of [
    [first, 60],
    [second, 40],
  ] as const)
    await post('partners', {
      name,
      partnerTypeId: 105,
      currency: 'EUR',
      timeZone: 'UTC',
      deals: [{ geoId, integrationId, dealType: 'CPL', dealRevenueType: 'lead', fixedAmount: '9', weight }],
    });
  await page.goto(`/#/partners/waterfall?geo=${geoId}`);
  const rows = page.getByRole('list', { name: /^Order of/ }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(first);
  // Moving changes nothing yet: the weights and the effect are shown first.
  const preview = page.getByRole('region', { name: /^New order of/ });
  await page.getByRole('button', { name: `Move ${second} up` }).focus();
  await page.keyboard.press('Enter');
  await expect(rows.first()).toContainText(second);
  await expect(preview).toContainText(`${first} 60 → 40, ${second} 40 → 60`);
  await expect(preview).toContainText('no click-out in this geo in the last 7 days');
  await preview.getByRole('button', { name: 'Put back' }).click();
  await expect(rows.first()).toContainText(first);
  await expect(preview).toBeHidden();
  const weight = page.getByRole('textbox', { name: `Weight of ${first}` });
  await weight.fill('5');
  await page.keyboard.press('Escape');
  await expect(weight).toHaveValue('60');
  await expect(weight).toBeFocused();
  await weight.fill('5');
  await page.keyboard.press('Enter');
  await expect(rows.first()).toContainText(second);
  await expect(preview).toContainText(`${first} 60 → 5`);
  await preview.getByRole('button', { name: 'Save order' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(weight).toHaveValue('60');
  await expect(rows.first()).toContainText(first);
  await page.getByRole('button', { name: `Move ${second} up` }).click();
  await preview.getByRole('button', { name: 'Save order' }).click();
  await expect(preview).toBeHidden();
  const cap = page.getByRole('textbox', { name: `Lead cap of ${first}` });
  await cap.fill('many');
  await page.keyboard.press('Enter');
  await expect(rows.nth(1)).toContainText('Field has to be a number.');
  await cap.fill('25');
  await page.keyboard.press('Enter');
  await expect(rows.nth(1)).toContainText('0 of 25 today');
  const block = rows.nth(1).getByRole('radiogroup', { name: 'Block' });
  await block.getByText('Yes').click();
  await expect(page.getByText(`The deal of ${first} is saved.`).last()).toBeVisible();
  await expect(block.getByRole('radio', { name: 'Yes' })).toBeChecked();
  await page.reload();
  await expect(block.getByRole('radio', { name: 'Yes' })).toBeChecked();
});
