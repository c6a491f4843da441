import { keysOf } from '../define/objects.ts';
import { adminRoutes, managerRoutes } from './admin.ts';
import { boxRoutes } from './boxes.ts';
import { clickOutRoutes } from './click-out.ts';
import { entryRoutes } from './entry.ts';
import { moneyRoutes } from './money.ts';
import { reportRoutes } from './reports.ts';
import type { RouteGroup, RouteRow } from './shape.ts';
import { testRoutes } from './tests.ts';

const groups = {
  Reports: reportRoutes,
  'Click-out': clickOutRoutes,
  'Campaign boxes': boxRoutes,
  'Links & tests': testRoutes,
  'Clients & money': moneyRoutes,
  'Admin tools': adminRoutes,
  'Manager portal': managerRoutes,
} satisfies Record<RouteGroup, Record<string, RouteRow>>;

const rows = {
  ...entryRoutes,
  ...reportRoutes,
  ...clickOutRoutes,
  ...boxRoutes,
  ...testRoutes,
  ...moneyRoutes,
  ...adminRoutes,
  ...managerRoutes,
} satisfies Record<string, RouteRow>;

/** Every route of the product by name. */
export type RouteName = keyof typeof rows;

/** The path of a route, as a literal. */
export type RoutePath<N extends RouteName = RouteName> = (typeof rows)[N]['path'];

/** The old addresses that only redirect. */
export type RedirectRouteName = 'seoView' | 'gamblingView' | 'parasitesView' | 'bannerBoxView' | 'publishersView';

/**
 * Screens that exist. A new screen is added here; a route that is not listed appears in no menu and is answered like an
 * unknown route.
 */
export const BUILT_SCREENS = [
  'home',
  'login',
  'logout',
  'profile',
  'backgroundJobs',
  'stats',
  'campaignStats',
  'campaignStatsPreset',
  'lifetimeView',
  'advancedReporting',
  'advancedReportingAdd',
  'advancedReportingEdit',
  'advancedReportingDuplicate',
  'advancedReportingDownload',
  'alerts',
  'alertsAdd',
  'alertsEdit',
  'leakage',
  'eventReporter',
  'eventReporterSupport',
  'partners',
  'partnersAdd',
  'partnersEdit',
  'partnersView',
  'campaignBoxes',
  'campaignBoxesAdd',
  'campaignBoxesEdit',
  'campaignBoxesCopy',
  'campaignBoxesView',
  'seoCampaignBoxes',
  'seoCampaignBoxesAdd',
  'seoCampaignBoxesEdit',
  'seoCampaignBoxesCopy',
  'seoCampaignBoxesView',
  'sheets',
  'sheetsAdd',
  'sheetsEdit',
  'seoSheets',
  'seoSheetsAdd',
  'unprocessedRequests',
  'partnersWaterfall',
  'directLinkAdd',
  'rules',
  'rulesAdd',
  'rulesEdit',
  'rulesCopy',
  'rulesView',
  'globalRules',
  'bannerGlobalRules',
  'bannerGlobalRulesAdd',
  'bannerGlobalRulesEdit',
  'users',
  'usersEdit',
  'manualUsersAdd',
  'campaigns',
  'campaignsAdd',
  'affiliateCampaignsAdd',
  'campaignsEdit',
  'campaignsView',
  'clients',
  'clientsAdd',
  'clientsEdit',
  'clientsView',
  'tags',
  'tagsAdd',
  'tagsEdit',
  'publishers',
  'publishersAdd',
  'publishersEdit',
  'publisherView',
  'accounts',
  'accountsAdd',
  'accountsEdit',
  'flatFees',
  'flatFeesAdd',
  'flatFeesEdit',
  'flatFeeContacts',
  'flatFeeContactsAdd',
  'flatFeeContactsEdit',
  'gamblingLinks',
  'gamblingLinksAdd',
  'whitelist',
  'websites',
  'websitesAdd',
  'websitesEdit',
  'websitesView',
  'domains',
  'domainsAdd',
  'domainsEdit',
  'referralCodes',
  'referralCodesAdd',
  'referralCodesEdit',
  'mbgMirrors',
  'referrers',
  'spiderDomains',
  'prelanderDomains',
  'lookerWiz',
  'manualTransactions',
  'manualTransactionsAdd',
  'manualTransactionsCopy',
  'simpleCost',
  'simpleCostCopy',
  'partnersRevenues',
  'partnersRevenuesAdd',
  'gamblingStats',
  'gamblingStatsAdd',
  'affiliateTransactions',
  'statusMappingOverride',
  'unassignedStatusForm',
  'partnerOverride',
  'gamblingStatsCsvUpload',
  'robotPartners',
  'robotPartnersAdd',
  'robotPartnersEdit',
  'leadSearch',
  'publisherLeadQueryReport',
  'emailPublisher',
  'linksChecker',
  'linksCheckerDownload',
  'linksCheckerForm',
  'linksCheckerUpload',
  'linksCheckerUploadEmail',
  'partnerLinkChecker',
  'showOffers',
  'dealApprovalForm',
  'approvedDeals',
  'marketplace',
  'globalDealForm',
  'usersManagement',
  'approval',
  'allInvoices',
  'creditNotes',
  'myInvoices',
  'offersAdd',
  'offersEdit',
  'publisherOffersAdd',
  'publisherOffersEdit',
  'templates',
  'templatesAdd',
  'templatesEdit',
  'templatesDefaults',
  'templatesDefaultsBanner',
  'buttons',
  'buttonsAdd',
  'buttonsEdit',
  'buttonsDuplicate',
  'pushNotifications',
  'pushNotificationsAdd',
  'pushNotificationsEdit',
] as const satisfies readonly Exclude<RouteName, RedirectRouteName>[];

/** A route with a screen: `pages satisfies Record<BuiltScreenName, LazyPage>`. */
export type BuiltScreenName = (typeof BUILT_SCREENS)[number];

/** One row of the route table. */
export type Route<N extends RouteName = RouteName> = Omit<RouteRow, 'path' | 'parent' | 'follows'> &
  Readonly<{
    name: N;
    path: RoutePath<N>;
    group: RouteGroup | null;
    parent?: RouteName;
    follows?: RouteName;
    built: boolean;
  }>;

const built: ReadonlySet<string> = new Set(BUILT_SCREENS);

const groupOf = (name: string): RouteGroup | null => {
  return keysOf(groups).find((group) => name in groups[group]) ?? null;
};

/** The table of routes, which the router, the sidebar, the command palette and the server's access check read. */
export const ROUTES = Object.fromEntries(
  Object.entries<RouteRow>(rows).map(([name, row]) => [
    name,
    { ...row, name, group: groupOf(name), built: built.has(name) || row.redirectTo !== undefined },
  ]),
) as unknown as { readonly [N in RouteName]: Route<N> };

/** The names of all routes, in the order of the table. */
export const ROUTE_NAMES = keysOf(rows);

/** All routes, in the order of the table. */
export const ALL_ROUTES: readonly Route[] = ROUTE_NAMES.map((name): Route => ROUTES[name]);

/** Whether a string is a route name. */
export function isRouteName(value: string): value is RouteName {
  return Object.hasOwn(rows, value);
}
