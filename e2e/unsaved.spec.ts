import { call, openAs, sessionOf, unique } from './support/people.ts';
import { expect, type Page, test } from './support/test.ts';

interface Made {
  id: number;
  version: number;
  name: string;
  contactEmail: string | null;
}

const MAIL = 'mine@example.com';
const mailOf = (page: Page) => page.getByRole('textbox', { name: 'Contact e-mail' });

async function signInAs(page: Page, grade: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Welcome to Signpost' })).toBeVisible();
  // A name that none of the people created by simultaneous tests have.
  await page.getByRole('button', { name: new RegExp(`^${grade} (?!Person )`) }).click();
  await expect(page.getByRole('button', { name: /account menu$/ })).toBeVisible();
}

async function makeClient(page: Page): Promise<Made> {
  return await call<Made>(page.request, await sessionOf(page.request), 'POST', 'clients', { name: unique('Client') });
}

test('input typed just before the session ended is kept for that person only and overwrites no later save', async ({
  page,
}) => {
  const made = await makeClient(page);
  const renamed = unique('Renamed');
  const session = await openAs(page, 'Admin', `/clients/edit/${made.id}`);
  await expect(mailOf(page)).toBeVisible();
  await page.route(/\/api\/clients\/\d+$/, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 401, json: { data: null } }) : route.fallback(),
  );
  // Both are sent at once, as when Tab and Enter are pressed quickly.
  await mailOf(page).fill(MAIL);
  await mailOf(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'Welcome to Signpost' })).toBeVisible();
  await page.unrouteAll();
  const { version } = made;
  await call(page.request, session, 'PATCH', `clients/${made.id}`, { version, values: { name: renamed } });

  const notice = page.getByText('You have an unsaved draft');
  await signInAs(page, 'Management');
  await expect(mailOf(page)).toHaveValue('');
  await expect(notice).toHaveCount(0);
  await page.goto('/#/logout');
  await signInAs(page, 'Admin');
  await page.goto(`/#/clients/edit/${made.id}`);
  await expect(notice).toContainText('Someone else has saved this record');
  await page.getByRole('button', { name: 'Restore draft' }).click();
  await expect(mailOf(page)).toHaveValue(MAIL);
  await page.getByRole('button', { name: 'Save client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved this record' });
  await expect(dialog.getByRole('row', { name: /Name/ })).toContainText(renamed);
  await dialog.getByRole('button', { name: 'Save my choices' }).click();
  await expect(dialog).toHaveCount(0);
  const saved = await call<Made>(page.request, session, 'GET', `clients/${made.id}`);
  expect(saved).toMatchObject({ name: renamed, contactEmail: MAIL });
});

test('archiving keeps the input, a failed restore is reported, and a reset can be undone', async ({ page }) => {
  const made = await makeClient(page);
  await openAs(page, 'Admin', `/clients/edit/${made.id}`);
  await mailOf(page).fill(MAIL);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(mailOf(page)).toHaveValue('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(mailOf(page)).toHaveValue(MAIL);

  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(page.getByText('This client is archived')).toBeVisible();
  await expect(mailOf(page)).toHaveValue(MAIL);
  await page.route(/\/restore$/, (route) => route.abort());
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('Network error. Please try again.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('This client is archived')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save client' }).click();
  await expect(page.getByText('No changes')).toBeVisible();
  const saved = await call<Made>(page.request, await sessionOf(page.request), 'GET', `clients/${made.id}`);
  expect(saved).toMatchObject({ name: made.name, contactEmail: MAIL, archivedAt: null });
});

test('a form can be changed and saved after taking the version someone else saved', async ({ page }) => {
  const made = await makeClient(page);
  const renamed = unique('Renamed');
  const session = await openAs(page, 'Admin', `/clients/edit/${made.id}`);
  await expect(mailOf(page)).toBeVisible();
  const { version } = made;
  await call(page.request, session, 'PATCH', `clients/${made.id}`, { version, values: { name: renamed } });
  await mailOf(page).fill(MAIL);
  await page.getByRole('button', { name: 'Save client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved this record' });
  await dialog.getByRole('button', { name: 'Discard my changes' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(renamed);
  await expect(mailOf(page)).toHaveValue('');
  await mailOf(page).fill(MAIL);
  await page.getByRole('button', { name: 'Save client' }).click();
  await expect
    .poll(async () => (await call<Made>(page.request, session, 'GET', `clients/${made.id}`)).contactEmail)
    .toBe(MAIL);
});

test('a person who signs in in another tab sees nothing of the person before', async ({ page }) => {
  await openAs(page, 'Admin', '/profile');
  await expect(page.getByRole('main').getByText('admin@demo.invalid', { exact: true })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/#/logout');
  await expect(page.getByRole('heading', { name: 'Welcome to Signpost' })).toBeVisible();
  await signInAs(other, 'Cost User');
  await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.goto('/#/profile');
  await expect(page.getByRole('main').getByText('cost.user@demo.invalid', { exact: true })).toBeVisible();
  await expect(page.getByText('admin@demo.invalid')).toHaveCount(0);
});

test('Cancel leads back from a form, after a question if something was typed', async ({ page }) => {
  const made = await makeClient(page);
  await openAs(page, 'Admin', '/clients/add');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/#\/clients$/);
  await page.goto(`/#/clients/edit/${made.id}`);
  await mailOf(page).fill(MAIL);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByText('Your changes are not saved')).toBeVisible();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(new RegExp(`#/clients/view/${made.id}$`));
  await expect(page.getByRole('heading', { level: 1, name: made.name })).toBeVisible();
});

test('a form whose record has no page of its own says where it is', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/');
  const name = unique('tag');
  const { id } = await call<{ id: number }>(page.request, session, 'POST', 'tags', { name });
  await page.goto(`/#/tags/edit/${id}`);
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs.getByRole('listitem')).toHaveText(['Tags', name, 'Edit']);
  await expect(crumbs.getByRole('link')).toHaveText(['Tags']);
});
