import { ROUTES } from '@signpost/contract/routes/index.ts';
import { call, choose, freeCode, freeHost, openAs, unique } from './support/people.ts';
import { expect, type Page, test } from './support/test.ts';
import { findOnly } from './support/waits.ts';

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
    name: freeHost,
    refused: ['no host', /host name such as example\.com/],
  },
  {
    path: ROUTES.mbgMirrors.path,
    one: 'mirror',
    many: 'mbg mirrors',
    title: 'Host',
    name: freeHost,
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
    name: freeHost,
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
      if (kind === 'geos') await page.getByRole('textbox', { name: 'Code' }).fill(await freeCode(page.request));
    },
    refused: refused as unknown as [string, string],
  })),
];

for (const { path, one, many, title, name, fill, refused } of BESIDE)
  test(`${many} are added, listed and edited beside their list, which refuses bad input`, async ({ page }) => {
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
    await findOnly(page, `Search ${many}`, called);
    await page.getByRole('gridcell', { name: called }).first().click();
    const open = page.getByRole('dialog', { name: called });
    const again = name();
    await open.getByRole('textbox', { name: title, exact: true }).fill(again);
    await open.getByRole('button', { name: `Save ${one}` }).click();
    await expect(open).toBeHidden();
    await page.getByRole('searchbox', { name: `Search ${many}` }).fill(again);
    await expect(page.getByRole('gridcell', { name: again }).first()).toBeVisible();
  });

test('whitelist: an entry is added, refused and changed beside the list', async ({ page }) => {
  await openAs(page, 'Admin', '/whitelist');
  await page.getByRole('button', { name: 'Add entry' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Add entry' });
  const pattern = drawer.getByRole('textbox', { name: 'E-mail or domain' });
  await pattern.fill('not an address');
  await pattern.blur();
  await expect(drawer.getByText(/Enter an e-mail address or a domain/)).toBeVisible();
  const domain = `${unique('d').replace(' ', '-')}.example.com`;
  await pattern.fill(domain);
  await drawer.getByRole('button', { name: 'Save entry' }).click();
  await expect(drawer).toBeHidden();
  await page.getByRole('cell', { name: domain }).or(page.getByText(domain)).first().click();
  const why = unique('our own');
  await page.getByRole('dialog', { name: domain }).getByRole('textbox', { name: 'Reason' }).fill(why);
  await page.getByRole('dialog', { name: domain }).getByRole('button', { name: 'Save entry' }).click();
  await expect(page.getByText(why)).toBeVisible();
});

test('a delayed search neither closes a form opened meanwhile nor asks to leave it', async ({ page }) => {
  const session = await openAs(page, 'Admin', `${ROUTES.tags.path}?kind=categories`);
  const called = unique('name').replaceAll(/[ -]/g, '_');
  await call(page.request, session, 'POST', 'categories', { name: called });
  await page.goto(`/#${ROUTES.tags.path}?kind=categories&q=${called}`);
  const open = page.getByRole('dialog', { name: called });
  await expect(page.getByRole('gridcell', { name: called })).toBeVisible();
  // Everything is entered at once, before the search is sent, while the list still shows the previous result.
  await page.getByRole('searchbox', { name: 'Search categories' }).fill(called.slice(0, -1));
  await page.getByRole('gridcell', { name: called }).click();
  await open.getByRole('textbox', { name: 'Name', exact: true }).fill(`${called}_again`);
  await expect(page).toHaveURL(new RegExp(`q=${called.slice(0, -1)}(&|$)`));
  await expect(open.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(`${called}_again`);
  await expect(page.getByRole('dialog', { name: 'Are you sure?' })).toBeHidden();
  await open.getByRole('button', { name: 'Save category' }).click();
  await expect(open).toBeHidden();
});

test('Escape asks before it closes a changed form, and closes the question before the form', async ({ page }) => {
  await openAs(page, 'Admin', `${ROUTES.tags.path}?kind=categories&open=new`);
  const form = page.getByRole('dialog', { name: 'Add category' });
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  const name = form.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('typed');
  await page.keyboard.press('Escape');
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(name).toHaveValue('typed');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(form).toBeHidden();
  await expect(page).not.toHaveURL(/open=/);
});

test('Escape closes the calendar of a field and leaves the form it is in', async ({ page }) => {
  await openAs(page, 'Admin', `${ROUTES.simpleCost.path}?open=new`);
  const form = page.getByRole('dialog', { name: 'Add simple cost' });
  const day = form.getByRole('textbox', { name: 'First day' });
  const calendar = page.getByRole('button', { name: '15 March 2024' });
  await day.fill('2024-03-05');
  // The parsed value is shown below the field while typing; the calendar would cover it.
  await expect(calendar).toBeHidden();
  await day.click();
  await expect(calendar).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Are you sure?' })).toBeVisible();
  await expect(form).toBeVisible();
});
