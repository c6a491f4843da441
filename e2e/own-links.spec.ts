/** Our own links in fields, campaigns that are not common, and CTA labels: what staff set reaches boxes and visitors. */
import type { LinkSettings } from '@signpost/contract/traffic/clicks/link-settings.ts';
import { call, openAs, unique } from './support/people.ts';
import { expect, type Locator, test } from './support/test.ts';

const CLICK_HOST = `http://127.0.0.1:${process.env.E2E_CLICK_PORT}`;

/** Enters a text as one that is pasted. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((input) => {
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: new DataTransfer(), bubbles: true }));
  });
  await field.fill(text);
}

test('a pasted link of ours is cut behind its number, and a link of a partner is not', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/direct-link/add?open=new');
  const field = page.getByRole('textbox', { name: 'Target URL' });
  const { shortLinkHosts, clickPort } = await call<LinkSettings>(page.request, session, 'GET', 'links/settings');
  const host = shortLinkHosts[0] ?? `${new URL(page.url()).hostname}:${clickPort}`;
  await paste(field, `https://${host}/box_12/more?y=1`);
  await expect(field).toHaveValue(`https://${host}/box_12`);
  const note = page.getByRole('status').filter({ hasText: 'This is our campaign box 12.' });
  await expect(note).toContainText('“/more?y=1” behind it was cut off.');
  await note.getByRole('button', { name: 'Keep the whole link' }).click();
  await expect(field).toHaveValue(`https://${host}/box_12/more?y=1`);
  await paste(field, 'https://partner.example/web_site/box_12?y=1');
  await expect(field).toHaveValue('https://partner.example/web_site/box_12?y=1');
  await expect(note).toHaveCount(0);
});

test('a campaign that is not common is offered in its own box only, and its CTA label reaches the visitor', async ({
  page,
}) => {
  const session = await openAs(page, 'Admin', '/profile');
  const post = (path: string, data: object) => call<{ id: number }>(page.request, session, 'POST', path, data);
  const name = unique('Own lander');
  const targetUrl = 'https://lander.example/?label={cta}';
  const lander = await post('campaigns', { name, landerType: 'offer_lander', common: false, targetUrl });
  const box = { boxKind: 'regular', fallbackUrl: 'https://fallback.example/' };
  const allocation = [{ campaignId: lander.id, weight: 100, ctaLabel: 'Play now' }];
  const own = await post('campaign-boxes', { ...box, name: unique('Own box'), allocation });
  const other = await post('campaign-boxes', { ...box, name: unique('Other box'), allocation: [] });
  await page.goto(`/#/campaign-box/edit/${other.id}`);
  await page.getByRole('combobox', { name: 'Add a campaign' }).fill(name);
  await expect(page.getByRole('option', { name, exact: true })).toHaveCount(0);
  await page.goto(`/#/campaign-box/edit/${own.id}`);
  await page.getByRole('button', { name: `Remove ${name}` }).click();
  await page.getByRole('combobox', { name: 'Add a campaign' }).fill(name);
  await page.getByRole('option', { name, exact: true }).click();
  await expect(page.getByText('Visitors read a CTA label at {cta} in target URLs')).toBeVisible();
  const visit = () => page.request.get(`${CLICK_HOST}/box_${own.id}`, { maxRedirects: 0 });
  await expect.poll(async () => (await visit()).headers().location).toBe('https://lander.example/?label=Play%20now');
});
