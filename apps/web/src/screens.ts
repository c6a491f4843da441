import type { ScreenName } from '@signpost/contract/routes/index.ts';
import { type ComponentType, createElement } from 'react';
import type { FirstScreenName, PageProps } from './page-props.ts';
import { modeOf } from './records/form-mode.ts';
import type { RecordScreen } from './records/screen.ts';

type Load = () => Promise<{ default: ComponentType<PageProps> }>;

/** The list of a record screen. */
function list(load: () => Promise<RecordScreen>): Load {
  return async () => {
    const [{ RecordListPage }, screen] = await Promise.all([import('./records/list-page.tsx'), load()]);
    return { default: () => createElement(RecordListPage, { screen }) };
  };
}

/** The form of a record screen, which adds, edits or copies as its route says. */
function form(load: () => Promise<RecordScreen>): Load {
  return async () => {
    const [{ RecordFormPage }, screen] = await Promise.all([import('./records/form-page.tsx'), load()]);
    return { default: (props: PageProps) => createElement(RecordFormPage, { screen, mode: modeOf(props) }) };
  };
}

/** The record screens whose list or form needs nothing of its own. */
const screens = {
  partnerScreen: () =>
    import('./screens/partners/partners/partner-screen.tsx').then(({ partnerScreen }) => partnerScreen),
  sheetScreen: () => import('./screens/traffic/sheets/sheet-screens.tsx').then(({ sheetScreen }) => sheetScreen),
  seoSheetScreen: () =>
    import('./screens/traffic/sheets/sheet-screens.tsx').then(({ seoSheetScreen }) => seoSheetScreen),
  boxScreen: () => import('./screens/traffic/campaign-boxes/box-screen.tsx').then(({ boxScreen }) => boxScreen),
  seoBoxScreen: () =>
    import('./screens/traffic/seo-campaign-boxes/box-screen.tsx').then(({ seoBoxScreen }) => seoBoxScreen),
  ruleScreen: () => import('./screens/traffic/rules/screens.tsx').then(({ ruleScreen }) => ruleScreen),
  globalRuleScreen: () =>
    import('./screens/traffic/rules/screens.tsx').then(({ globalRuleScreen }) => globalRuleScreen),
  bannerGlobalRuleScreen: () =>
    import('./screens/traffic/rules/screens.tsx').then(({ bannerGlobalRuleScreen }) => bannerGlobalRuleScreen),
  campaignScreen: () =>
    import('./screens/traffic/campaigns/campaign-screen.tsx').then(({ campaignScreen }) => campaignScreen),
  clientScreen: () => import('./screens/partners/clients/client-screen.ts').then(({ clientScreen }) => clientScreen),
  publisherScreen: () =>
    import('./screens/partners/publishers/publisher-screen.tsx').then(({ publisherScreen }) => publisherScreen),
  accountScreen: () =>
    import('./screens/partners/accounts/account-screen.tsx').then(({ accountScreen }) => accountScreen),
  feeScreen: () => import('./screens/money/flat-fees/fee-screen.ts').then(({ feeScreen }) => feeScreen),
  contactScreen: () =>
    import('./screens/partners/contacts/contact-screen.ts').then(({ contactScreen }) => contactScreen),
  gamblingLinkScreen: () =>
    import('./screens/traffic/links/gambling-link-screen.ts').then(({ gamblingLinkScreen }) => gamblingLinkScreen),
  whitelistScreen: () =>
    import('./screens/operations/administration/screens.ts').then(({ whitelistScreen }) => whitelistScreen),
  websiteScreen: () =>
    import('./screens/traffic/websites/website-screen.tsx').then(({ websiteScreen }) => websiteScreen),
  domainScreen: () => import('./screens/traffic/domains/domain-screen.tsx').then(({ domainScreen }) => domainScreen),
  pushScreen: () => import('./screens/traffic/push/push-screen.tsx').then(({ pushScreen }) => pushScreen),
  referralCodeScreen: () =>
    import('./screens/partners/referral-codes/referral-code-screen.tsx').then(
      ({ referralCodeScreen }) => referralCodeScreen,
    ),
  spiderDomainScreen: () =>
    import('./screens/traffic/technical-domains/screens.tsx').then(({ spiderDomainScreen }) => spiderDomainScreen),
  prelanderDomainScreen: () =>
    import('./screens/traffic/technical-domains/screens.tsx').then(
      ({ prelanderDomainScreen }) => prelanderDomainScreen,
    ),
  manualTransactionScreen: () =>
    import('./screens/money/ledgers/screens.tsx').then(({ manualTransactionScreen }) => manualTransactionScreen),
  simpleCostScreen: () =>
    import('./screens/money/ledgers/screens.tsx').then(({ simpleCostScreen }) => simpleCostScreen),
  partnerRevenueScreen: () =>
    import('./screens/money/ledgers/screens.tsx').then(({ partnerRevenueScreen }) => partnerRevenueScreen),
  gamblingStatScreen: () =>
    import('./screens/money/ledgers/screens.tsx').then(({ gamblingStatScreen }) => gamblingStatScreen),
  statusMappingScreen: () =>
    import('./screens/partners/conversions/mapping-screens.tsx').then(({ statusMappingScreen }) => statusMappingScreen),
  robotPartnerScreen: () =>
    import('./screens/partners/robot-partners/robot-partner-screen.tsx').then(
      ({ robotPartnerScreen }) => robotPartnerScreen,
    ),
  userScreen: () => import('./screens/workplace/users/user-screen.tsx').then(({ userScreen }) => userScreen),
};

