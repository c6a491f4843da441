/** Templates and buttons: written, served to visitors of two countries, counted, tested and promoted. */
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pageDocument } from '../apps/server/src/traffic/clicks/pages/document.ts';
import { fillPage, parsePage } from '../apps/server/src/traffic/clicks/pages/liquid.ts';
import { isCut, sanitizePage } from '../apps/server/src/traffic/clicks/pages/sanitize.ts';
import { call, choose, newPerson, openAs, unique } from './support/people.ts';
import { type APIRequestContext, expect, type Page, test } from './support/test.ts';
import { isThere } from './support/waits.ts';

const CLICKS = `http://127.0.0.1:${process.env.E2E_CLICK_PORT}`;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const COUNTRIES = { Germany: '217.0.0.1', 'United States': '8.8.8.8' } as const;

/** One person opens a box, sees the page and perhaps presses its button. */
async function visit(request: APIRequestContext, box: number, address: string, visitor: string, presses: boolean) {
  const headers = { 'user-agent': CHROME, 'x-forwarded-for': address, cookie: `signpost_visitor=${visitor}` };
  const first = await request.get(`${CLICKS}/box_${box}`, { maxRedirects: 0, headers });
  const location = first.headers().location ?? '';
  expect(location).toMatch(/^\/p_\d+\?click=/);
  const page = await request.get(`${CLICKS}${location}`, { headers });
  expect(page.status()).toBe(200);
  const body = await page.text();
  const out = /href="(\/out\/[^"]+)"/.exec(body)?.[1] ?? '';
  if (presses) expect((await request.get(`${CLICKS}${out}`, { maxRedirects: 0, headers })).status()).toBe(302);
  return body;
}

test('a template with two variants is written, shown in two countries, and counted by template', async ({ page }) => {
  const person = await newPerson(page.request, 'Operations');
  const name = unique('Page');
  const make = (path: string, body: object) => call<{ id: number }>(page.request, person, 'POST', path, body);
  const partners = await call<{ id: number }[]>(page.request, person, 'GET', 'partners?limit=1');
  const products = await call<{ id: number }[]>(page.request, person, 'GET', 'options/product').catch(() => []);
  const offer = await make('offers', {
    name,
    partnerId: partners[0]?.id,
    productId: products[0]?.id ?? 1,
    targetUrl: 'https://offer.example/?c={click_id}',
  });
  const campaign = await make('campaigns', {
    name,
    landerType: 'prelander',
    prelanderType: 'regular',
    offerId: offer.id,
    targetUrl: 'https://foreign.example/',
  });
  await make('buttons', {
    name,
    variants: [{ name: 'A', weight: 100, text: 'See the offer', textColor: '#ffffff', backgroundColor: '#1864ab' }],
  });

  // An allocation row leads to the template under the campaign's id, also before there is one.
  await openAs(page, person, `/templates/edit/${campaign.id}`);
  await expect(page.getByText('has no template yet')).toBeVisible();
  await page.getByRole('link', { name: 'Write its template' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await expect(page.getByRole('combobox', { name: 'Campaign' })).toHaveValue(name);
  await choose(page, 'Button', name);
  await page.getByRole('button', { name: 'Add variant' }).click();
  await page
    .getByRole('textbox', { name: 'HTML' })
    .fill(
      '<h1>{{ headline }}</h1>{% if geo == "DE" %}<p>Hallo</p>{% endif %}{% button %}<script>parent.hacked=1</script>',
    );
  await page.getByRole('button', { name: 'Add text' }).click();
  await page.getByRole('textbox', { name: /^Place, text 1/ }).fill('headline');
  await page.getByRole('textbox', { name: /^Text, text 1/ }).fill('Good evening');
  // The preview follows, says what will be left out, and runs nothing.
  const preview = page.frameLocator('iframe[title="Preview"]');
  await expect(preview.getByRole('heading', { name: 'Good evening' })).toBeVisible();
  await expect(preview.getByText('See the offer')).toBeVisible();
  await expect(preview.getByText('Hallo')).toHaveCount(0);
  await expect(page.getByText('will be left out when you save')).toBeVisible();
  await choose(page, 'Visitor from', 'Germany');
  await expect(preview.getByText('Hallo')).toBeVisible();
  await page.getByRole('button', { name: 'Add variant' }).click();
  await page.getByRole('textbox', { name: 'HTML' }).fill('<h2>{{ headline }} from {{ country }}</h2>{% button %}');
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(page).toHaveURL(new RegExp(`templates/edit/${campaign.id}`));
  await expect(page.getByText('No box shows this page yet')).toBeVisible();
  expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);

  const stored = await call<{ version: number }>(page.request, person, 'GET', `campaigns/${campaign.id}`);
  const values = { targetUrl: `/p_${campaign.id}` };
  await call(page.request, person, 'PATCH', `campaigns/${campaign.id}`, { version: stored.version, values });
  const box = await make('campaign-boxes', {
    name,
    boxKind: 'regular',
    fallbackUrl: 'https://fallback.example/',
    allocation: [{ campaignId: campaign.id, weight: 100, lock: false, weightOverride: false }],
  });
  await expect(async () => {
    const headers = { 'user-agent': CHROME, purpose: 'prefetch' };
    const look = await page.request.get(`${CLICKS}/box_${box.id}`, { maxRedirects: 0, headers });
    expect(look.headers().location).toMatch(/^\/p_/);
  }).toPass();
  const seen = new Set<string>();
  let pressed = 0;
  for (const [country, address] of Object.entries(COUNTRIES))
    for (let n = 0; n < 12; n += 1) {
      const presses = n % 3 === 0;
      pressed += presses ? 1 : 0;
      const body = await visit(page.request, box.id, address, crypto.randomUUID(), presses);
      expect(body).not.toContain('<script');
      if (body.includes('<h1>')) expect(body.includes('Hallo')).toBe(country === 'Germany');
      else expect(body).toContain(`Good evening from ${country}`);
      seen.add(body.includes('<h1>') ? 'first' : 'second');
    }
  expect(seen.size).toBe(2);

  // 24 impressions, 8 click-outs, a third of them; by template, and within it by country.
  await page.goto(
    `/#/stats?tab=global&kingstat=3&columns[0]=3&columns[1]=18&columns[2]=4&levels[0][type]=template&levels[1][type]=geo&filters[campaign_box][0]=${box.id}`,
  );
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: name });
  await expect(row.getByRole('gridcell').filter({ hasText: /^24$/ })).toBeVisible();
  await expect(row.getByRole('gridcell').filter({ hasText: /^33\.3+\s?%$/ })).toBeVisible();
  expect(pressed).toBe(8);
});

