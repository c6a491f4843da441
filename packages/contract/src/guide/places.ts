import type { ScreenName } from '../routes/index.ts';

/** The pages of `docs/product` that the guide shows, in the order of its table of contents. */
export const GUIDE_PAGES = [
  'README',
  'glossary',
  'statistics',
  'reports',
  'alerts',
  'leakage',
  'clicks',
  'links-and-hosts',
  'links-checker',
  'launch-check',
  'deals',
  'conversions',
  'leads',
  'sheets',
  'pages',
  'push',
  'publisher-mail',
  'money-entries',
  'documents',
  'flat-fees',
  'records',
  'notes',
  'access',
  'jobs',
  'notifications',
  'data-protection',
  'operations',
] as const;

/** A page of the guide: the name of its file without `.md`. */
export type GuidePage = (typeof GUIDE_PAGES)[number];

/** A page of the guide, or one of its headings: `deals#lead-caps`. */
export type GuidePlace = GuidePage | `${GuidePage}#${string}`;

const at = <const N extends ScreenName>(place: GuidePlace, ...screens: readonly N[]) =>
  Object.fromEntries(screens.map((screen) => [screen, place])) as Record<N, GuidePlace>;

/** Where the guide opens beside each screen. A new screen fails to compile until it has its place. */
export const GUIDE_OF_SCREEN: Readonly<Record<ScreenName, GuidePlace>> = {
  ...at('README', 'home'),
  ...at('access#signing-in', 'login', 'logout'),
  ...at('access', 'users', 'usersEdit', 'manualUsersAdd', 'profile'),
  ...at('jobs', 'backgroundJobs'),
  ...at('statistics', 'stats'),
  ...at('statistics#other-reports', 'campaignStats', 'campaignStatsPreset', 'lifetimeView', 'eventReporter'),
  ...at('clicks#what-a-clicks-fact-holds', 'eventReporterSupport'),
  ...at('reports', 'advancedReporting', 'advancedReportingAdd', 'advancedReportingEdit', 'advancedReportingDuplicate'),
  ...at('reports#files', 'advancedReportingDownload', 'lookerWiz'),
  ...at('alerts', 'alerts', 'alertsAdd', 'alertsEdit'),
  ...at('leakage', 'leakage'),
  ...at('deals', 'partners', 'partnersAdd', 'partnersEdit', 'partnersView'),
  ...at('deals#which-deal-takes-a-click', 'partnersWaterfall'),
  ...at('deals#proposals-and-approval', 'dealApprovalForm', 'approvedDeals'),
  ...at('deals#global-deals-and-changes-of-many-deals', 'globalDealForm'),
  ...at('deals#offers-on-view', 'showOffers', 'marketplace'),
  ...at('deals#what-a-conversion-is-worth', 'partnerOverride'),
  ...at('deals#what-publishers-earn', 'publishers', 'publishersAdd', 'publishersEdit', 'publisherView'),
  ...at('clicks', 'campaignBoxes', 'campaignBoxesAdd', 'campaignBoxesEdit', 'campaignBoxesCopy', 'campaignBoxesView'),
  ...at('clicks', 'seoCampaignBoxes', 'seoCampaignBoxesAdd', 'seoCampaignBoxesEdit', 'seoCampaignBoxesCopy'),
  ...at('clicks', 'seoCampaignBoxesView'),
  ...at('clicks#rules', 'rules', 'rulesAdd', 'rulesEdit', 'rulesCopy', 'rulesView', 'globalRules'),
  ...at('clicks#rules', 'bannerGlobalRules', 'bannerGlobalRulesAdd', 'bannerGlobalRulesEdit'),
  ...at('clicks#allocations', 'campaigns', 'campaignsAdd', 'affiliateCampaignsAdd', 'campaignsEdit', 'campaignsView'),
  ...at('clicks#bots', 'whitelist'),
  ...at('clicks#the-step-to-the-offer', 'offersAdd', 'offersEdit', 'publisherOffersAdd', 'publisherOffersEdit'),
  ...at('sheets', 'sheets', 'sheetsAdd', 'sheetsEdit', 'seoSheets', 'seoSheetsAdd'),
  ...at('sheets#request-and-boxes', 'unprocessedRequests'),
  ...at('links-and-hosts#links-that-visitors-open', 'directLinkAdd', 'gamblingLinks', 'gamblingLinksAdd'),
  ...at('links-and-hosts#where-a-click-counts', 'referralCodes', 'referralCodesAdd', 'referralCodesEdit', 'referrers'),
  ...at('links-and-hosts#short-link-hosts', 'domains', 'domainsAdd', 'domainsEdit'),
  ...at('links-and-hosts', 'websites', 'websitesAdd', 'websitesEdit', 'websitesView'),
  ...at('links-and-hosts#mirrors-and-prelander-domains', 'mbgMirrors', 'prelanderDomains', 'spiderDomains'),
  ...at('links-and-hosts#following-a-partners-links', 'partnerLinkChecker'),
  ...at('links-checker', 'linksChecker', 'linksCheckerDownload', 'linksCheckerForm', 'linksCheckerUpload'),
  ...at('links-checker', 'linksCheckerUploadEmail'),
  ...at('pages', 'templates', 'templatesAdd', 'templatesEdit'),
  ...at('pages#defaults-of-sites-and-banners', 'templatesDefaults', 'templatesDefaultsBanner'),
  ...at('pages#buttons', 'buttons', 'buttonsAdd', 'buttonsEdit', 'buttonsDuplicate'),
  ...at('push', 'pushNotifications', 'pushNotificationsAdd', 'pushNotificationsEdit'),
  ...at('publisher-mail', 'emailPublisher'),
  ...at('conversions#counted-once', 'affiliateTransactions'),
  ...at('conversions#what-a-status-means', 'statusMappingOverride', 'unassignedStatusForm'),
  ...at('leads', 'robotPartners', 'robotPartnersAdd', 'robotPartnersEdit'),
  ...at('leads#lead-search-and-the-publishers-report', 'leadSearch', 'publisherLeadQueryReport'),
  ...at('money-entries', 'manualTransactions', 'manualTransactionsAdd', 'manualTransactionsCopy', 'simpleCost'),
  ...at('money-entries', 'simpleCostCopy', 'partnersRevenues', 'partnersRevenuesAdd'),
  ...at('money-entries#ledgers', 'gamblingStats', 'gamblingStatsAdd'),
  ...at('money-entries#importing-a-partners-statistics', 'gamblingStatsCsvUpload'),
  ...at('documents', 'allInvoices', 'myInvoices'),
  ...at('documents#approval', 'approval'),
  ...at('documents#credit-notes', 'creditNotes'),
  ...at('flat-fees', 'flatFees', 'flatFeesAdd', 'flatFeesEdit'),
  ...at('records', 'clients', 'clientsAdd', 'clientsEdit', 'clientsView', 'tags', 'tagsAdd', 'tagsEdit'),
  ...at('records', 'accounts', 'accountsAdd', 'accountsEdit'),
  ...at('records', 'flatFeeContacts', 'flatFeeContactsAdd', 'flatFeeContactsEdit', 'usersManagement'),
};

/** The anchor of a heading, as GitHub makes it: `Where a click counts` → `where-a-click-counts`. */
export const headingAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
