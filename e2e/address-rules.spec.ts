import { expectNothingSerious } from './support/axe.ts';
import { call, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

const CLICK_HOST = `http://127.0.0.1:${process.env.E2E_CLICK_PORT}`;
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

test('a rule with a pasted list of addresses leads their visitors elsewhere, and nobody else', async ({ page }) => {
  // The form has loaded its campaigns before the ones of this test exist.
  const loaded = page.waitForResponse(/\/metadata\/campaigns$/);
  const session = await openAs(page, 'Admin', '/rules/add');
  await loaded;
  const post = <T>(path: string, data: unknown) => call<T>(page.request, session, 'POST', path, data);
  const [office, usual, name] = [unique('Office'), unique('Usual'), unique('Visitors of the office')];
  const campaign = (of: string, host: string) =>
    post<{ id: number }>('campaigns', { name: of, landerType: 'external_lander', targetUrl: `https://${host}/` });
  await campaign(office, 'office.example');
  const { id: usualId } = await campaign(usual, 'usual.example');

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('combobox', { name: 'Field, condition 1' }).click();
  await page.getByRole('option', { name: 'IP address', exact: true }).click();
  const list = page.getByRole('textbox', { name: 'Values, condition 1' });
  await list.fill('# Vienna\n203.0.113.7/24');
  await page.getByRole('textbox', { name: 'Notes' }).focus();
  await expect(
    page.getByText('“203.0.113.7/24”: This is either the network 203.0.113.0/24 or the address 203.0.113.7.'),
  ).toBeVisible();
  await list.fill('# Vienna\n203.0.113.0/24 # first floor\n198.51.100.4 - 198.51.100.9, 2001:db8::/32');
  await page.getByRole('textbox', { name: 'Notes' }).focus();
  await expect(page.getByText(/This is either the network/)).toHaveCount(0);
  const words = 'IP address is in 203.0.113.0/24, 198.51.100.4-198.51.100.9, 2001:db8::/32';
  await expect(page.getByText(words)).toBeVisible();
  await page.getByRole('combobox', { name: 'Add a campaign' }).fill(office);
  await page.getByRole('option', { name: office }).click();
  await expectNothingSerious(page);
  await page.getByRole('button', { name: 'Save rule' }).click();
  await expect(page).toHaveURL(/rules\/edit\/\d+/);
  await expect(page.getByRole('textbox', { name: 'Values, condition 1' })).toHaveValue(
    '203.0.113.0/24\n198.51.100.4-198.51.100.9\n2001:db8::/32',
  );
  const ruleId = Number(/\d+$/.exec(page.url())?.[0]);
  const { id: boxId } = await post<{ id: number }>('campaign-boxes', {
    name: unique('Box'),
    fallbackUrl: 'https://fallback.example/',
    rules: [ruleId],
    allocation: [{ campaignId: usualId, weight: 100 }],
  });

  const targetOf = async (address: string) => {
    const answer = await page.request.get(`${CLICK_HOST}/box_${boxId}`, {
      headers: { 'user-agent': DESKTOP, 'x-forwarded-for': address },
      maxRedirects: 0,
    });
    return answer.headers().location;
  };
  await expect.poll(() => targetOf('203.0.113.250')).toBe('https://office.example/');
  expect(await targetOf('198.51.100.9')).toBe('https://office.example/');
  expect(await targetOf('2001:db8:7::1')).toBe('https://office.example/');
  expect(await targetOf('203.0.114.1')).toBe('https://usual.example/');
  expect(await targetOf('198.51.100.10')).toBe('https://usual.example/');

  await page.goto(`/#/campaign-box/${boxId}`);
  await expect(page.getByText('No offers yet.')).toBeVisible();
  await page.getByRole('textbox', { name: 'IP address' }).fill('203.0.113.9');
  await page.getByRole('button', { name: 'Explain' }).click();
  const explanation = page.getByRole('region', { name: 'Explanation' });
  await expect(explanation.getByText('Decides')).toBeVisible();
  await expect(explanation.getByText(words)).toBeVisible();
});
