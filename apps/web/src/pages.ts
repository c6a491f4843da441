import type { BuiltScreenName } from '@signpost/contract/routes/index.ts';
import { type ComponentType, createElement, lazy, useState } from 'react';
import type { PageProps } from './page-props.ts';

type Page = ComponentType<PageProps>;

/** A page in its own chunk, which can be preloaded. */
export interface LazyPage {
  load: () => Promise<unknown>;
  /** Undefined until the chunk is loaded. */
  ready: Page | undefined;
  readonly Late: Page;
}

function page(load: () => Promise<{ default: Page }>): LazyPage {
  const once = async () => {
    const module = await load();
    it.ready = module.default;
    return module;
  };
  const it: LazyPage = { load: once, ready: undefined, Late: lazy(once) };
  return it;
}

/**
 * A page whose chunk is loaded renders at once. `lazy` alone would still show its fallback first, and React removes a
 * fallback only after 300 ms.
 */
export function OpenPage({ page: { ready, Late }, ...props }: PageProps & { page: LazyPage }) {
  // Stable while the page is open, because another component would lose its state.
  const [Own] = useState(() => ready ?? Late);
  return createElement(Own, props);
}

const built = {
  home: page(() => import('./screens/home/home.tsx')),
  login: page(() => import('./screens/login/login.tsx')),
  logout: page(() => import('./screens/logout/logout.tsx')),
  profile: page(() => import('./screens/profile/profile.tsx')),
  backgroundJobs: page(() => import('./screens/background-jobs/background-jobs.tsx')),
  campaignStats: page(() => import('./screens/campaign-stats/campaign-stats.tsx')),
  campaignStatsPreset: page(() => import('./screens/campaign-stats/campaign-stats.tsx')),
  lifetimeView: page(() => import('./screens/lifetime-view/lifetime-view.tsx')),
  advancedReporting: page(() => import('./screens/reports/list.tsx')),
  advancedReportingAdd: page(() => import('./screens/reports/form.tsx')),
  advancedReportingEdit: page(() => import('./screens/reports/form.tsx')),
  advancedReportingDuplicate: page(() => import('./screens/reports/form.tsx')),
  advancedReportingDownload: page(() => import('./screens/reports/download.tsx')),
  alerts: page(() => import('./screens/alerts/list.tsx')),
  alertsAdd: page(() => import('./screens/alerts/form.tsx')),
  alertsEdit: page(() => import('./screens/alerts/form.tsx')),
  leakage: page(() => import('./screens/leakage/leakage.tsx')),
  eventReporter: page(() => import('./screens/event-reporter/list.tsx')),
  eventReporterSupport: page(() => import('./screens/event-reporter/story.tsx')),
  stats: page(() => import('./screens/stats/stats.tsx')),
  emailPublisher: page(() => import('./screens/email-publisher/page.tsx')),
  partners: page(() => import('./screens/partners/list.tsx')),
  partnersAdd: page(() => import('./screens/partners/form.tsx')),
  partnersEdit: page(() => import('./screens/partners/form.tsx')),
  partnersView: page(() => import('./screens/partners/view.tsx')),
  sheets: page(() => import('./screens/sheets/list.tsx')),
  sheetsAdd: page(() => import('./screens/sheets/add.tsx')),
  sheetsEdit: page(() => import('./screens/sheets/edit.tsx')),
  seoSheets: page(() => import('./screens/sheets/seo-list.tsx')),
  seoSheetsAdd: page(() => import('./screens/sheets/seo-add.tsx')),
  unprocessedRequests: page(() => import('./screens/sheets/requests.tsx')),
  campaignBoxes: page(() => import('./screens/campaign-boxes/list.tsx')),
  campaignBoxesAdd: page(() => import('./screens/campaign-boxes/form.tsx')),
  campaignBoxesEdit: page(() => import('./screens/campaign-boxes/form.tsx')),
  campaignBoxesCopy: page(() => import('./screens/campaign-boxes/form.tsx')),
  campaignBoxesView: page(() => import('./screens/campaign-boxes/view.tsx')),
  seoCampaignBoxes: page(() => import('./screens/seo-campaign-boxes/list.tsx')),
  seoCampaignBoxesAdd: page(() => import('./screens/seo-campaign-boxes/form.tsx')),
  seoCampaignBoxesEdit: page(() => import('./screens/seo-campaign-boxes/form.tsx')),
  seoCampaignBoxesCopy: page(() => import('./screens/seo-campaign-boxes/form.tsx')),
  seoCampaignBoxesView: page(() => import('./screens/seo-campaign-boxes/view.tsx')),
  rules: page(() => import('./screens/rules/list.tsx')),
  rulesAdd: page(() => import('./screens/rules/form.tsx')),
  rulesEdit: page(() => import('./screens/rules/form.tsx')),
  rulesCopy: page(() => import('./screens/rules/form.tsx')),
  rulesView: page(() => import('./screens/rules/view.tsx')),
  globalRules: page(() => import('./screens/rules/global-rules.tsx')),
  bannerGlobalRules: page(() => import('./screens/rules/banner-global-rules.tsx')),
  bannerGlobalRulesAdd: page(() => import('./screens/rules/banner-global-rule-form.tsx')),
  bannerGlobalRulesEdit: page(() => import('./screens/rules/banner-global-rule-form.tsx')),
  partnersWaterfall: page(() => import('./screens/waterfall/waterfall.tsx')),
  directLinkAdd: page(() => import('./screens/links/direct-links.tsx')),
  campaigns: page(() => import('./screens/campaigns/list.tsx')),
  campaignsAdd: page(() => import('./screens/campaigns/form.tsx')),
  affiliateCampaignsAdd: page(() => import('./screens/campaigns/affiliate-form.tsx')),
  campaignsEdit: page(() => import('./screens/campaigns/form.tsx')),
  campaignsView: page(() => import('./screens/campaigns/view.tsx')),
  clients: page(() => import('./screens/clients/list.tsx')),
  clientsAdd: page(() => import('./screens/clients/form.tsx')),
  clientsEdit: page(() => import('./screens/clients/form.tsx')),
  clientsView: page(() => import('./screens/clients/view.tsx')),
  tags: page(() => import('./screens/tags/list.tsx')),
  tagsAdd: page(() => import('./screens/tags/form.tsx')),
  tagsEdit: page(() => import('./screens/tags/form.tsx')),
  publishers: page(() => import('./screens/publishers/list.tsx')),
  publishersAdd: page(() => import('./screens/publishers/form.tsx')),
  publishersEdit: page(() => import('./screens/publishers/form.tsx')),
  publisherView: page(() => import('./screens/publishers/view.tsx')),
  accounts: page(() => import('./screens/accounts/list.tsx')),
  accountsAdd: page(() => import('./screens/accounts/form.tsx')),
  accountsEdit: page(() => import('./screens/accounts/form.tsx')),
  flatFees: page(() => import('./screens/flat-fees/list.tsx')),
  flatFeesAdd: page(() => import('./screens/flat-fees/form.tsx')),
  flatFeesEdit: page(() => import('./screens/flat-fees/form.tsx')),
  flatFeeContacts: page(() => import('./screens/contacts/list.tsx')),
  flatFeeContactsAdd: page(() => import('./screens/contacts/form.tsx')),
  flatFeeContactsEdit: page(() => import('./screens/contacts/form.tsx')),
  gamblingLinks: page(() => import('./screens/links/gambling-links.tsx')),
  gamblingLinksAdd: page(() => import('./screens/links/gambling-link-form.tsx')),
  whitelist: page(() => import('./screens/administration/whitelist.tsx')),
  websites: page(() => import('./screens/websites/list.tsx')),
  websitesAdd: page(() => import('./screens/websites/form.tsx')),
  websitesEdit: page(() => import('./screens/websites/form.tsx')),
  domains: page(() => import('./screens/domains/list.tsx')),
  domainsAdd: page(() => import('./screens/domains/form.tsx')),
  domainsEdit: page(() => import('./screens/domains/form.tsx')),
  templates: page(() => import('./screens/templates/list.tsx')),
  templatesAdd: page(() => import('./screens/templates/form.tsx')),
  templatesEdit: page(() => import('./screens/templates/form.tsx')),
  templatesDefaults: page(() => import('./screens/templates/defaults.tsx')),
  templatesDefaultsBanner: page(() => import('./screens/templates/defaults.tsx')),
  buttons: page(() => import('./screens/buttons/list.tsx')),
  buttonsAdd: page(() => import('./screens/buttons/form.tsx')),
  buttonsEdit: page(() => import('./screens/buttons/form.tsx')),
  buttonsDuplicate: page(() => import('./screens/buttons/form.tsx')),
  pushNotifications: page(() => import('./screens/push/list.tsx')),
  pushNotificationsAdd: page(() => import('./screens/push/form.tsx')),
  pushNotificationsEdit: page(() => import('./screens/push/form.tsx')),
  referralCodes: page(() => import('./screens/referral-codes/list.tsx')),
  referralCodesAdd: page(() => import('./screens/referral-codes/form.tsx')),
  referralCodesEdit: page(() => import('./screens/referral-codes/form.tsx')),
  mbgMirrors: page(() => import('./screens/mbg-mirrors/list.tsx')),
  referrers: page(() => import('./screens/referrers/list.tsx')),
  spiderDomains: page(() => import('./screens/technical-domains/spider-domains.tsx')),
  prelanderDomains: page(() => import('./screens/technical-domains/prelander-domains.tsx')),
  lookerWiz: page(() => import('./screens/looker/looker.tsx')),
  manualTransactions: page(() => import('./screens/ledgers/manual-transactions.tsx')),
  manualTransactionsAdd: page(() => import('./screens/ledgers/manual-transaction-form.tsx')),
  manualTransactionsCopy: page(() => import('./screens/ledgers/manual-transaction-form.tsx')),
  simpleCost: page(() => import('./screens/ledgers/simple-costs.tsx')),
  simpleCostCopy: page(() => import('./screens/ledgers/simple-cost-form.tsx')),
  partnersRevenues: page(() => import('./screens/ledgers/partner-revenues.tsx')),
  partnersRevenuesAdd: page(() => import('./screens/ledgers/partner-revenue-form.tsx')),
  gamblingStats: page(() => import('./screens/ledgers/gambling-stats.tsx')),
  gamblingStatsAdd: page(() => import('./screens/ledgers/gambling-stat-form.tsx')),
  affiliateTransactions: page(() => import('./screens/conversions/transactions.tsx')),
  statusMappingOverride: page(() => import('./screens/conversions/status-mapping.tsx')),
  unassignedStatusForm: page(() => import('./screens/conversions/unassigned.tsx')),
  partnerOverride: page(() => import('./screens/conversions/partner-override.tsx')),
  gamblingStatsCsvUpload: page(() => import('./screens/gambling-import/upload.tsx')),
  robotPartners: page(() => import('./screens/robot-partners/list.tsx')),
  robotPartnersAdd: page(() => import('./screens/robot-partners/form.tsx')),
  robotPartnersEdit: page(() => import('./screens/robot-partners/form.tsx')),
  leadSearch: page(() => import('./screens/leads/search.tsx')),
  publisherLeadQueryReport: page(() => import('./screens/leads/report.tsx')),
  linksChecker: page(() => import('./screens/links-checker/list.tsx')),
  linksCheckerDownload: page(() => import('./screens/links-checker/download.tsx')),
  linksCheckerForm: page(() => import('./screens/links-checker/form.tsx')),
  linksCheckerUpload: page(() => import('./screens/links-checker/upload.tsx')),
  linksCheckerUploadEmail: page(() => import('./screens/links-checker/upload-email.tsx')),
  partnerLinkChecker: page(() => import('./screens/link-checker/link-checker.tsx')),
  showOffers: page(() => import('./screens/deals/show-offers.tsx')),
  dealApprovalForm: page(() => import('./screens/deals/proposals.tsx')),
  approvedDeals: page(() => import('./screens/deals/approved-deals.tsx')),
  marketplace: page(() => import('./screens/deals/marketplace.tsx')),
  globalDealForm: page(() => import('./screens/deals/global-deal-form.tsx')),
  usersManagement: page(() => import('./screens/users-management/users-management.tsx')),
  approval: page(() => import('./screens/approval/approval.tsx')),
  allInvoices: page(() => import('./screens/all-invoices/all-invoices.tsx')),
  creditNotes: page(() => import('./screens/credit-notes/credit-notes.tsx')),
  myInvoices: page(() => import('./screens/my-invoices/my-invoices.tsx')),
  offersAdd: page(() => import('./screens/box-offers/offer-form.tsx')),
  offersEdit: page(() => import('./screens/box-offers/offer-form.tsx')),
  publisherOffersAdd: page(() => import('./screens/box-offers/publisher-offer-form.tsx')),
  publisherOffersEdit: page(() => import('./screens/box-offers/publisher-offer-form.tsx')),
  users: page(() => import('./screens/users/list.tsx')),
  usersEdit: page(() => import('./screens/users/form.tsx')),
  manualUsersAdd: page(() => import('./screens/users/form.tsx')),
} satisfies Record<BuiltScreenName, LazyPage>;

/** The pages of all built screens. */
export const pages: Readonly<Record<string, LazyPage | undefined>> = built;

/** Preloads the chunk of a page; resolves when it is loaded or has failed. */
export async function preload(name: string): Promise<void> {
  try {
    await pages[name]?.load();
  } catch (error) {
    console.warn(`Page ${name} could not be preloaded.`, error);
  }
}
