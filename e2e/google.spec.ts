import { call, newPerson, openAs, sessionOf } from './support/people.ts';
import { expect, type Page, test } from './support/test.ts';

/** Gives consent as a person on the Google stand-in. By default, each address is an account. */
async function allow(page: Page, email: string, account = email): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('textbox', { name: 'Account' }).fill(account);
  await page.getByRole('button', { name: 'Allow' }).click();
}

test('signs a whitelisted person in through Google’s consent prompt and opens the screen they wanted', async ({
  page,
}) => {
  const person = `newcomer-${crypto.randomUUID().slice(0, 8)}@invited.example.com`;
  const admin = await sessionOf(page.request);
  await call(page.request, admin, 'POST', 'whitelist', { pattern: person });

  await page.goto('/#/partners');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to continue' })).toBeVisible();
  await expect(page.locator('#asked')).toContainText('token consent');
  await expect(page.locator('#asked')).toContainText('auth/drive.file');
  await expect(page.locator('#asked')).toContainText('auth/spreadsheets');
  await allow(page, person);

  await expect(page).toHaveURL(/#\/partners/);
  await expect(page.getByRole('searchbox', { name: 'Search partners' })).toBeVisible();
  await page.goto('/#/profile');
  await expect(page.getByText(person).first()).toBeVisible();
  await expect(page.getByText('Default User').first()).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href]));
  expect(kept).not.toContain('ya29.');
});

test('reports a cancelled sign-in and offers it again', async ({ page }) => {
  await page.goto('/#/login');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText('Google sign-in was cancelled.');
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
});

test('refuses a person who is not on the whitelist', async ({ page }) => {
  await page.goto('/#/login');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await allow(page, 'stranger@elsewhere.example.org');
  await expect(page.getByRole('alert')).toContainText('Ask an admin to add it to the whitelist.');
});

test('refuses an answer to a sign-in it did not start', async ({ page }) => {
  await page.goto('/#state=forged&access_token=ya29.somebody-elses');
  await expect(page.getByRole('alert')).toContainText('does not belong to this sign-in');
  expect(page.url()).not.toContain('ya29');
});

test('refuses another Google account with the address of a person until an admin lets it in', async ({
  page,
  browser,
}) => {
  const { user } = await newPerson(page.request, 'Default User');
  const signInAs = async (account: string) => {
    await page.goto('/#/login');
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await allow(page, user.email, account);
  };
  const menu = page.getByRole('navigation', { name: 'Main' });
  await signInAs('first account');
  await expect(menu).toBeVisible();
  await page.goto('/#/logout');
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  await signInAs('second account');
  await expect(page.getByRole('alert')).toContainText('Another Google account has signed in with this address before.');

  const admins = await browser.newPage();
  await openAs(admins, 'Admin', `/users/${user.id}`);
  await expect(admins.getByText('Linked since')).toBeVisible();
  await admins.getByRole('button', { name: 'Let another account sign in' }).click();
  await admins.getByRole('button', { name: 'Approve' }).click();
  await expect(admins.getByText('No account is linked yet.')).toBeVisible();
  await admins.close();

  await signInAs('second account');
  await expect(menu).toBeVisible();
});