/** The code of all screens that are not part of the first load. A new screen is added here. */
export const screenFiles = {
  profile: () => import('./screens/workplace/profile/profile.tsx'),
  backgroundJobs: () => import('./screens/operations/background-jobs/background-jobs.tsx'),
  campaignStats: () => import('./screens/insight/campaign-stats/campaign-stats.tsx'),
  campaignStatsPreset: () => import('./screens/insight/campaign-stats/campaign-stats.tsx'),
  lifetimeView: () => import('./screens/insight/lifetime-view/lifetime-view.tsx'),
  advancedReporting: () => import('./screens/insight/reports/list.tsx'),
  advancedReportingAdd: () => import('./screens/insight/reports/form.tsx'),
  advancedReportingEdit: () => import('./screens/insight/reports/form.tsx'),
  advancedReportingDuplicate: () => import('./screens/insight/reports/form.tsx'),
  advancedReportingDownload: () => import('./screens/insight/reports/download.tsx'),
  alerts: () => import('./screens/insight/alerts/list.tsx'),
  alertsAdd: () => import('./screens/insight/alerts/form.tsx'),
  alertsEdit: () => import('./screens/insight/alerts/form.tsx'),
  leakage: () => import('./screens/insight/leakage/leakage.tsx'),
  eventReporter: () => import('./screens/insight/event-reporter/list.tsx'),
  eventReporterSupport: () => import('./screens/insight/event-reporter/story.tsx'),
  stats: () => import('./screens/insight/stats/stats.tsx'),
  emailPublisher: () => import('./screens/partners/email-publisher/page.tsx'),
  partners: list(screens.partnerScreen),
  partnersAdd: form(screens.partnerScreen),
  partnersEdit: form(screens.partnerScreen),
  partnersView: () => import('./screens/partners/partners/view.tsx'),
  sheets: list(screens.sheetScreen),
  sheetsAdd: () => import('./screens/traffic/sheets/add.tsx'),
  sheetsEdit: () => import('./screens/traffic/sheets/edit.tsx'),
  seoSheets: list(screens.seoSheetScreen),
  seoSheetsAdd: () => import('./screens/traffic/sheets/seo-add.tsx'),
  unprocessedRequests: () => import('./screens/traffic/sheets/requests.tsx'),
  campaignBoxes: list(screens.boxScreen),
  campaignBoxesAdd: form(screens.boxScreen),
  campaignBoxesEdit: form(screens.boxScreen),
  campaignBoxesCopy: form(screens.boxScreen),
  campaignBoxesView: () => import('./screens/traffic/campaign-boxes/view.tsx'),
  seoCampaignBoxes: list(screens.seoBoxScreen),
  seoCampaignBoxesAdd: form(screens.seoBoxScreen),
  seoCampaignBoxesEdit: form(screens.seoBoxScreen),
  seoCampaignBoxesCopy: form(screens.seoBoxScreen),
  seoCampaignBoxesView: () => import('./screens/traffic/seo-campaign-boxes/view.tsx'),
  rules: list(screens.ruleScreen),
  rulesAdd: form(screens.ruleScreen),
  rulesEdit: form(screens.ruleScreen),
  rulesCopy: form(screens.ruleScreen),
  rulesView: () => import('./screens/traffic/rules/view.tsx'),
  globalRules: list(screens.globalRuleScreen),
  bannerGlobalRules: list(screens.bannerGlobalRuleScreen),
  bannerGlobalRulesAdd: form(screens.bannerGlobalRuleScreen),
  bannerGlobalRulesEdit: form(screens.bannerGlobalRuleScreen),
  partnersWaterfall: () => import('./screens/partners/waterfall/waterfall.tsx'),
  directLinkAdd: () => import('./screens/traffic/links/direct-links.tsx'),
  campaigns: list(screens.campaignScreen),
  campaignsAdd: form(screens.campaignScreen),
  affiliateCampaignsAdd: () => import('./screens/traffic/campaigns/affiliate-form.tsx'),
  campaignsEdit: form(screens.campaignScreen),
  campaignsView: () => import('./screens/traffic/campaigns/view.tsx'),
  clients: list(screens.clientScreen),
  clientsAdd: form(screens.clientScreen),
  clientsEdit: form(screens.clientScreen),
  clientsView: () => import('./screens/partners/clients/view.tsx'),
  tags: () => import('./screens/insight/tags/list.tsx'),
  tagsAdd: () => import('./screens/insight/tags/form.tsx'),
  tagsEdit: () => import('./screens/insight/tags/form.tsx'),
  publishers: list(screens.publisherScreen),
  publishersAdd: form(screens.publisherScreen),
  publishersEdit: form(screens.publisherScreen),
  publisherView: () => import('./screens/partners/publishers/view.tsx'),
  accounts: list(screens.accountScreen),
  accountsAdd: form(screens.accountScreen),
  accountsEdit: form(screens.accountScreen),
  flatFees: () => import('./screens/money/flat-fees/list.tsx'),
  flatFeesAdd: form(screens.feeScreen),
  flatFeesEdit: form(screens.feeScreen),
  flatFeeContacts: list(screens.contactScreen),
  flatFeeContactsAdd: form(screens.contactScreen),
  flatFeeContactsEdit: form(screens.contactScreen),
  gamblingLinks: list(screens.gamblingLinkScreen),
  gamblingLinksAdd: form(screens.gamblingLinkScreen),
  whitelist: list(screens.whitelistScreen),
  websites: list(screens.websiteScreen),
  websitesAdd: form(screens.websiteScreen),
  websitesEdit: form(screens.websiteScreen),
  websitesView: () => import('./screens/traffic/websites/view.tsx'),
  domains: list(screens.domainScreen),
  domainsAdd: form(screens.domainScreen),
  domainsEdit: form(screens.domainScreen),
  templates: () => import('./screens/traffic/templates/list.tsx'),
  templatesAdd: () => import('./screens/traffic/templates/form.tsx'),
  templatesEdit: () => import('./screens/traffic/templates/form.tsx'),
  templatesDefaults: () => import('./screens/traffic/templates/defaults.tsx'),
  templatesDefaultsBanner: () => import('./screens/traffic/templates/defaults.tsx'),
  buttons: () => import('./screens/traffic/buttons/list.tsx'),
  buttonsAdd: () => import('./screens/traffic/buttons/form.tsx'),
  buttonsEdit: () => import('./screens/traffic/buttons/form.tsx'),
  buttonsDuplicate: () => import('./screens/traffic/buttons/form.tsx'),
  pushNotifications: () => import('./screens/traffic/push/list.tsx'),
  pushNotificationsAdd: form(screens.pushScreen),
  pushNotificationsEdit: form(screens.pushScreen),
  referralCodes: () => import('./screens/partners/referral-codes/list.tsx'),
  referralCodesAdd: form(screens.referralCodeScreen),
  referralCodesEdit: form(screens.referralCodeScreen),
  mbgMirrors: () => import('./screens/traffic/mbg-mirrors/list.tsx'),
  referrers: () => import('./screens/partners/referrers/list.tsx'),
  spiderDomains: list(screens.spiderDomainScreen),
  prelanderDomains: list(screens.prelanderDomainScreen),
  lookerWiz: () => import('./screens/insight/looker/looker.tsx'),
  manualTransactions: () => import('./screens/money/ledgers/manual-transactions.tsx'),
  manualTransactionsAdd: form(screens.manualTransactionScreen),
  manualTransactionsCopy: form(screens.manualTransactionScreen),
  simpleCost: () => import('./screens/money/ledgers/simple-costs.tsx'),
  simpleCostCopy: form(screens.simpleCostScreen),
  partnersRevenues: () => import('./screens/money/ledgers/partner-revenues.tsx'),
  partnersRevenuesAdd: form(screens.partnerRevenueScreen),
  gamblingStats: () => import('./screens/money/ledgers/gambling-stats.tsx'),
  gamblingStatsAdd: form(screens.gamblingStatScreen),
  affiliateTransactions: () => import('./screens/partners/conversions/transactions.tsx'),
  statusMappingOverride: list(screens.statusMappingScreen),
  unassignedStatusForm: () => import('./screens/partners/conversions/unassigned.tsx'),
  partnerOverride: () => import('./screens/partners/conversions/partner-override.tsx'),
  gamblingStatsCsvUpload: () => import('./screens/money/gambling-import/upload.tsx'),
  robotPartners: list(screens.robotPartnerScreen),
  robotPartnersAdd: form(screens.robotPartnerScreen),
  robotPartnersEdit: form(screens.robotPartnerScreen),
  leadSearch: () => import('./screens/partners/leads/search.tsx'),
  publisherLeadQueryReport: () => import('./screens/partners/leads/report.tsx'),
  linksChecker: () => import('./screens/traffic/links-checker/list.tsx'),
  linksCheckerDownload: () => import('./screens/traffic/links-checker/download.tsx'),
  linksCheckerForm: () => import('./screens/traffic/links-checker/form.tsx'),
  linksCheckerUpload: () => import('./screens/traffic/links-checker/upload.tsx'),
  linksCheckerUploadEmail: () => import('./screens/traffic/links-checker/upload-email.tsx'),
  partnerLinkChecker: () => import('./screens/traffic/link-checker/link-checker.tsx'),
  showOffers: () => import('./screens/partners/deals/show-offers.tsx'),
  dealApprovalForm: () => import('./screens/partners/deals/proposals.tsx'),
  approvedDeals: () => import('./screens/partners/deals/approved-deals.tsx'),
  marketplace: () => import('./screens/partners/deals/marketplace.tsx'),
  globalDealForm: () => import('./screens/partners/deals/global-deal-form.tsx'),
  usersManagement: () => import('./screens/workplace/users-management/users-management.tsx'),
  approval: () => import('./screens/money/approval/approval.tsx'),
  allInvoices: () => import('./screens/money/all-invoices/all-invoices.tsx'),
  creditNotes: () => import('./screens/money/credit-notes/credit-notes.tsx'),
  myInvoices: () => import('./screens/money/my-invoices/my-invoices.tsx'),
  offersAdd: () => import('./screens/traffic/box-offers/offer-form.tsx'),
  offersEdit: () => import('./screens/traffic/box-offers/offer-form.tsx'),
  publisherOffersAdd: () => import('./screens/traffic/box-offers/publisher-offer-form.tsx'),
  publisherOffersEdit: () => import('./screens/traffic/box-offers/publisher-offer-form.tsx'),
  users: list(screens.userScreen),
  usersEdit: form(screens.userScreen),
  manualUsersAdd: form(screens.userScreen),
} satisfies Record<Exclude<ScreenName, FirstScreenName>, Load>;
