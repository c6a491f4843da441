import { ROUTES, type RouteName, SCREEN_NAMES } from '@signpost/contract/routes/index.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import type { SignedIn } from '@signpost/contract/workplace/people/sign-in.ts';
import { seriousProblems } from './support/axe.ts';
import { call, openAs, unique } from './support/people.ts';
import { badlyWritten, cutFigures } from './support/readable.ts';
import { settled } from './support/settled.ts';
import { type APIRequestContext, expect, type Page, test } from './support/test.ts';

const NOWHERE = '/none-of-them';
const SEO_BOXES = 'seo-campaign-boxes';
const NOWHERE_TITLE = `${TEXT.pageUnknown} · Signpost`;
/** The lists whose records the screens of single records show; the first record of each is used. */
const RECORDS: Partial<Record<RouteName, string>> = {
  partnersEdit: 'partners',
  partnersView: 'partners',
  sheetsEdit: 'seo-box-sheets',
  usersEdit: 'users',
  robotPartnersEdit: 'robot-partners',
  tagsEdit: 'tags',
  rulesEdit: 'rules',
  rulesCopy: 'rules',
  rulesView: 'rules',
  bannerGlobalRulesEdit: 'banner-global-rules',
  campaignsEdit: 'campaigns',
  campaignsView: 'campaigns',
  clientsEdit: 'clients',
  clientsView: 'clients',
  publishersEdit: 'publishers',
  publisherView: 'publishers',
  accountsEdit: 'accounts',
  flatFeesEdit: 'flat-fees',
  flatFeeContactsEdit: 'flat-fee-contacts',
  advancedReportingEdit: 'reports',
  alertsEdit: 'alerts',
  websitesEdit: 'websites',
  websitesView: 'websites',
  domainsEdit: 'domains',
  referralCodesEdit: 'referral-codes',
  templatesEdit: 'templates',
  templatesDefaults: 'websites',
  templatesDefaultsBanner: 'websites',
  buttonsEdit: 'buttons',
  pushNotificationsEdit: 'push-notifications',
  buttonsDuplicate: 'buttons',
  simpleCostCopy: 'simple-costs',
  manualTransactionsCopy: 'manual-transactions',
  seoCampaignBoxesEdit: SEO_BOXES,
  seoCampaignBoxesCopy: SEO_BOXES,
  seoCampaignBoxesView: SEO_BOXES,
};

/** The parameters of screen addresses by route. Records missing from the demo world are created. */
async function parametersOf(request: APIRequestContext, session: SignedIn) {
  const make = (path: string, body: object) => call<{ id: number }>(request, session, 'POST', path, body);
  const idIn = async (path: string): Promise<number> => {
    // The oldest: a new one may be another test's, which changes or archives it meanwhile.
    const oldest = `${path}?limit=1&orderBy=id&orderByDirection=asc`;
    const [first] = await call<{ id: number }[]>(request, session, 'GET', oldest);
    if (first === undefined) throw new Error(`There is nothing in ${path}.`);
    return first.id;
  };
  await make('accounts', { name: unique('Axe') });
  await make('flat-fee-contacts', { name: unique('Axe') });
  const { id: boxId } = await make('campaign-boxes', {
    name: unique('Axe'),
    boxKind: 'regular',
    fallbackUrl: 'https://example.com',
    websiteId: await idIn('websites'),
  });
  const [product, publisherId] = [await idIn('products'), await idIn('publishers')];
  const { id: offerId } = await make('box-offers', { name: unique('Axe'), campaignBoxId: boxId, productId: product });
  const { id: ofPublisher } = await make('box-offers', { name: unique('Axe'), campaignBoxId: boxId, publisherId });
  const counted = 'affiliate-transactions?filters[state][0]=counted&limit=1';
  const [paid] = await call<{ clickId: string }[]>(request, session, 'GET', counted);
  const downloads = await call<{ id: number }[]>(request, session, 'GET', 'report-downloads');
  const [linkCheck] = await call<{ id: number }[]>(request, session, 'GET', 'link-checks');
  const lists = new Map<string, number>();
  for (const path of new Set(Object.values(RECORDS))) lists.set(path, await idIn(path));
  return (name: RouteName): Record<string, number | string> => ({
    boxId,
    product,
    offerId: name === 'publisherOffersEdit' ? ofPublisher : offerId,
    type: 'click',
    preset: 'none',
    bannerId: boxId,
    duplicateId: lists.get(name === 'buttonsDuplicate' ? 'buttons' : 'reports') ?? 0,
    downloadId: (name === 'linksCheckerDownload' ? linkCheck?.id : downloads[0]?.id) ?? 0,
    id: lists.get(RECORDS[name] ?? '') ?? (name === 'eventReporterSupport' ? (paid?.clickId ?? '') : boxId),
  });
}

