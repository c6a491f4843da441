import { expect, type Page, test } from '@playwright/test';
import { ROUTES, type RouteName } from '@signpost/contract/routes.ts';
import { call, openAs, unique } from './support/people.ts';

interface Case {
  list: RouteName;
  add: RouteName;
  one: string;
  many: string;
  /** The field that names a record. */
  title: string;
  /** A name that passes the field's rules. */
  name: () => string;
  /** Whatever else has to be filled. */
  fill?: (page: Page) => Promise<void>;
  /** What is typed into the title field and refused, and how. */
  refused: [typed: string, message: string | RegExp];
}

const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).fill(option);
  await page.getByRole('option', { name: option, exact: true }).first().click();
};

const host = () => `${unique('site').replace(' ', '-')}.example.com`;

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
    list: 'websites',
    add: 'websitesAdd',
    one: 'website',
    many: 'websites',
    title: 'Host',
    name: host,
    refused: ['https://example.com/', /host name such as example\.com/],
  },
  {
    list: 'domains',
    add: 'domainsAdd',
    one: 'domain',
    many: 'domains',
    title: 'Domain',
    name: host,
    refused: ['no domain', /host name such as example\.com/],
  },
  {
    list: 'referralCodes',
    add: 'referralCodesAdd',
    one: 'referral code',
    many: 'referral codes',
    title: 'Code',
    name: () => unique('CODE').replace(' ', '_'),
    refused: ['not a code', 'Please use letters and digits only.'],
  },
];

