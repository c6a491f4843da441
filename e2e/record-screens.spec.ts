import { ROUTES, type RouteName } from '@signpost/contract/routes/index.ts';
import { choose, expectSaved, freeHost, openAs, unique } from './support/people.ts';
import { expect, type Page, test } from './support/test.ts';
import { findOnly, isThere } from './support/waits.ts';

interface Case {
  list: RouteName;
  add: RouteName;
  one: string;
  many: string;
  /** The field that names a record. */
  title: string;
  /** A name that passes the field's rules. */
  name: () => string;
  /** The other required fields. */
  fill?: (page: Page) => Promise<void>;
  /** An invalid value of the title field and its message. */
  refused: [typed: string, message: string | RegExp];
}

const CASES: Case[] = [
  {
    list: 'campaigns',
    add: 'campaignsAdd',
    one: 'campaign',
    many: 'campaigns',
    title: 'Name',
    name: () => unique('Campaign'),
    fill: async (page) => {
      await choose(page, 'Type', 'Prelander');
      await choose(page, 'Prelander type', 'Native static');
      await page.getByRole('textbox', { name: 'Target URL' }).fill('https://example.com/?c={click_id}');
    },
    refused: ['', 'Field has to be filled.'],
  },
  {
    list: 'clients',
    add: 'clientsAdd',
    one: 'client',
    many: 'clients',
    title: 'Name',
    name: () => unique('Client'),
    refused: ['', 'Field has to be filled.'],
  },
  {
    list: 'tags',
    add: 'tagsAdd',
    one: 'tag',
    many: 'tags',
    title: 'Name',
    name: () => unique('Tag'),
    refused: ['', 'Field has to be filled.'],
  },
  {
    list: 'publishers',
    add: 'publishersAdd',
    one: 'publisher',
    many: 'publishers',
    title: 'Name',
    name: () => unique('Publisher'),
    fill: async (page) => {
      await page.getByLabel('Payment account').fill('AT611904300234573201');
    },
    refused: ['', 'Field has to be filled.'],
  },
  {
    list: 'accounts',
    add: 'accountsAdd',
    one: 'account',
    many: 'accounts',
    title: 'Name',
    name: () => unique('Account'),
    refused: ['', 'Field has to be filled.'],
  },
  {
    list: 'flatFeeContacts',
    add: 'flatFeeContactsAdd',
    one: 'contact',
    many: 'flat fee contacts',
    title: 'Name',
    name: () => unique('Contact'),
    refused: ['', 'Field has to be filled.'],
  },
  {
    list: 'flatFees',
    add: 'flatFeesAdd',
    one: 'flat fee',
    many: 'flat fees',
    title: 'Name',
    name: () => unique('Fee'),
    fill: async (page) => {
      await page.getByLabel('Amount').fill('600');
      for (const [label, day] of [
        ['First day', '2026-10-01'],
        ['Last day', '2026-10-31'],
      ] as const)
        await page.getByRole('textbox', { name: label }).fill(day);
    },
    refused: ['', 'Field has to be filled.'],
  },
  {
    list: 'websites',
    add: 'websitesAdd',
    one: 'website',
    many: 'websites',
    title: 'Host',
    name: freeHost,
    refused: ['https://example.com/', /host name such as example\.com/],
  },
  {
    list: 'domains',
    add: 'domainsAdd',
    one: 'domain',
    many: 'domains',
    title: 'Domain',
    name: freeHost,
    refused: ['no domain', /host name such as example\.com/],
  },
  {
    list: 'referralCodes',
    add: 'referralCodesAdd',
    one: 'referral code',
    many: 'referral codes',
    title: 'Code',
    name: () => unique('CODE').replace(' ', '_'),
    refused: ['not a code', 'Please use letters, digits and underscore only.'],
  },
];

for (const { list, add, one, many, title, name, fill, refused } of CASES)
  test(`${many} are added, listed and edited, and bad input is refused`, async ({ page }) => {
    await openAs(page, 'Admin', ROUTES[add].path);
    const field = page.getByRole('textbox', { name: title, exact: true });
    const save = page.getByRole('button', { name: `Save ${one}` });
    const [bad, message] = refused;
    await field.fill('x');
    await field.fill(bad);
    await field.blur();
    await expect(page.getByText(message).first()).toBeVisible();
    await expect(save).toBeDisabled();
    const called = name();
    await field.fill(called);
    await fill?.(page);
    await save.click();
    await expect(page.getByText('Process successfully completed').last()).toBeVisible();

    await page.goto(`/#${ROUTES[list].path}`);
    await findOnly(page, `Search ${many}`, called);
    await page.getByRole('link', { name: called }).click();
    // Some records open in a view first.
    const edit = page.getByRole('link', { name: `Edit ${one}` });
    if (await isThere(page, edit, field)) await edit.click();
    const again = name();
    await field.fill(again);
    await save.click();
    await expectSaved(page);
    await page.reload();
    await expect(field).toHaveValue(again);
  });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  for (const { list, many } of CASES)
    test(`${many} are cards`, async ({ page }) => {
      await openAs(page, 'Admin', ROUTES[list].path);
      await expect(page.getByRole('searchbox', { name: `Search ${many}` })).toBeVisible();
      await expect(page.getByRole('columnheader')).toHaveCount(0);
    });
});