/** Each screen is looked at in both themes and at both widths; all four pairs would take twice the time. */
const LOOKS = [
  ['dark', 1440],
  ['light', 390],
] as const;

/** Changes the theme as another tab of the person would, and the width as a turned tablet. */
async function show(page: Page, theme: 'dark' | 'light', width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate((newValue) => {
    const key = 'signpost.theme';
    localStorage.setItem(key, newValue);
    dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
  }, theme);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
  await loaded(page);
  // While colours change from one theme to the other, their contrast is that of neither.
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}

async function loaded(page: Page): Promise<void> {
  await settled(page);
  await expect(page.getByText(/^Loading ?\.\.\./)).toHaveCount(0);
}

/** Opens a screen from an unknown page, whose title announces the next one: a change after the # is no page load to wait for. */
async function open(page: Page, path: string): Promise<void> {
  const yes = page.getByRole('dialog').getByRole('button', { name: 'Yes' });
  await page.goto(`/#${NOWHERE}`);
  await page.waitForFunction(
    (title) => document.title === title || document.querySelector('[role=dialog]') !== null,
    NOWHERE_TITLE,
  );
  // A copy is unsaved, so leaving it asks for confirmation.
  if ((await page.title()) !== NOWHERE_TITLE) await yes.click();
  await page.waitForFunction((title) => document.title === title, NOWHERE_TITLE);
  await page.goto(`/#${path}`);
  await page.waitForFunction((title) => document.title !== title, NOWHERE_TITLE);
  await loaded(page);
}

/** How many pixels the screen is wider than the window. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const SCREENS = SCREEN_NAMES.filter((name) => name !== 'logout' && name !== 'login');
/** So many screens are one test, and the workers share the tests. */
const TOGETHER = 12;

for (let first = 0; first < SCREENS.length; first += TOGETHER) {
  const names = SCREENS.slice(first, first + TOGETHER);
  test(`axe finds nothing serious, and every figure can be read, dark and light, wide and narrow, on the screens from ${names[0]} to ${names.at(-1)}`, async ({
    page,
  }) => {
    const session = await openAs(page, 'Admin', NOWHERE);
    const parametersFor = await parametersOf(page.request, session);
    for (const name of names) {
      const parameters = parametersFor(name);
      await open(
        page,
        ROUTES[name].path.replace(/\$(\w+)/g, (_, parameter) => String(parameters[parameter])),
      );
      for (const [theme, width] of LOOKS) {
        await show(page, theme, width);
        // An empty screen would pass too easily.
        if (name !== 'campaignStatsPreset')
          await expect.soft(page.getByRole('main').getByRole('alert'), name).toHaveCount(0);
        const where = `${name}, ${theme}, ${width} px`;
        expect.soft(await seriousProblems(page), where).toEqual([]);
        expect.soft(await badlyWritten(page), `${where}: badly written`).toEqual([]);
        expect.soft(await cutFigures(page), `${where}: cut`).toEqual([]);
        // Parts that measure their room follow a moment after the window.
        await expect.soft.poll(() => overflowOf(page), where).toBeLessThanOrEqual(0);
      }
    }
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('lists become cards, the main action is within reach, and the pager hides unusable buttons', async ({
    page,
  }) => {
    await openAs(page, 'Admin', '/partners');
    await expect(page.getByText('Best Wallet').first()).toBeVisible();
    await expect(page.getByRole('table', { name: 'Partners' })).toHaveCount(0);
    const add = page.getByRole('link', { name: 'Add partner' });
    await expect(add).toBeInViewport();
    const pager = page.getByRole('navigation', { name: 'Pages' });
    await expect(pager.getByRole('button', { name: 'First page' })).toHaveCount(0);
    await add.click();
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save partner' })).toBeInViewport();
  });
});
