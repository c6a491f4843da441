import { call, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { reloadUntil } from './support/waits.ts';

const CLICK_HOST = `http://127.0.0.1:${process.env.E2E_CLICK_PORT}`;
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

test('a box with a last day sends later visitors to its fallback link, and its form and the story of the click say why', async ({
  page,
}) => {
  const session = await openAs(page, 'Admin', '/campaign-box');
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'campaign-boxes', {
    name: unique('Ends'),
    boxKind: 'regular',
    fallbackUrl: 'https://no-campaign.example/',
  });
  const open = async () => {
    const answer = await page.request.get(`${CLICK_HOST}/box_${id}`, {
      headers: { 'user-agent': DESKTOP },
      maxRedirects: 0,
    });
    return answer.headers().location ?? '';
  };
  await page.goto(`/#/campaign-box/edit/${id}`);
  await page.getByRole('textbox', { name: 'Last day' }).fill('2026-01-31');
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Most clicks' }).fill('500');
  await page.getByRole('textbox', { name: 'Fallback link' }).fill('https://box-over.example/?c={click_id}');
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText(
    'The last day is over: every visitor goes to the fallback link.',
  );
  await page.getByRole('button', { name: 'Save campaign box' }).click();
  await expect.poll(open).toContain('https://box-over.example/');
  const clickId = new URL(await open()).searchParams.get('c') ?? '';
  await page.goto(`/#/event-reporter/support/click/search/${clickId}`);
  const reason = page.getByText('The last day of the box is over: every visitor goes to the fallback link.').first();
  await reloadUntil(page, reason);
  await expect(page.getByText('the box’s fallback link').first()).toBeVisible();
  await page.goto(`/#/campaign-box/${id}`);
  await expect(page.getByText('Counted clicks')).toBeVisible();
  await expect(page.getByText('Time zone of the days')).toBeVisible();
});
