import { call, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { reloadUntil } from './support/waits.ts';

const CLICK_HOST = `http://127.0.0.1:${process.env.E2E_CLICK_PORT}`;
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

test('a direct link with a last day and most clicks sends later visitors to its fallback link, and the story of the click says why', async ({
  page,
}) => {
  const session = await openAs(page, 'Admin', '/direct-link/add?open=new');
  const slug = unique('ends').toLowerCase().replaceAll(' ', '-');
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'direct-links', {
    slug,
    targetUrl: 'https://open.example/?c={click_id}',
    status: 'active',
  });
  const open = async () => {
    const answer = await page.request.get(`${CLICK_HOST}/d_${slug}`, {
      headers: { 'user-agent': DESKTOP },
      maxRedirects: 0,
    });
    return answer.headers().location ?? '';
  };
  await page.goto(`/#/direct-link/add?open=${id}`);
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Most clicks' }).fill('1');
  await form.getByRole('textbox', { name: 'Fallback link' }).fill('https://over.example/?c={click_id}');
  await form.getByRole('button', { name: 'Save direct link' }).click();
  await expect(form).toBeHidden();
  // Bots are let through and not counted, so they show when the router knows of the limit.
  await expect.poll(open).toContain('https://over.example/');
  const clickId = new URL(await open()).searchParams.get('c') ?? '';
  await page.goto(`/#/event-reporter/support/click/search/${clickId}`);
  const reason = page
    .getByText('The direct link has had its most clicks: the click goes to its fallback link.')
    .first();
  await reloadUntil(page, reason);
  await expect(page.getByText('the direct link’s fallback link').first()).toBeVisible();
});

test('named parameters of a direct link pass on to its target as they are written, and others do not', async ({
  page,
}) => {
  const session = await openAs(page, 'Admin', '/direct-link/add?open=new');
  const slug = unique('passes').toLowerCase().replaceAll(' ', '-');
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'direct-links', {
    slug,
    targetUrl: 'https://open.example/?aff=ours&c={click_id}#top',
    status: 'active',
  });
  await page.goto(`/#/direct-link/add?open=${id}`);
  const form = page.getByRole('dialog');
  const names = form.getByRole('textbox', { name: 'Parameters that pass on' });
  await names.fill('*');
  await expect(form.getByText('Name each parameter instead of “*”, because links may carry anything.')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Save direct link' })).toBeDisabled();
  await names.fill('utm_source, gclid, aff');
  await form.getByRole('button', { name: 'Save direct link' }).click();
  await expect(form).toBeHidden();
  const open = async () => {
    const answer = await page.request.get(`${CLICK_HOST}/d_${slug}?utm_source=a%20b&gclid=E+1&aff=theirs&utm_term=no`, {
      headers: { 'user-agent': DESKTOP },
      maxRedirects: 0,
    });
    return answer.headers().location ?? '';
  };
  await expect.poll(open).toMatch(/^https:\/\/open\.example\/\?aff=ours&c=[\w-]+&utm_source=a%20b&gclid=E\+1#top$/);
});
