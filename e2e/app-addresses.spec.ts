import { call, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

const CLICK_HOST = `http://127.0.0.1:${process.env.E2E_CLICK_PORT}`;
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

test('an app address with an unknown scheme is refused until an Admin allows the scheme, and then Android phones go there', async ({
  page,
}) => {
  const session = await openAs(page, 'Admin', '/direct-link/add?open=new');
  const slug = unique('app').toLowerCase().replaceAll(' ', '-');
  const scheme = slug.replaceAll(/[^a-z0-9]/g, '');
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'direct-links', {
    slug,
    targetUrl: 'https://web.example/?c={click_id}',
    status: 'active',
  });
  await page.goto(`/#/direct-link/add?open=${id}`);
  const form = page.getByRole('dialog', { name: slug });
  const android = form.getByRole('textbox', { name: 'Android app address' });
  await android.fill('javascript:alert(1)');
  await android.blur();
  await expect(form.getByText(/because they can run code/)).toBeVisible();
  await android.fill(`${scheme}://open?c={click_id}`);
  await form.getByRole('button', { name: 'Save direct link' }).click();
  await expect(form.getByText(`An Admin can add the scheme “${scheme}” under Tags → App schemes.`)).toBeVisible();

  await page.goto('/#/tags?kind=app-schemes');
  await page.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('button', { name: 'Add app scheme' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Add app scheme' });
  await drawer.getByRole('textbox', { name: 'Scheme' }).fill(scheme);
  await drawer.getByRole('button', { name: 'Save app scheme' }).click();
  await expect(drawer).toBeHidden();

  await page.goto(`/#/direct-link/add?open=${id}`);
  await android.fill(`${scheme}://open?c={click_id}`);
  await form.getByRole('button', { name: 'Save direct link' }).click();
  await expect(form).toBeHidden();
  const open = async () => {
    const headers = { 'user-agent': ANDROID };
    const answer = await page.request.get(`${CLICK_HOST}/d_${slug}`, { headers, maxRedirects: 0 });
    return answer.headers().location ?? '';
  };
  await expect
    .poll(open)
    .toMatch(
      new RegExp(
        `^intent://open\\?c=[\\w-]+#Intent;scheme=${scheme};S\\.browser_fallback_url=https%3A%2F%2Fweb\\.example%2F%3Fc%3D[\\w-]+;end$`,
      ),
    );
});
