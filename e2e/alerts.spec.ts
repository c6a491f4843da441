/** The story of an alert: made from the statistics, it fires, names the change, is acknowledged, and is resolved. */
import { expectNothingSerious } from './support/axe.ts';
import { call, newPerson, openAs, unique } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** The worker looks at alerts once a minute. */
const ONE_ROUND_MS = 120_000;

test('a box without visits fires its alert, names who made it, and is acknowledged and resolved', async ({ page }) => {
  const person = await newPerson(page.request, 'Management');
  const boxName = unique('Cut off');
  const box = await call<{ id: number }>(page.request, person, 'POST', 'campaign-boxes', {
    name: boxName,
    boxKind: 'regular',
    fallbackUrl: 'https://example.com',
  });
  await openAs(page, person, `/stats?tab=global&kingstat=1&filters[campaign_box][0]=${box.id}`);
  await page.getByRole('link', { name: 'Alert me about this' }).click();
  await expect(page).toHaveURL(/alerts\/add/);
  const name = unique('Alert');
  await page.getByLabel('Name', { exact: false }).first().fill(name);
  await page.getByRole('combobox', { name: 'Fires when it is' }).click();
  await page.getByRole('option', { name: 'Below a limit' }).click();
  await page.getByLabel('Limit').fill('1');
  await expect(page.getByText(/It would have fired 1 time/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Hours' }).click();
  await page.getByRole('option', { name: 'Only at certain hours' }).click();
  const week = page.getByRole('group', { name: 'Days of the week' });
  await week.getByRole('button', { name: 'Sat' }).click();
  await week.getByRole('button', { name: 'Sun' }).click();
  await page.getByLabel('From hour').fill('0');
  await page.getByLabel('To hour').fill('24');
  await expect(page.getByText('A limit is measured only in these hours.', { exact: false })).toBeVisible();
  await expectNothingSerious(page);
  await page.getByRole('button', { name: 'Save alert' }).click();
  await expect(page).toHaveURL(/alerts(\/edit|$|\?)/);

  const find = async () => {
    const incidents = await call<{ id: number; alert: { name: string } | null }[]>(
      page.request,
      person,
      'GET',
      'incidents',
    );
    return incidents.find(({ alert }) => alert?.name === name)?.id;
  };
  await expect.poll(find, { timeout: ONE_ROUND_MS, intervals: [1_000] }).toBeDefined();
  await page.goto(`/#/alerts?incident=${await find()}`);
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('Visits: below 1')).toBeVisible();
  await expect(drawer.getByText(`“${boxName}” added`, { exact: false })).toBeVisible();
  await expectNothingSerious(page);

  await drawer.getByRole('button', { name: 'Acknowledge' }).click();
  await page.getByRole('dialog', { name: 'Acknowledge incident' }).getByRole('button', { name: 'Acknowledge' }).click();
  await expect(drawer.getByText(person.user.name).first()).toBeVisible();
  await drawer.getByRole('button', { name: 'Resolve' }).click();
  const resolving = page.getByRole('dialog', { name: 'Resolve incident' });
  await expect(resolving.getByRole('button', { name: 'Resolve' })).toBeDisabled();
  await resolving.getByLabel('What was the cause?').fill('The box is new.');
  await resolving.getByRole('button', { name: 'Resolve' }).click();
  await expect(drawer.getByText('The box is new.').first()).toBeVisible();
});

test('incidents and alerts can be read on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, 'Admin', '/alerts', 'light');
  await expect(page.getByText('Visits of Propel Native: stopped')).toBeVisible();
  await expectNothingSerious(page);
  await page.getByRole('link', { name: 'Alerts', exact: true }).last().click();
  await expect(page.getByText('Leads of every partner').first()).toBeVisible();
});

test('a row of the leakage meter leads to the screen that mends it, and Home shows what was lost', async ({ page }) => {
  await openAs(page, 'Admin', '/');
  await page.getByRole('link', { name: 'Open the meter' }).click();
  await expect(page).toHaveURL(/leakage/);
  await page.getByRole('radiogroup', { name: 'Days' }).getByText('30 days').click();
  const row = page.getByRole('listitem').filter({ hasText: 'Unknown status' });
  await expect(row.getByText(/\d+ postbacks?/)).toBeVisible();
  await expectNothingSerious(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingSerious(page);
  await row.getByRole('link', { name: 'Assign the statuses' }).click();
  await expect(page).toHaveURL(/unassigned-status-form/);
});
