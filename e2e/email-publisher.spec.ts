import type { LinkSettings } from '@signpost/contract/traffic/clicks/link-settings.ts';
import type { SignedIn } from '@signpost/contract/workplace/people/sign-in.ts';
import { expectNothingSerious } from './support/axe.ts';
import { mailsTo, startMailProduct } from './support/mail.ts';
import { call, newPerson, openAs, sessionOf, unique } from './support/people.ts';
import { type APIRequestContext, expect, type Page, test } from './support/test.ts';

let product: Awaited<ReturnType<typeof startMailProduct>>;
test.beforeAll(async () => {
  product = await startMailProduct();
});
test.afterAll(() => product.stop());

async function newPublisher(request: APIRequestContext, person: SignedIn) {
  const name = unique('Publisher');
  const contactEmail = `${name.replace(' ', '.').toLowerCase()}@publisher.test`;
  const { id } = await call<{ id: number }>(request, person, 'POST', 'publishers', {
    name,
    currency: 'EUR',
    status: 'active',
    contactEmail,
    commissionPercent: '37.5',
  });
  return { id, name, address: contactEmail };
}

/** The beginnings of our own links that visitors open. */
async function linkHost(page: Page, person: SignedIn): Promise<string> {
  const { shortLinkHosts, clickPort } = await call<LinkSettings>(page.request, person, 'GET', 'links/settings');
  return `http://${shortLinkHosts[0] ?? `${new URL(page.url()).hostname}:${clickPort}`}`;
}

const addRecipient = async (page: Page, name: string) => {
  await page.getByRole('combobox', { name: 'Publishers', exact: true }).fill(name);
  await page.getByRole('option', { name, exact: true }).click();
};

/** The one-click address in a mail. */
const unsubscribeIn = (raw = ''): string =>
  /List-Unsubscribe: <([^>]+)>/.exec(raw.replaceAll(/\r\n\s+/g, ' '))?.[1] ?? '';

