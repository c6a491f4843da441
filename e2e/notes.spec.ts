import { expectNothingSerious } from './support/axe.ts';
import { call, newPerson, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('a note on a record mentions a colleague, who resolves it', async ({ page, browser }) => {
  const author = await newPerson(page.request, 'Default User');
  const colleague = await newPerson(page.request, 'Management');
  const client = await call<{ id: number; name: string }>(page.request, author, 'POST', 'clients', {
    name: unique('Client'),
  });
  await openAs(page, author, `/clients/edit/${client.id}`);
  await page.getByRole('button', { name: 'Notes' }).click();
  const drawer = page.getByRole('dialog', { name: `Notes on ${client.name}` });
  await expect(drawer.getByText('Write down what others should know')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Add note' })).toBeDisabled();
  await drawer.getByRole('textbox', { name: 'Note', exact: true }).fill('They want the invoice in dollars.');
  await drawer.getByRole('combobox', { name: 'Mention' }).fill(colleague.user.name);
  await page.getByRole('option', { name: colleague.user.name }).click();
  await page.keyboard.press('Tab');
  await drawer.getByRole('button', { name: 'Add note' }).click();
  const note = drawer.getByRole('list', { name: 'Notes' }).getByRole('listitem');
  await expect(note).toContainText('They want the invoice in dollars.');
  await expect(note).toContainText(`@${colleague.user.name}`);

  const theirs = await (await browser.newContext()).newPage();
  await openAs(theirs, colleague, '/');
  await theirs.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  const told = theirs.getByRole('dialog', { name: 'Notifications' });
  await expect(told).toContainText('They want the invoice in dollars.');
  await told.getByRole('link', { name: 'Open the client' }).click();
  await theirs.getByRole('button', { name: 'Notes' }).click();
  const seen = theirs.getByRole('list', { name: 'Notes' }).getByRole('listitem');
  await expect(seen.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expectNothingSerious(theirs);
  await seen.getByRole('button', { name: 'Resolve' }).click();
  await expect(seen).toContainText(`Resolved by ${colleague.user.name}`);
  await theirs.context().close();
});

test('a note on a number of the statistics shows with the day on a phone too, and is edited and deleted', async ({
  page,
}) => {
  const author = await newPerson(page.request, 'Management');
  const body = unique('Their tracker was down');
  await openAs(page, author, '/stats?tab=internalSocials');
  await page.getByRole('button', { name: /^Notes/ }).click();
  const drawer = page.getByRole('dialog', { name: /^Notes on/ });
  await drawer.getByRole('textbox', { name: 'Note', exact: true }).fill(body);
  await drawer.getByRole('button', { name: 'Add note' }).click();
  const note = drawer.getByRole('listitem').filter({ hasText: body });
  await expect(note).toContainText(/\d{4}-\d{2}-\d{2}/);
  await note.getByRole('button', { name: 'Edit' }).click();
  await drawer.getByRole('textbox', { name: 'Note', exact: true }).last().fill(`${body}, now fixed`);
  await drawer.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('Note saved.')).toBeVisible();
  await expect(drawer.getByRole('paragraph').filter({ hasText: `${body}, now fixed` })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await page.getByRole('button', { name: /^Notes \(\d+\)/ }).click();
  await expectNothingSerious(page);
  const edited = drawer.getByRole('listitem').filter({ hasText: `${body}, now fixed` });
  await edited.getByRole('button', { name: 'Delete' }).click();
  await expect(edited).toHaveCount(0);
});

test('the text of a note survives Escape, is counted near its limit, and is folded when it is long', async ({
  page,
}) => {
  const author = await newPerson(page.request, 'Default User');
  const client = await call<{ id: number; name: string }>(page.request, author, 'POST', 'clients', {
    name: unique('Client'),
  });
  await openAs(page, author, `/clients/edit/${client.id}`);
  const notes = page.getByRole('button', { name: 'Notes' });
  await notes.click();
  const drawer = page.getByRole('dialog', { name: `Notes on ${client.name}` });
  const field = drawer.getByRole('textbox', { name: 'Note', exact: true });
  await field.fill('Half a thought');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await notes.click();
  await expect(field).toHaveValue('Half a thought');

  await field.fill('x'.repeat(2_005));
  await expect(drawer.getByText('5 too many: a note has at most 2,000 characters.')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Add note' })).toBeDisabled();
  await field.fill('word '.repeat(360));
  await expect(drawer.getByText('1,799 of 2,000 characters')).toBeVisible();
  await drawer.getByRole('button', { name: 'Add note' }).click();
  const note = drawer.getByRole('list', { name: 'Notes' }).getByRole('listitem');
  await note.getByRole('button', { name: 'Show all' }).click();
  await note.getByRole('button', { name: 'Show less' }).click();

  await note.getByRole('button', { name: 'Edit' }).click();
  await note.getByRole('textbox', { name: 'Note', exact: true }).fill('Shorter');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await notes.click();
  await expect(note.getByRole('textbox', { name: 'Note', exact: true })).toHaveValue('Shorter');
  await note.getByRole('button', { name: 'Save note' }).click();
  await expect(note).toContainText('Shorter');
});

test('configuration changes of the shown days stand among the notes of a statistics tab', async ({ page }) => {
  const person = await newPerson(page.request, 'Management');
  const partner = await call<{ id: number; version: number; name: string }>(page.request, person, 'POST', 'partners', {
    name: unique('Partner'),
    partnerTypeId: 105,
    status: 'active',
    currency: 'EUR',
    timeZone: 'UTC',
  });
  await openAs(page, person, '/stats?tab=global&timeZone=UTC&dateRange=today');
  await page.getByRole('button', { name: /^Notes/ }).click();
  const drawer = page.getByRole('dialog', { name: /^Notes on/ });
  await drawer.getByRole('textbox', { name: 'Note', exact: true }).fill(unique('Beside a change'));
  await drawer.getByRole('button', { name: 'Add note' }).click();
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Beside a change' }).first()).toBeVisible();
  const change = drawer.getByRole('listitem').filter({ hasText: partner.name });
  await expect(change).toContainText(person.user.name);
});
