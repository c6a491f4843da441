import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { mailIsOff } from '@signpost/contract/workplace/notifications/settings.ts';
import type { SignedIn } from '@signpost/contract/workplace/people/sign-in.ts';
import { expectNothingSerious } from './support/axe.ts';
import { call, freeDay, newPerson, openAs, unique } from './support/people.ts';
import { type APIRequestContext, expect, type Page, test } from './support/test.ts';
import { isThere } from './support/waits.ts';

interface ImportState {
  id: number;
  state: string;
  mapping: unknown;
}

/** Uploads a file, and waits until it is checked. */
async function checkedFile(request: APIRequestContext, session: SignedIn, name: string, day: string): Promise<number> {
  const [partner] = await call<{ id: number }[]>(request, session, 'GET', 'partners?limit=1');
  const uploaded = await request.post('/api/gambling-imports', {
    headers: { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${session.token}` },
    multipart: {
      partnerId: String(partner?.id),
      file: {
        name,
        mimeType: 'text/csv',
        buffer: Buffer.from(`Date;Country;Signups;FTD;Commission\n${day};Austria;5;2;100,50\n`),
      },
    },
  });
  expect(uploaded.status(), await uploaded.text()).toBeLessThan(300);
  const { id, mapping } = (await uploaded.json()).data as ImportState;
  await call(request, session, 'POST', `gambling-imports/${id}/check`, mapping);
  const state = async () => (await call<ImportState>(request, session, 'GET', `gambling-imports/${id}/file`)).state;
  await expect.poll(state).toBe('checked');
  return id;
}

/** Lets a job of this person fail, of which they are told: the same day cannot be imported twice. */
async function failJob(request: APIRequestContext, session: SignedIn): Promise<string> {
  const [day, name] = [freeDay(), `${unique('late')}.csv`];
  const ids = [await checkedFile(request, session, 'first.csv', day), await checkedFile(request, session, name, day)];
  for (const id of ids) {
    await call(request, session, 'POST', `gambling-imports/${id}/import`, { onlyGood: true });
    const state = async () => (await call<ImportState>(request, session, 'GET', `gambling-imports/${id}/file`)).state;
    await expect.poll(state).toMatch(/imported|failed/);
  }
  return `Failed: Import ${name}`;
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });

test('the bell counts live in every tab, opens the screen of a notification and marks it as read', async ({
  page,
  context,
}) => {
  // Admins are also told of background work that is late, which may happen at any time on a busy machine.
  const person = await newPerson(page.request, 'Management');
  const stream = page.waitForRequest('**/api/notifications/live');
  await openAs(page, person, '/profile');
  expect((await stream).headers()).toMatchObject({ accept: 'text/event-stream', 'content-type': 'application/json' });
  const tab = await context.newPage();
  await openAs(tab, person, '/profile');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  // Also when it is opened for the first time, by keyboard.
  await bell(page).focus();
  for (const _ of ['first', 'second']) {
    await page.keyboard.press('Enter');
    await expect(panel(page)).toContainText('No notifications');
    // The list takes the focus a moment after it is shown.
    await expect(
      panel(page)
        .locator('*:focus')
        .or(panel(page).and(page.locator('*:focus')))
        .first(),
    ).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(bell(page)).toBeFocused();
  }

  const first = await failJob(page.request, person);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(bell(tab)).toHaveAccessibleName('Notifications, 1 unread');
  await bell(page).click();
  await expect(panel(page)).toContainText(first);
  const second = await failJob(page.request, person);
  await expect(panel(page).getByRole('article').first()).toContainText(second);
  await expectNothingSerious(page);

  await panel(page).getByRole('link', { name: 'Open the job' }).first().click();
  await expect(page.getByRole('dialog', { name: second.replace('Failed: ', '') })).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(bell(tab)).toHaveAccessibleName('Notifications, 1 unread');

  await bell(tab).click();
  await panel(tab).getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell(tab)).toHaveAccessibleName('Notifications');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(panel(tab).getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
});

test('the bell shows the notifications of a thread together, the earlier ones on demand', async ({ page }) => {
  await openAs(page, 'Admin', '/profile');
  await bell(page).click();
  const thread = panel(page).getByRole('listitem').filter({ hasText: 'Works again: exchange rates' });
  // Other tests tell the Admin more, so the thread may have moved to an older page.
  const older = panel(page).getByRole('button', { name: 'Show older' });
  if (!(await isThere(page, thread, older))) await older.click();
  await expect(thread).toBeVisible();
  await expect(thread.getByText('Stopped: exchange rates')).toHaveCount(0);
  await thread.getByRole('button', { name: 'Show 1 earlier' }).click();
  await expect(thread.getByText('Stopped: exchange rates')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the bell fits the screen and can be used', async ({ page }) => {
    await openAs(page, 'Admin', '/profile', 'light');
    await bell(page).click();
    await expect(panel(page).getByRole('article').first()).toBeVisible();
    const box = await panel(page).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await expectNothingSerious(page);
  });
});

test('a person chooses topics and quiet hours, which are there again after a reload', async ({ page }) => {
  const person = await newPerson(page.request, 'Default User');
  await openAs(page, person, '/profile');
  const section = page.getByRole('region', { name: 'Notifications' });
  await expect(section.getByText(mailIsOff('Default User'))).toBeVisible();
  await expect(section.getByText('Background services')).toHaveCount(0);
  const mail = section.getByRole('checkbox', { name: 'My background jobs: E-mail' });
  const attention = section.getByRole('checkbox', { name: 'Needs attention: In the app' });
  await expect(mail).toBeChecked();
  await expect(attention).not.toBeChecked();
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/notifications/choices') && answer.ok());
  await mail.click();
  await expect(mail).not.toBeChecked();
  await saved;
  const savedToo = page.waitForResponse((answer) => answer.url().endsWith('/api/notifications/choices') && answer.ok());
  await attention.click();
  await expect(attention).toBeChecked();
  await savedToo;

  await section.getByRole('radiogroup', { name: 'Use quiet hours' }).getByText('Yes').click();
  await section.getByLabel('From').fill('21:30');
  await section.getByLabel('To', { exact: true }).fill('06:15');
  await section.getByLabel('To', { exact: true }).blur();
  const notSaved = page.getByText(/input that is not saved, so the keys changed nothing/);
  await page.keyboard.press('Control+z');
  await expect(notSaved).toBeVisible();
  await section.getByRole('button', { name: 'Save quiet hours' }).click();
  await expect(page.getByText('Quiet from 21:30 to 06:15.')).toBeVisible();
  await page.keyboard.press('Control+z');
  // Saved hours are no unsaved input any more, and the settings are no record that could be undone.
  await expect(page.getByText('You have made no change that could be undone.')).toBeVisible();
  await expectNothingSerious(page);

  await page.reload();
  await expect(mail).not.toBeChecked();
  await expect(attention).toBeChecked();
  await expect(section.getByLabel('From')).toHaveValue('21:30');
  await expect(section.getByLabel('To', { exact: true })).toHaveValue('06:15');
});

test('a person adds a webhook, sees its secret once, tests it, and removes it', async ({ page }) => {
  const received: { signature: string; timestamp: string; body: string }[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const { 'signpost-signature': signature, 'signpost-timestamp': timestamp } = request.headers;
    received.push({ signature: String(signature), timestamp: String(timestamp), body: await text(request) });
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const person = await newPerson(page.request, 'Default User');
    await openAs(page, person, '/profile');
    const section = page.getByRole('region', { name: 'Notifications' });
    await section.getByRole('button', { name: 'Add a channel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a channel' });
    await dialog.getByRole('combobox', { name: 'Kind' }).fill('Webhook');
    await page.getByRole('option', { name: 'Webhook' }).click();
    await dialog.getByLabel('Name').fill('My server');
    await dialog.getByLabel('Address').fill('no address');
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    await expect(dialog).toContainText('Enter an address that starts with https://.');
    await dialog.getByLabel('Address').fill('https://169.254.169.254/hook');
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    await expect(dialog).toContainText('The address leads into a private network.');
    await dialog.getByLabel('Address').fill(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    const secret = await section.getByRole('status', { name: 'New secret' }).locator('code').last().textContent();
    await section.getByRole('button', { name: 'I have copied it' }).click();

    const row = section.getByRole('listitem', { name: 'My server' });
    await row.getByRole('button', { name: 'Send test' }).click();
    await expect(page.getByText('The test message was accepted.')).toBeVisible();
    const [{ signature, timestamp, body } = { signature: '', timestamp: '', body: '' }] = received;
    const expected = createHmac('sha256', secret ?? '')
      .update(`${timestamp}.${body}`)
      .digest('hex');
    expect(signature).toBe(`sha256=${expected}`);
    await expect(section.getByRole('checkbox', { name: 'My background jobs: Webhook' })).toBeChecked();

    status = 503;
    await row.getByRole('button', { name: 'Send test' }).click();
    await expect(row).toContainText('The receiver answered with 503.');
    await expectNothingSerious(page);
    await row.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Approve' }).click();
    await expect(row).toHaveCount(0);
    await page.reload();
    await expect(section.getByRole('button', { name: 'Add a channel' })).toBeVisible();
    await expect(section.getByText(String(secret))).toHaveCount(0);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
