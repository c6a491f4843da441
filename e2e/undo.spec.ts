import { call, expectSaved, newPerson, openAs, sessionOf, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

interface Saved {
  id: number;
  version: number;
  name: string;
}

test('an edit is undone from its message, redone, and undone again by Ctrl Z, except while typing', async ({
  page,
}) => {
  const person = await newPerson(page.request, 'Admin');
  const client = await call<Saved>(page.request, person, 'POST', 'clients', { name: unique('Client') });
  await openAs(page, person, `/clients/edit/${client.id}`);
  const email = page.getByLabel('Contact e-mail');
  await email.fill('late@example.test');
  await page.getByRole('button', { name: 'Save client' }).click();
  await expectSaved(page);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText(`Undone: Client “${client.name}”.`)).toBeVisible();
  await expect(email).toHaveValue('');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(page.getByText(`Redone: Client “${client.name}”.`)).toBeVisible();
  await expect(email).toHaveValue('late@example.test');

  await email.fill('late@example.test.more');
  await email.press('Control+z');
  // Within a field, the keys belong to the browser: they take back the typing and nothing else.
  await expect(email).toHaveValue('late@example.test');
  await expectSaved(page);

  await email.fill('new@example.test');
  await page.getByRole('button', { name: 'Save client' }).click();
  await expectSaved(page);
  await page.goto('/#/tags');
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText(`Undone: Client “${client.name}”.`)).toBeVisible();
  // The message of the change offers nothing any more.
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);
  await page.goto(`/#/clients/edit/${client.id}`);
  await expect(email).toHaveValue('late@example.test');
});

test('Ctrl Z changes nothing stored under unsaved input, and names a change that was not the last thing done here', async ({
  page,
}) => {
  const person = await newPerson(page.request, 'Admin');
  const client = await call<Saved>(page.request, person, 'POST', 'clients', { name: unique('Client') });
  const { version } = await call<Saved>(page.request, person, 'PATCH', `clients/${client.id}`, {
    version: client.version,
    values: { contactEmail: 'stored@example.test' },
  });
  await openAs(page, person, `/clients/edit/${client.id}`);
  const email = page.getByLabel('Contact e-mail');
  await email.fill('unsaved@example.test');
  await email.blur();
  await page.keyboard.press('Control+z');
  await expect(page.getByText(/input that is not saved, so the keys changed nothing/)).toBeVisible();
  await expect(email).toHaveValue('unsaved@example.test');
  expect((await call<Saved>(page.request, person, 'GET', `clients/${client.id}`)).version).toBe(version);

  await email.fill('stored@example.test');
  await email.blur();
  await page.keyboard.press('Control+z');
  // The change was made elsewhere: it is named, and taken back only on request.
  await expect(page.getByText(`Undo your last change? Edited client “${client.name}”`)).toBeVisible();
  expect((await call<Saved>(page.request, person, 'GET', `clients/${client.id}`)).version).toBe(version);
  await page.getByRole('button', { name: 'Undo it' }).click();
  await expect(email).toHaveValue('');
});

test('the profile lists one’s last changes, undoes them, and says who changed the same since', async ({ page }) => {
  const person = await newPerson(page.request, 'Admin');
  const made = [];
  for (const letter of ['A', 'B'])
    made.push(await call<Saved>(page.request, person, 'POST', 'clients', { name: unique(`Client ${letter}`) }));
  const [one, other] = made;
  if (one === undefined || other === undefined) throw new Error('No clients were made.');
  const edit = async ({ id, version }: Saved, contactEmail: string) =>
    await call<Saved>(page.request, person, 'PATCH', `clients/${id}`, { version, values: { contactEmail } });
  await edit(one, 'first@example.test');
  const edited = await edit(other, 'second@example.test');
  await call(page.request, await sessionOf(page.request, 'Management'), 'PATCH', `clients/${other.id}`, {
    version: edited.version,
    values: { contactEmail: 'other@example.test' },
  });

  await openAs(page, person, '/profile');
  const changes = page.getByRole('list', { name: 'My last changes' });
  const lineOf = (name: string) => changes.getByRole('listitem').filter({ hasText: `Edited client “${name}”` });
  await expect(lineOf(one.name)).toContainText('first@example.test');
  await lineOf(one.name).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`Undone: Client “${one.name}”.`)).toBeVisible();
  await expect(lineOf(one.name)).toContainText('Undone');

  await lineOf(other.name).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/has been changed since by .* \(Contact e-mail\)/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'My last changes' })).toBeVisible();
  await expect(lineOf(other.name).getByRole('button', { name: 'Undo' })).toBeEnabled();
});

test('a change to many records is undone as one', async ({ page }) => {
  const person = await newPerson(page.request, 'Admin');
  const mark = unique('Many');
  for (const letter of ['A', 'B', 'C'])
    await call(page.request, person, 'POST', 'clients', { name: `${mark} ${letter}` });
  await openAs(page, person, `/clients?q=${mark}`);
  await expect(page.getByRole('row', { name: new RegExp(mark) })).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('3 clients archived.')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(mark) })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Undone: 3 clients.')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(mark) })).toHaveCount(3);
});
