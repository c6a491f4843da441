import { call, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

const CLICK_HOST = `http://127.0.0.1:${process.env.E2E_CLICK_PORT}`;

test('clicks from a whitelisted range of IP addresses never count as bot visits', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/whitelist');
  await page.getByRole('button', { name: 'Add entry' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Add entry' });
  const range = drawer.getByRole('textbox', { name: 'IP range' });
  await range.fill('0.0.0.0/0');
  await range.blur();
  await expect(drawer.getByText(/range of IP addresses such as/)).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Save entry' })).toBeDisabled();
  const part = () => Math.floor(Math.random() * 0xffff).toString(16);
  const network = `2001:db8:${part()}:${part()}`;
  await range.fill(`${network}::/64`);
  await drawer.getByRole('button', { name: 'Save entry' }).click();
  await expect(drawer).toBeHidden();

  const { id: campaignId } = await call<{ id: number }>(page.request, session, 'POST', 'campaigns', {
    name: unique('Office'),
    landerType: 'external_lander',
    status: 'active',
    targetUrl: 'https://office.example/?c={click_id}',
  });
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'campaign-boxes', {
    name: unique('Box'),
    boxKind: 'regular',
    fallbackUrl: 'https://fallback.example/',
    allocation: [{ campaignId, weight: 100 }],
  });
  // A bot is redirected without a cookie; a visitor gets the cookie that identifies them.
  const isVisit = async (address: string) => {
    const headers = { 'user-agent': 'curl/8.5', 'x-forwarded-for': address };
    const answer = await fetch(`${CLICK_HOST}/box_${id}`, { headers, redirect: 'manual' });
    return answer.status === 302 ? answer.headers.has('set-cookie') : answer.status;
  };
  await expect.poll(() => isVisit(`${network}::7`)).toBe(true);
  expect(await isVisit('2001:db8::7')).toBe(false);
});
