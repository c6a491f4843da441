import AxeBuilder from '@axe-core/playwright';
import type { SignedIn } from '@signpost/contract/access/sign-in.ts';
import { BUILT_SCREENS, ROUTES, type RouteName } from '@signpost/contract/routes/index.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { call, openAs, unique } from './support/people.ts';
import { watchRequests } from './support/settled.ts';
import { type APIRequestContext, expect, test } from './support/test.ts';

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

// Each screen in both themes and at both widths; all four pairs would take the suite over its ten minutes.
for (const [theme, width] of [
  ['dark', 1440],
  ['light', 390],
] as const)
  test(`axe finds nothing serious on any screen, ${theme} at ${width} px`, async ({ page }) => {
    // Allows a few seconds per screen, even on a busy machine.
    test.setTimeout(BUILT_SCREENS.length * 6_000);
    await page.setViewportSize({ width, height: 900 });
    const session = await openAs(page, 'Admin', NOWHERE, theme);
    const parametersFor = await parametersOf(page.request, session);
    const answered = watchRequests(page);
    const yes = page.getByRole('dialog').getByRole('button', { name: 'Yes' });
    let hasAxe = false;
    for (const name of BUILT_SCREENS) {
      if (name === 'logout' || name === 'login') continue;
      const parameters = parametersFor(name);
      const path = ROUTES[name].path.replace(/\$(\w+)/g, (_, parameter) => String(parameters[parameter]));
      // A change after the # is not a page load to wait for: coming from an unknown page, the title announces the next
      // one.
      await page.goto(`/#${NOWHERE}`);
      await page.waitForFunction(
        (title) => document.title === title || document.querySelector('[role=dialog]') !== null,
        NOWHERE_TITLE,
      );
      // A copy is unsaved, so leaving it asks for confirmation.
      if (await yes.isVisible()) await yes.click();
      await page.waitForFunction((title) => document.title === title, NOWHERE_TITLE);
      await page.goto(`/#${path}`);
      await page.waitForFunction((title) => document.title !== title, NOWHERE_TITLE);
      await answered();
      await expect(page.getByText(/^Loading ?\.\.\./), name).toHaveCount(0);
      // An empty screen would pass too easily.
      if (name !== 'campaignStatsPreset')
        await expect.soft(page.getByRole('main').getByRole('alert'), name).toHaveCount(0);
      // Axe stays loaded from the first screen on.
      const { violations } = await new AxeBuilder({ page, ...(hasAxe ? { axeSource: 'void 0' } : {}) })
        // Checking one frame for violations only takes a quarter of the time.
        .setLegacyMode(true)
        .options({ resultTypes: ['violations'] })
        .analyze();
      hasAxe = true;
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect
        .soft(
          serious.map(
            ({ id: rule, nodes }) => `${name}: ${rule}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
          ),
        )
        .toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(overflow, `${name} is wider than the screen`).toBeLessThanOrEqual(0);
    }
  });

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