test('a test that was decided in a month of visits is promoted, and the promotion undone', async ({ page }) => {
  // The demo's tested template belongs to all repetitions of this test, which take turns.
  const turn = join(process.env.E2E_DATA_DIR ?? '', 'promoting');
  await expect(() => mkdir(turn)).toPass();
  try {
    const person = await newPerson(page.request, 'Operations');
    await openAs(page, person, '/templates/edit/1058');
    const panel = page.getByRole('article', { name: /^Test from/ });
    await expect(panel.getByText(/^(Winner found|Promotion undone|Running)$/)).toBeVisible();
    const lookNow = panel.getByRole('button', { name: 'Look now' });
    if (await isThere(page, lookNow, panel)) await lookNow.click();
    await expect(panel.getByRole('row', { name: /^Story Winner/ })).toContainText('pp');
    await panel.getByRole('button', { name: 'Promote Story' }).click();
    await expect(panel.getByText('Story is shown to everybody.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Story · 100' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Quiz · 0' })).toBeVisible();
    await panel.getByRole('button', { name: 'Undo the promotion' }).click();
    await expect(panel.getByText(/The promotion was taken back/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Quiz · 50' })).toBeVisible();
  } finally {
    await rmdir(turn);
  }
});

test('a button gets a snippet for sites and is duplicated; a site and its banner have texts of their own', async ({
  page,
}) => {
  const person = await newPerson(page.request, 'Operations');
  const name = unique('Button');
  const make = (path: string, body: object) => call<{ id: number }>(page.request, person, 'POST', path, body);
  const site = await make('websites', { name: `${unique('site').replace(' ', '-')}.example`, websiteKind: 'own' });
  const banner = { name, boxKind: 'banner', fallbackUrl: 'https://fallback.example/', websiteId: site.id };
  const { id: bannerId } = await make('campaign-boxes', banner);

  await openAs(page, person, '/buttons/add');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await choose(page, 'Leads to box', name);
  await page.getByRole('button', { name: 'Add variant' }).click();
  await page.getByRole('textbox', { name: 'Name, variant 1' }).fill('Blue');
  await page.getByRole('textbox', { name: 'Text, variant 1' }).fill('Try it');
  await page.getByRole('textbox', { name: 'Background, variant 1' }).fill('red');
  await page.getByRole('textbox', { name: 'Name, variant 1' }).focus();
  await expect(page.getByText('Enter a colour such as #1864ab.').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Background, variant 1' }).fill('#1864ab');
  await page.getByRole('button', { name: 'Save button' }).click();
  await expect(page).toHaveURL(/buttons\/edit\/\d+/);
  const id = /edit\/(\d+)/.exec(page.url())?.[1] ?? '';
  await expect(page.getByText(`/b_${id}/show`)).toBeVisible();
  const headers = { 'user-agent': CHROME };
  await expect
    .poll(async () => await (await page.request.get(`${CLICKS}/b_${id}/show`, { headers })).text())
    .toContain('Try it');
  const click = await page.request.get(`${CLICKS}/b_${id}`, { headers, maxRedirects: 0 });
  expect(click.headers().location).toBe('https://fallback.example/');
  await page.goto(`/#/buttons/duplicate/${id}`);
  await expect(page.getByRole('textbox', { name: 'Text, variant 1' })).toHaveValue('Try it');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`${name} again`);
  await page.getByRole('button', { name: 'Save button' }).click();
  await expect(page).toHaveURL(/buttons\/edit\/\d+/);
  expect(page.url()).not.toContain(`/${id}`);

  await page.goto(`/#/templates/defaults/${site.id}`);
  const headline = page.getByRole('textbox', { name: 'Text of headline' });
  await headline.fill('For readers of this site');
  await page.getByRole('button', { name: 'Save defaults' }).click();
  await expect(page.getByText('The defaults are saved.')).toBeVisible();
  await page.getByRole('link', { name }).click();
  await expect(page).toHaveURL(new RegExp(`defaults/${site.id}/${bannerId}`));
  await expect(headline).toHaveValue('');
  await expect(headline).toHaveAttribute('placeholder', 'For readers of this site');
  await expect(page.getByText(/^Inherited from site-/).first()).toBeVisible();
  await headline.fill('For visitors of this banner');
  await page.getByRole('button', { name: 'Save defaults' }).click();
  await expect(page.getByText('Own text')).toBeVisible();
  // A banner's own screen shows its link as a banner.
  await page.goto(`/#/campaign-box/${bannerId}`);
  await expect(page.getByText(new RegExp(`/b_${bannerId}$`))).toBeVisible();
});

/** Each would set a mark if it ran. Liquid takes part in the last ones. */
const RUN = 'globalThis.ran=1';
const PAYLOADS = [
  `<script>${RUN}</script>`,
  `<SCRIPT SRC="data:text/javascript,${RUN}"></SCRIPT>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<img src=x onerror=${RUN}>`,
  `<img src="x" OnErRoR="${RUN}">`,
  `<img/src=x/onerror=${RUN}>`,
  `<img src=\`x\` onerror=\`${RUN}\`>`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${RUN}></style></mglyph></table></mtext></math>`,
  `<iframe src="javascript:parent.${RUN}"></iframe>`,
  `<iframe srcdoc="<script>parent.ran=1</script>"></iframe>`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<body onload=${RUN}>`,
  `<details open ontoggle=${RUN}>x</details>`,
  `<video><source onerror=${RUN}></video>`,
  `<audio src=x onerror=${RUN}></audio>`,
  `<input autofocus onfocus=${RUN}>`,
  `<select autofocus onfocus=${RUN}></select>`,
  `<textarea autofocus onfocus=${RUN}></textarea>`,
  `<marquee onstart=${RUN}>x</marquee>`,
  `<meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
  `<base href="javascript:${RUN}//"><a id=go href="x">x</a>`,
  `<link rel=stylesheet href="data:text/css,x" onload=${RUN}>`,
  `<style onload=${RUN}></style>`,
  `<style>@import 'x';</style><p style="animation:x" onanimationstart=${RUN}>x</p>`,
  `<form action="javascript:${RUN}"><button id=go>x</button></form>`,
  `<a id=go href="javascript:${RUN}">x</a>`,
  `<a id=go href="JaVaScRiPt:${RUN}">x</a>`,
  `<a id=go href="java&#10;script:${RUN}">x</a>`,
  `<a id=go href="&#106;avascript:${RUN}">x</a>`,
  `<a id=go href=" javascript:${RUN}">x</a>`,
  `<a id=go href="data:text/html,<script>${RUN}</script>">x</a>`,
  `<a id=go href="vbscript:${RUN}">x</a>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>"></noscript>`,
  `<template><script>${RUN}</script></template>`,
  `<xmp><p title="</xmp><img src=x onerror=${RUN}>"></xmp>`,
  `<!--><img src=x onerror=${RUN}>-->`,
  `<![CDATA[><img src=x onerror=${RUN}>]]>`,
  `<p title='"><img src=x onerror=${RUN}>'>x</p>`,
  `<p style="background:url(javascript:${RUN})">x</p>`,
  `<isindex type=image src=x onerror=${RUN}>`,
  `<picture><img srcset="x" onerror=${RUN}></picture>`,
  `{{ evil }}`,
  `<p title="{{ evil }}">x</p>`,
  `<p title={{ evil }}>x</p>`,
  `<a id=go href="{{ link }}">x</a>`,
  `<a id=go href="{% if yes %}javascript:${RUN}{% endif %}">x</a>`,
  `<a id=go href="java{% comment %}x{% endcomment %}script:${RUN}">x</a>`,
  `<p title="{% if no %}">x{% endif %}<b title=" onmouseover=${RUN} style=position:fixed;inset:0 x=">x</b>`,
  `<p title="{% comment %}">x{% endcomment %}<img title=" src=x onerror=${RUN} ">`,
  `<img title="{% if no %}" alt="{% endif %} src=x onerror=${RUN} x=">`,
  `<{% if yes %}script{% endif %}>${RUN}</script>`,
  `&lt;{% if yes %}script>${RUN}</script{% endif %}>`,
  `<scr{{ nothing }}ipt>${RUN}</scr{{ nothing }}ipt>`,
  `<img src=x {{ handler }}>`,
];
const EVIL = {
  evil: `"><img src=x onerror=${RUN}><script>${RUN}</script>`,
  link: `javascript:${RUN}`,
  handler: `onerror=${RUN}`,
  yes: 'yes',
};

test('no script of a template ever runs in Chromium, by any one of the walls', async ({ browser, request }) => {
  const person = await newPerson(request, 'Operations');
  const opened = new Set<string>();
  const context = await browser.newContext();
  /** Opens a document, and moves and clicks in it as a visitor would. */
  const runs = async (page: Page, html: string, headers: Record<string, string>): Promise<boolean> => {
    const answer = { body: html, contentType: 'text/html; charset=utf-8', headers };
    await page.route('**/payload', (route) => route.fulfill(answer));
    await page.goto('http://payload.invalid/payload');
    const go = await page.evaluate(() => {
      const link = document.querySelector('#go');
      link?.scrollIntoView();
      return link?.getBoundingClientRect();
    });
    if (go !== undefined && go.width > 0) await page.mouse.click(go.x + go.width / 2, go.y + go.height / 2);
    await page.mouse.move(40, 40);
    opened.add(html);
    const hasRun = await page.evaluate(() => 'ran' in globalThis).catch(() => false);
    await page.unroute('**/payload');
    return hasRun;
  };
  const policy = await request.get(`${CLICKS}/p_1058`, { headers: { 'user-agent': CHROME } });
  const csp = { 'content-security-policy': policy.headers()['content-security-policy'] ?? '' };
  const walls: string[] = [];
  const tryOut = async (page: Page, payload: string): Promise<void> => {
    const parsed = parsePage(payload);
    const filled = parsed.ok ? fillPage(parsed.pieces, EVIL) : '';
    const document = (body: string) =>
      pageDocument({ body, css: `</style><script>${RUN}</script>`, title: payload, language: 'en' });
    // The sanitiser alone, without the policy; and the policy alone, with the payload as it is.
    if (await runs(page, document(filled), {})) walls.push(`sanitised: ${payload}`);
    if (await runs(page, `<!doctype html>${payload.replaceAll('{{ evil }}', EVIL.evil)}`, csp))
      walls.push(`policy: ${payload}`);
    expect(sanitizePage(sanitizePage(payload)), payload).toBe(sanitizePage(payload));
  };
  // Several at a time: opening a document is mostly waiting.
  const pages = await Promise.all(Array.from({ length: 4 }, () => context.newPage()));
  const left = [...PAYLOADS];
  await Promise.all(
    pages.map(async (one) => {
      for (let payload = left.pop(); payload !== undefined; payload = left.pop()) await tryOut(one, payload);
    }),
  );
  expect(walls).toEqual([]);
  expect(opened.size).toBeGreaterThan(PAYLOADS.length);
  // The payloads are not harmless: without any wall, many of them run.
  let dangerous = 0;
  const page = await context.newPage();
  for (const payload of PAYLOADS.slice(0, 12)) if (await runs(page, `<!doctype html>${payload}`, {})) dangerous += 1;
  expect(dangerous).toBeGreaterThan(5);
  expect(isCut(PAYLOADS[0] ?? '')).toBe(true);

  // The whole way: saved through the API, served by the click port, opened by a visitor.
  const campaign = await call<{ id: number }>(request, person, 'POST', 'campaigns', {
    name: unique('Evil'),
    landerType: 'prelander',
    prelanderType: 'regular',
    targetUrl: 'https://foreign.example/',
  });
  await call(request, person, 'POST', 'templates', {
    name: unique('Evil'),
    campaignId: campaign.id,
    texts: Object.entries(EVIL).map(([name, text]) => ({ name, text })),
    variants: [{ name: 'A', weight: 1, html: PAYLOADS.filter((one) => !one.includes('{%')).join('\n<hr>\n') }],
  });
  const address = `${CLICKS}/p_${campaign.id}?sub1=${encodeURIComponent(EVIL.evil)}`;
  await expect.poll(async () => (await request.get(address, { headers: { 'user-agent': CHROME } })).status()).toBe(200);
  await page.goto(address);
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
  await context.close();
});