for (const { list, add, one, many, title, name, fill, refused } of CASES)
  test(`${many}: add, see in the list, edit, refuse bad input`, async ({ page }) => {
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
    await page.getByRole('searchbox', { name: `Search ${many}` }).fill(called);
    await page.getByRole('link', { name: called }).click();
    // Some records open to be read first.
    await page
      .getByRole('link', { name: `Edit ${one}` })
      .or(field)
      .first()
      .waitFor();
    if (await page.getByRole('link', { name: `Edit ${one}` }).isVisible())
      await page.getByRole('link', { name: `Edit ${one}` }).click();
    const again = name();
    await field.fill(again);
    await save.click();
    await expect(page.getByText('Process successfully completed').last()).toBeVisible();
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

const asHost = (page: Page) => page.getByRole('textbox', { name: 'Host', exact: true });

/** Lists whose forms open beside them. */
const BESIDE: {
  path: string;
  one: string;
  many: string;
  title: string;
  name: () => string;
  fill?: (page: Page) => Promise<void>;
  refused: [typed: string, message: string | RegExp];
}[] = [
  {
    path: ROUTES.referrers.path,
    one: 'referrer',
    many: 'referrers',
    title: 'Host',
    name: host,
    refused: ['no host', /host name such as example\.com/],
  },
  {
    path: ROUTES.mbgMirrors.path,
    one: 'mirror',
    many: 'mbg mirrors',
    title: 'Host',
    name: host,
    fill: async (page) => {
      await expect(asHost(page)).toBeVisible();
      await choose(page, 'Partner', 'Best Wallet');
      await choose(page, 'Geo', 'Austria');
    },
    refused: ['no host', /host name such as example\.com/],
  },
  ...(['spider', 'prelander'] as const).map((kind) => ({
    path: ROUTES[`${kind}Domains`].path,
    one: `${kind} domain`,
    many: `${kind} domains`,
    title: 'Host',
    name: host,
    refused: ['no host', /host name such as example\.com/] as [string, RegExp],
  })),
  {
    path: `${ROUTES.lookerWiz.path}?kind=manage`,
    one: 'report',
    many: 'looker reports',
    title: 'Name',
    name: () => unique('Report'),
    fill: async (page) => {
      const address = page.getByRole('textbox', { name: 'Embed address' });
      await address.fill('https://evil.example/');
      await address.blur();
      await expect(page.getByText(/embed address of Looker Studio/)).toBeVisible();
      await address.fill('https://lookerstudio.google.com/embed/reporting/1');
    },
    refused: ['', 'Field has to be filled.'],
  },
  ...(
    [
      ['traffic-sources', 'traffic source', 'Source name', ['not valid!', 'Please use letters and digits only.']],
      ['geos', 'geo', 'Country', ['', 'Field has to be filled.']],
      ['integrations', 'integration', 'Name', ['', 'Field has to be filled.']],
      ['categories', 'category', 'Name', ['', 'Field has to be filled.']],
      ['affiliate-networks', 'affiliate network', 'Name', ['', 'Field has to be filled.']],
      ['partner-types', 'partner type', 'Name', ['', 'Field has to be filled.']],
      ['products', 'product', 'Name', ['', 'Field has to be filled.']],
    ] as const
  ).map(([kind, one, title, refused]) => ({
    path: `${ROUTES.tags.path}?kind=${kind}`,
    one,
    many: kind.replace('-', ' '),
    title,
    name: () => unique('name').replaceAll(/[ -]/g, '_'),
    fill: async (page: Page) => {
      if (kind === 'traffic-sources') await choose(page, 'Category', 'SEO');
      if (kind === 'geos') await page.getByRole('textbox', { name: 'Code' }).fill(freeCode());
    },
    refused: refused as unknown as [string, string],
  })),
];

/** A country code that nobody has. */
const freeCode = () => `Q${String.fromCharCode(65 + Math.floor(Math.random() * 26))}`;

for (const { path, one, many, title, name, fill, refused } of BESIDE)
  test(`${many}: add, see in the list, edit, refuse bad input beside the list`, async ({ page }) => {
    await openAs(page, 'Admin', path);
    await page
      .getByRole('button', { name: `Add ${one}` })
      .first()
      .click();
    const drawer = page.getByRole('dialog', { name: `Add ${one}` });
    const field = drawer.getByRole('textbox', { name: title, exact: true });
    const [bad, message] = refused;
    await field.fill('x');
    await field.fill(bad);
    await field.blur();
    await expect(drawer.getByText(message).first()).toBeVisible();
    await expect(drawer.getByRole('button', { name: `Save ${one}` })).toBeDisabled();
    const called = name();
    await field.fill(called);
    await fill?.(page);
    await drawer.getByRole('button', { name: `Save ${one}` }).click();
    await expect(drawer).toBeHidden();
    await page.getByRole('searchbox', { name: `Search ${many}` }).fill(called);
    await page.getByRole('gridcell', { name: called }).first().click();
    const open = page.getByRole('dialog', { name: called });
    const again = name();
    await open.getByRole('textbox', { name: title, exact: true }).fill(again);
    await open.getByRole('button', { name: `Save ${one}` }).click();
    await expect(open).toBeHidden();
    await page.getByRole('searchbox', { name: `Search ${many}` }).fill(again);
    await expect(page.getByRole('gridcell', { name: again }).first()).toBeVisible();
  });

test('unknown hosts: given to a publisher, many at once', async ({ page }) => {
  await openAs(page, 'Admin', `${ROUTES.referrers.path}?kind=unknown`);
  const table = page.getByRole('grid', { name: 'Unknown hosts' });
  await expect(table.getByRole('row').nth(2)).toBeVisible();
  const hosts = [1, 2].map((at) => table.getByRole('row').nth(at));
  const names = await Promise.all(hosts.map(async (row) => await row.getByRole('gridcell').nth(1).innerText()));
  for (const row of hosts) await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Assign 2 hosts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign 2 hosts' });
  await expect(dialog.getByRole('button', { name: 'Assign' })).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Publisher' }).click();
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByText('2 hosts are assigned.')).toBeVisible();
  for (const name of names) await expect(table.getByText(name, { exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Known', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search referrers' }).fill(names[0] ?? '');
  await expect(page.getByRole('gridcell', { name: names[0] ?? '', exact: true }).first()).toBeVisible();
});

test('a mirror is made the active one of its geo', async ({ page }) => {
  const session = await openAs(page, 'Admin', '/');
  const partnerId = (await call<{ id: number }[]>(page.request, session, 'GET', 'partners?limit=1'))[0]?.id;
  const names = [host(), host()];
  for (const [at, name] of names.entries())
    await call(page.request, session, 'POST', 'mbg-mirrors', { name, partnerId, geoId: 8, active: at === 0, tags: [] });
  await page.goto(`/#${ROUTES.mbgMirrors.path}?q=${names[1]}`);
  const row = page.getByRole('row', { name: new RegExp(names[1] ?? '') });
  await row.hover();
  await row.getByRole('button', { name: 'Make active' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  expect((await dialog.boundingBox())?.width).toBeGreaterThanOrEqual(500);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText(`${names[1]} is active now.`)).toBeVisible();
  await expect(row.getByText('Yes')).toBeVisible();
});

test('whitelist: an entry is added, refused and changed beside the list', async ({ page }) => {
  await openAs(page, 'Admin', '/whitelist');
  await page.getByRole('button', { name: 'Add entry' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Add entry' });
  const pattern = drawer.getByRole('textbox', { name: 'E-mail or domain' });
  await pattern.fill('not an address');
  await pattern.blur();
  await expect(drawer.getByText(/has to be an e-mail address or a domain/)).toBeVisible();
  const domain = `${unique('d').replace(' ', '-')}.example.com`;
  await pattern.fill(domain);
  await drawer.getByRole('button', { name: 'Save entry' }).click();
  await expect(drawer).toBeHidden();
  await page.getByRole('cell', { name: domain }).or(page.getByText(domain)).first().click();
  await page.getByRole('dialog', { name: domain }).getByRole('textbox', { name: 'Why' }).fill('our own');
  await page.getByRole('dialog', { name: domain }).getByRole('button', { name: 'Save entry' }).click();
  await expect(page.getByText('our own')).toBeVisible();
});

const fillDate = async (page: Page, label: string, day: string) => {
  await page.getByRole('textbox', { name: label, exact: true }).fill(day);
  await page.keyboard.press('Escape');
};

test('a manual transaction is entered, copied and reversed, and never edited', async ({ page }) => {
  await openAs(page, 'Management', '/manual-transactions');
  await page.getByRole('link', { name: 'Add manual transaction' }).first().click();
  const save = page.getByRole('button', { name: 'Save manual transaction' });
  const reason = unique('Bonus');
  await page.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await page.getByLabel('Amount').fill('12,5,5');
  await page.getByLabel('Amount').blur();
  await expect(save).toBeDisabled();
  await page.getByLabel('Amount').fill('120.50');
  await fillDate(page, 'Day', '2026-03-05');
  await expect(save).toBeDisabled();
  await choose(page, 'Partner', 'Best Wallet');
  await save.click();
  await expect(page).toHaveURL(/manual-transactions$/);
  const row = page.getByRole('row', { name: new RegExp(reason) });
  await expect(row.getByText('Posted')).toBeVisible();
  await expect(row.getByRole('img', { name: /Entered afterwards/ })).toBeVisible();
  await row.hover();
  await expect(row.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await row.getByRole('button', { name: 'Reverse' }).click();
  const dialog = page.getByRole('dialog', { name: `Reverse ${reason}` });
  await expect(dialog.getByRole('button', { name: 'Reverse' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Why' }).fill('typed by mistake');
  await dialog.getByRole('button', { name: 'Reverse' }).click();
  await expect(row.getByText('Reversed')).toBeVisible();
  await row.hover();
  await row.getByRole('link', { name: 'Copy' }).click();
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await expect(amount).toHaveValue(/120\.50?/);
  await amount.fill('121');
  await save.click();
  await expect(page.getByRole('row', { name: new RegExp(reason) })).toHaveCount(2);
});

test('a simple cost is entered beside its list and refused where its days are the wrong way round', async ({
  page,
}) => {
  await openAs(page, 'Cost User', '/simple-cost');
  await page.getByRole('button', { name: 'Add simple cost' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Add simple cost' });
  await drawer.getByRole('combobox', { name: 'Traffic source' }).fill('AdRiver_DE');
  await page.getByRole('option', { name: 'AdRiver_DE' }).click();
  await fillDate(page, 'First day', '2026-03-05');
  await fillDate(page, 'Last day', '2026-03-01');
  await drawer.getByLabel('Amount').fill('300');
  await drawer.getByRole('button', { name: 'Save simple cost' }).click();
  await expect(drawer.getByText('This value is not allowed here.')).toBeVisible();
  await fillDate(page, 'Last day', '2026-03-07');
  await drawer.getByRole('button', { name: 'Save simple cost' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('gridcell', { name: /2026-03-05 – 2026-03-07/ })).toBeVisible();
});

test('gambling stats come from a CSV: columns, refusals, the good rows, and back again', async ({ page }) => {
  await openAs(page, 'Management', '/gambling-stats/csv-upload');
  await choose(page, 'Partner', 'Best Wallet');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'CSV file' }).click(),
  ]);
  const day = `19${String(70 + Math.floor(Math.random() * 29))}-0${1 + Math.floor(Math.random() * 9)}-15`;
  await chooser.setFiles({
    name: 'march.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Date;Country;Signups;FTD;Commission\n${day};Austria;5;2;100,50\n32.13.2026;Austria;1;1;1\n`),
  });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Registrations' })).toHaveValue('Signups');
  await expect(page.getByText('100,50 · 1')).toBeVisible();
  await page.getByText('Yes', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Check the file' }).click();
  const refused = page.getByRole('table', { name: 'Refused rows' });
  await expect(refused.getByRole('row')).toHaveCount(2);
  await expect(refused.getByText(/no date like/)).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByText('1 row imported. They count in the statistics.')).toBeVisible();
  await page.getByRole('link', { name: 'Show its rows' }).click();
  await expect(page.getByRole('gridcell', { name: `Best Wallet ${day}` })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Undo import' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Why' }).fill('wrong month');
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText(/its rows are reversed and count no more/)).toBeVisible();
});

test('referral codes are made many at once, for the pool', async ({ page }) => {
  await openAs(page, 'Management', '/referral-codes');
  await page.getByRole('button', { name: 'Make many codes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make many codes' });
  const prefix = `${unique('P').replaceAll(/[ -]/g, '')}_`;
  await dialog.getByRole('textbox', { name: 'Begin with' }).fill('no spaces');
  await expect(dialog.getByText('Please use letters and digits only.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Begin with' }).fill(prefix.slice(0, 20));
  await dialog.getByRole('button', { name: 'Make 10 codes' }).click();
  await expect(page.getByRole('region', { name: '10 new codes' })).toBeVisible();
  await page.getByRole('link', { name: 'Unassigned pool' }).click();
  await page.getByRole('searchbox', { name: 'Search referral codes' }).fill(prefix.slice(0, 20));
  await expect(page.getByRole('row')).toHaveCount(11);
});

test('an account warns of a publisher that another account has', async ({ page }) => {
  const session = await openAs(page, 'Management', '/profile');
  const publisher = await call<{ id: number }>(page.request, session, 'POST', 'publishers', {
    name: unique('Twice'),
    status: 'active',
    currency: 'EUR',
  });
  const { name } = await call<{ name: string }>(page.request, session, 'GET', `publishers/${publisher.id}`);
  await call(page.request, session, 'POST', 'accounts', {
    name: unique('First account'),
    accountKind: 'publisher',
    publishers: [publisher.id],
    status: 'active',
  });
  await page.goto('/#/accounts/add');
  const field = page.getByRole('combobox', { name: 'Publishers' });
  await field.fill(name);
  await page.getByRole('option', { name }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect(
    dialog.getByText(`This publisher ${name} is already added elsewhere. Do you want to continue?`),
  ).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Show the accounts' })).toHaveAttribute('href', '#/accounts');
  expect((await dialog.boundingBox())?.width).toBeGreaterThanOrEqual(500);
  await dialog.getByRole('button', { name: 'No' }).click();
  const pills = page.locator('[data-field="publishers"]');
  await expect(pills.getByText(name, { exact: true })).toHaveCount(0);
  await field.fill(name);
  await page.getByRole('option', { name }).click();
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(pills.getByText(name, { exact: true })).toBeVisible();
});

test('offers of a box: of a product and of a publisher, added and edited from the box', async ({ page }) => {
  const session = await openAs(page, 'Operations', '/profile');
  const box = await call<{ id: number }>(page.request, session, 'POST', 'campaign-boxes', {
    name: unique('Offer box'),
    fallbackUrl: 'https://example.com/',
    allocation: [],
  });
  await page.goto(`/#/campaign-box/${box.id}`);
  const offers = page.getByRole('region', { name: 'Offers' });
  await expect(offers.getByText('No offers yet.')).toBeVisible();
  await expect(offers.getByRole('link').nth(1)).toBeVisible();
  await offers.getByRole('link').first().click();
  const name = unique('Offer');
  await expect(page.getByRole('combobox', { name: 'Product' })).not.toHaveValue('');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Target URL' }).fill('no link');
  await page.getByRole('textbox', { name: 'Target URL' }).blur();
  await expect(page.getByRole('button', { name: 'Save offer' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Target URL' }).fill('https://example.com/?c={click_id}');
  await page.getByRole('button', { name: 'Save offer' }).click();
  await offers.getByRole('link', { name }).click();
  await expect(page).toHaveURL(/offers\/\d+\/edit\/\d+/);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`${name} again`);
  await page.getByRole('button', { name: 'Save offer' }).click();
  await expect(offers.getByRole('link', { name: `${name} again` })).toBeVisible();
  await offers.getByRole('link', { name: 'Publisher offer' }).click();
  await expect(page.getByRole('combobox', { name: 'Publisher' })).toBeVisible();
});

test('revenue outside postbacks is entered for a period, and a day of gambling stats by hand', async ({ page }) => {
  await openAs(page, 'Management', '/partners/revenues/add');
  await choose(page, 'Partner', 'Best Wallet');
  await fillDate(page, 'First day', '2026-02-01');
  await fillDate(page, 'Last day', '2026-02-28');
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.fill('much');
  await amount.blur();
  await expect(page.getByRole('button', { name: 'Save partner revenue' })).toBeDisabled();
  await amount.fill('2800');
  await page.getByRole('button', { name: 'Save partner revenue' }).click();
  await expect(page.getByRole('gridcell', { name: 'Best Wallet 2026-02-01 – 2026-02-28' }).first()).toBeVisible();

  await page.goto('/#/gambling-stats-add');
  await choose(page, 'Partner', 'Best Wallet');
  const day = `196${Math.floor(Math.random() * 10)}-0${1 + Math.floor(Math.random() * 9)}-1${Math.floor(Math.random() * 10)}`;
  await fillDate(page, 'Day', day);
  await page.getByRole('textbox', { name: 'First deposits' }).fill('3');
  await page.getByRole('textbox', { name: /^Revenue/ }).fill('45.50');
  await page.getByRole('button', { name: 'Save gambling stat' }).click();
  await expect(page.getByRole('gridcell', { name: `Best Wallet ${day}` })).toBeVisible();
});