test('an e-mail is written, previewed, tested and sent; one click unsubscribes, and the next send leaves the person out', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.origin, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const person = await newPerson(page.request, 'Admin');
  const [one, other] = [await newPublisher(page.request, person), await newPublisher(page.request, person)];
  await openAs(page, person, '/email-publisher');
  await expect(page.getByRole('grid', { name: 'E-mails to publishers' })).toBeVisible();
  await page.getByRole('link', { name: 'Write e-mail' }).click();

  // Written from a starting text, for two publishers.
  await page.getByRole('button', { name: 'Change of terms' }).click();
  const subject = unique('Terms');
  await page.getByLabel('Subject').fill(`${subject} of {{ publisher }}`);
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill(`<p>Hello {{ nmae }}, you get {{ commission }} %.</p><a href="${product.origin}/gone.html">More</a>`);
  await addRecipient(page, one.name);
  await addRecipient(page, other.name);
  await expect(page.getByText('Reaches 2 people.')).toBeVisible();
  await expect(page.getByText('These places stand for nothing: {{ nmae }}')).toBeVisible();
  await page.getByRole('button', { name: 'Check links' }).click();
  const checked = page.getByRole('list', { name: 'Checked links' });
  await expect(checked).toContainText('Broken');
  // A link of ours is named as one, and what follows it stays, because the text is HTML (docs/decisions/0330).
  const own = `${await linkHost(page, person)}/box_12/more?y=1`;
  await text.fill(`<p>Hello</p><a href="${own}">Go</a>`);
  await page.getByRole('button', { name: 'Check links' }).click();
  await expect(checked).toContainText(`${own}Our campaign box 12.`);
  await expect(text).toHaveValue(`<p>Hello</p><a href="${own}">Go</a>`);
  await text.fill('<p>Hello {{ name }}, you get {{ commission }} %.</p>');
  const frame = page.frameLocator('iframe[title="Preview"]');
  await expect(frame.getByText(`Hello ${one.name}, you get 37.5 %.`)).toBeVisible();
  await page.getByRole('button', { name: other.name }).click();
  await expect(frame.getByText(`Hello ${other.name}, you get 37.5 %.`)).toBeVisible();
  await expectNothingSerious(page);

  // Tested and sent.
  await page.getByRole('button', { name: 'Send test to me' }).click();
  await expect(page.getByText(`The test was sent to ${person.user.email}.`)).toBeVisible();
  expect((await mailsTo(person.user.email))[0]).toContain(`Subject: [Test] ${subject} of ${one.name}`);
  await page.getByRole('button', { name: 'Send…' }).click();
  await page.getByRole('button', { name: 'Send to 2 people' }).click();
  const log = page.getByRole('grid', { name: 'Delivery log' });
  await expect(page.getByText('Accepted 2')).toBeVisible();
  await expect(log.getByRole('row', { name: new RegExp(one.address) })).toContainText('Accepted');
  await expect.poll(async () => (await mailsTo(one.address)).length).toBe(1);
  await expectNothingSerious(page);

  // Opening the address of the mail changes nothing; posting to it unsubscribes, without a session or cookies.
  const address = unsubscribeIn((await mailsTo(one.address))[0]);
  const stranger = await browser.newContext();
  const tab = await stranger.newPage();
  await tab.goto(address);
  await expect(tab.getByRole('button', { name: 'Unsubscribe from “Terms and payments”' })).toBeVisible();
  await expectNothingSerious(tab);
  await page.goto('/#/email-publisher?view=suppressed');
  await page.getByPlaceholder('Search addresses').fill(one.address);
  await expect(page.getByText('No suppressed addresses')).toBeVisible();
  const answer = await tab.request.post(address, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    data: 'List-Unsubscribe=One-Click',
  });
  expect(answer.status()).toBe(200);
  await stranger.close();

  // The person is left out of the next send.
  await page.goto('/#/email-publisher');
  await page.getByRole('link', { name: `${subject} of {{ publisher }}` }).click();
  await page.getByRole('link', { name: 'Use as a draft' }).click();
  await expect(page.getByText('Reaches 1 person; 1 suppressed.')).toBeVisible();
  await page.getByRole('button', { name: 'Send…' }).click();
  await page.getByRole('button', { name: 'Send to 1 person' }).click();
  await expect(page.getByText('Accepted 1')).toBeVisible();
  await expect(log.getByRole('row', { name: new RegExp(one.address) })).toContainText('Not sent: suppressed');
  expect(await mailsTo(one.address)).toHaveLength(1);
  expect(await mailsTo(other.address)).toHaveLength(2);
  await page.goto('/#/email-publisher?view=suppressed');
  await page.getByPlaceholder('Search addresses').fill(one.address);
  await expect(page.getByRole('row', { name: new RegExp(one.address) })).toContainText('Unsubscribed');
  await context.close();
});

test('without a mail server the screen says so, and drafts are written and saved on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const person = await newPerson(page.request, 'Default User');
  const oldest = 'templates?limit=1&orderBy=id&orderByDirection=asc';
  const [template] = await call<{ name: string }[]>(page.request, await sessionOf(page.request), 'GET', oldest);
  await openAs(page, person, '/email-publisher?view=new', 'light');
  await expect(page.getByText('E-mail is off here, and mails wait.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Start from the page of a template' }).click();
  await page
    .getByRole('option', { name: template?.name ?? 'none' })
    .first()
    .click();
  const text = page.getByRole('textbox', { name: 'Text' });
  await expect(text).toHaveValue(/</);
  await text.fill('');
  await page.getByLabel('Subject').fill('');
  await page.getByRole('button', { name: 'Plain note' }).click();
  await page.getByLabel('Subject').fill(unique('Draft'));
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('The draft is saved.')).toBeVisible();
  await expect(page).toHaveURL(/mail=\d+/);
  await expect(page.getByRole('button', { name: 'Send test to me' })).toBeDisabled();
  await expectNothingSerious(page);
  // The title of the draft goes with the draft, although the route stays.
  await page.goto('/#/email-publisher?view=bounces');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email publishers');
  await expect(page).toHaveTitle('Email publishers · Signpost');
});
