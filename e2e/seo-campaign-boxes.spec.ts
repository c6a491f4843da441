import { call, choose, expectSaved, freeHost, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

const CLICK_HOST = `http://127.0.0.1:${process.env.E2E_CLICK_PORT}`;
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

test('an SEO campaign box is added, refuses bad input, is edited, copied and explained, and its link redirects', async ({
  page,
}) => {
  const admin = await openAs(page, 'Admin', '/');
  const campaign = unique('Lander');
  await call(page.request, admin, 'POST', 'campaigns', {
    name: campaign,
    landerType: 'affiliate',
    status: 'active',
    targetUrl: 'https://lander.example/?c={click_id}&b={box_id}',
  });
  const website = freeHost();
  await call(page.request, admin, 'POST', 'websites', { name: website });
  await page.goto('/#/seo-campaign-box');
  await page.getByRole('link', { name: 'Add SEO campaign box' }).first().click();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const save = page.getByRole('button', { name: 'Save SEO campaign box' });
  const [name, keyword] = [unique('Top list'), unique('casino')];
  await field('Name').fill(name);
  await field('Page').fill('best casinos');
  await field('Page').blur();
  await expect(page.getByText('Enter the path of a page such as /best-casinos.')).toBeVisible();
  await field('Page').fill('/best-casinos');
  await field('Keyword').fill(keyword);
  await field('Position').fill('2');
  await field('Fallback link').fill('https://example.com/');
  await expect(save).toBeDisabled();
  await choose(page, 'Website', website);
  await page.getByRole('combobox', { name: 'Add a campaign' }).fill(campaign);
  await page.getByRole('option', { name: campaign }).click();
  await save.click();
  await expect(page).toHaveURL(/seo-campaign-box\/edit\/\d+/);
  const id = Number(/edit\/(\d+)/.exec(page.url())?.[1]);
  await expect(page.getByText(`/bs_${id}`)).toBeVisible();

  await page.goto('/#/seo-campaign-box');
  await page.getByRole('searchbox', { name: 'Search seo campaign boxes' }).fill(keyword);
  await page.getByRole('link', { name }).click();
  await expect(page).toHaveURL(new RegExp(`seo-campaign-box/view/${id}`));
  await page.getByRole('button', { name: 'Explain' }).click();
  await expect(page.getByRole('region', { name: 'Explanation' }).getByText('https://lander.example/')).toBeVisible();

  await page.getByRole('link', { name: 'Edit box' }).click();
  await field('Position').fill('3');
  await save.click();
  await expectSaved(page);
  await page.goto(`/#/seo-campaign-box/view/${id}`);
  await page.getByRole('link', { name: 'Copy', exact: true }).click();
  await expect(field('Page')).toHaveValue('/best-casinos');
  await expect(field('Position')).toHaveValue('3');
  await field('Name').fill(`${name} copy`);
  await save.click();
  await expect(page).toHaveURL(/seo-campaign-box\/edit\/\d+/);

  const visit = async (path: string) => {
    const answer = await page.request.get(`${CLICK_HOST}${path}`, {
      headers: { 'user-agent': DESKTOP },
      maxRedirects: 0,
    });
    return `${answer.status()} ${answer.headers().location ?? ''}`;
  };
  await expect.poll(() => visit(`/bs_${id}`)).toContain(`302 https://lander.example/?c=`);
  expect(await visit(`/bs_${id}`)).toContain(`b=${id}`);
  expect(await visit(`/b_${id}`)).toContain('404');
});

test('SEO campaign boxes are open only to the grades that work on them', async ({ page, browser }) => {
  await openAs(page, 'Seo User', '/seo-campaign-box');
  await expect(page.getByRole('link', { name: 'Add SEO campaign box' }).first()).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await openAs(other, 'Default User', '/campaign-box');
  await expect(other.getByRole('searchbox', { name: 'Search campaign boxes' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'SEO campaign boxes' })).toHaveCount(0);
  await other.context().close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('SEO campaign boxes are cards, and the form is usable', async ({ page }) => {
    await openAs(page, 'Admin', '/seo-campaign-box');
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveCount(0);
    await page.getByRole('link', { name: 'Add SEO campaign box' }).click();
    await expect(page.getByRole('button', { name: 'Save SEO campaign box' })).toBeInViewport();
  });
});
