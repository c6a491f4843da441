import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { choose, newPerson, openAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('a person creates a key, a program uses it, and it stops working once it is revoked', async ({ page }) => {
  const person = await newPerson(page.request, 'Seo User');
  await openAs(page, person, '/profile');
  const panel = page.getByRole('region', { name: 'API keys' });
  await expect(panel.getByText('No API keys.')).toBeVisible();
  await panel.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a key' });
  await expect(dialog.getByRole('button', { name: 'Create key' })).toBeDisabled();
  await dialog.getByLabel('Name').fill('Nightly export');
  await dialog.getByLabel('Name').press('Enter');
  const made = panel.getByRole('status', { name: 'New key' });
  const key = /sp_[\w-]{43}/.exec((await made.textContent()) ?? '')?.[0] ?? '';
  const call = async (path: string) => {
    const headers = { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${key}` };
    return (await page.request.get(`/api/${path}`, { headers })).status();
  };
  expect([await call('profile'), await call('users')]).toEqual([200, 403]);

  // The key is only shown once.
  await page.reload();
  const row = panel.getByRole('list', { name: 'API keys' }).getByRole('listitem').filter({ hasText: 'Nightly export' });
  await expect(row).toContainText(`…${key.slice(-4)}`);
  await expect(row).toContainText('used just now');
  await expect(page.getByText(key)).toHaveCount(0);
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Approve' }).click();
  await expect(panel.getByText('No API keys.')).toBeVisible();
  expect(await call('profile')).toBe(401);
});

test('a key that changes records is bound to IP addresses, and its history says who created it from where', async ({
  page,
}) => {
  const person = await newPerson(page.request, 'Admin');
  await openAs(page, person, '/profile');
  const panel = page.getByRole('region', { name: 'API keys' });
  await panel.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a key' });
  await dialog.getByLabel('Name').fill('Import');
  await choose(page, 'Scope', 'Read and change records');
  const ranges = dialog.getByRole('combobox', { name: 'Only from these addresses' });
  await ranges.fill('the office');
  await ranges.press('Enter');
  await expect(dialog.getByText('“the office” is not an address or network.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Create key' })).toBeDisabled();
  await ranges.press('Backspace');
  await ranges.fill('203.0.113.0/24');
  await ranges.press('Enter');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const made = panel.getByRole('status', { name: 'New key' });
  const key = /sp_[\w-]{43}/.exec((await made.textContent()) ?? '')?.[0] ?? '';
  const row = panel.getByRole('list', { name: 'API keys' }).getByRole('listitem').filter({ hasText: 'Import' });
  await expect(row).toContainText('Read and change records · only from 203.0.113.0/24');
  const headers = { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${key}` };
  expect((await page.request.get('/api/profile', { headers })).status()).toBe(403);

  await page.goto(`/#${ROUTES.usersEdit.path.replace('$id', String(person.user.id))}`);
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  await expect(history).toContainText(`${person.user.name} created the API key “Import” from 127.0.0.1`);
  await expect(history).toContainText(`${person.user.name} signed in with the demo from 127.0.0.1`);
  await expect(history.getByRole('button', { name: /^Restore version/ })).toHaveCount(0);
});
