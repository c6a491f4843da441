import { add, copy, defineRoute, edit, list, recordPage, tool, view } from './shape.ts';

const OT = ['O', 'T'] as const;
const SOT = ['S', 'O', 'T'] as const;
const DOT = ['D', 'O', 'T'] as const;
const DSOT = ['D', 'S', 'O', 'T'] as const;

/** Screens of the group Campaign boxes: boxes, SEO boxes, sheets, rules, campaigns. */
export const boxRoutes = {
  campaignBoxes: list('/campaign-box', 'Campaign boxes', DOT, 'box'),
  campaignBoxesAdd: add('/campaign-box/add', 'Add campaign box', DOT, 'campaignBoxes'),
  campaignBoxesEdit: edit('/campaign-box/edit/$id', 'Edit campaign box', DOT, 'campaignBoxes'),
  campaignBoxesCopy: copy('/campaign-box/copy/$id', 'Copy campaign box', DOT, 'campaignBoxes'),
  campaignBoxesView: view('/campaign-box/$id', 'Campaign box', DOT, 'campaignBoxes'),
  offersAdd: add('/campaign-box/$boxId/offers/$product/add', 'Add offer', DOT, 'campaignBoxes'),
  offersEdit: edit('/offers/$product/edit/$offerId', 'Edit offer', DOT, 'campaignBoxes'),
  publisherOffersAdd: add('/campaign-box/$boxId/offers/publisher/add', 'Add publisher offer', DOT, 'campaignBoxes'),
  publisherOffersEdit: edit('/offers/publisher/edit/$offerId', 'Edit publisher offer', DOT, 'campaignBoxes'),
  seoCampaignBoxes: list('/seo-campaign-box', 'SEO campaign boxes', SOT, 'box-multiple'),
  seoCampaignBoxesAdd: add('/seo-campaign-box/add', 'Add SEO campaign box', SOT, 'seoCampaignBoxes'),
  seoCampaignBoxesEdit: edit('/seo-campaign-box/edit/$id', 'Edit SEO campaign box', SOT, 'seoCampaignBoxes'),
  seoCampaignBoxesCopy: copy('/seo-campaign-box/copy/$id', 'Copy SEO campaign box', SOT, 'seoCampaignBoxes'),
  seoCampaignBoxesView: view('/seo-campaign-box/view/$id', 'SEO campaign box', SOT, 'seoCampaignBoxes'),
  sheets: list('/sheets', 'Box sheets', SOT, 'table'),
  sheetsAdd: add('/sheets/add', 'Add box sheet', SOT, 'sheets'),
  sheetsEdit: edit('/sheets/edit/$id', 'Edit box sheet', SOT, 'sheets'),
  seoSheets: list('/sheets/seo-boxes', 'SEO box sheets', SOT, 'table-options'),
  seoSheetsAdd: add('/sheets/seo/add', 'Add SEO box sheet', SOT, 'seoSheets'),
  unprocessedRequests: tool('/unprocessed-requests', 'Unprocessed requests', SOT, {
    icon: 'inbox',
    extraProps: { unprocessed: true },
  }),
  rules: list('/rules', 'Rules', DOT, 'git-branch'),
  rulesAdd: add('/rules/add', 'Add rule', DOT, 'rules'),
  rulesEdit: edit('/rules/edit/$id', 'Edit rule', DOT, 'rules'),
  rulesCopy: copy('/rules/copy/$id', 'Copy rule', DOT, 'rules'),
  rulesView: view('/rules/view/$id', 'Rule', DOT, 'rules'),
  campaigns: list('/campaign', 'Campaigns', DOT, 'speakerphone'),
  campaignsAdd: add('/campaign/add', 'Add campaign', DOT, 'campaigns'),
  affiliateCampaignsAdd: add('/affiliate-campaign/add', 'Add affiliate campaign', DOT, 'campaigns'),
  campaignsEdit: edit('/campaign/edit/$id', 'Edit campaign', DOT, 'campaigns'),
  campaignsView: recordPage('/campaign/view/$id', 'Campaign', DOT, { parent: 'campaigns', follows: 'campaignsEdit' }),
  partnerLinkChecker: list('/partner-link-checker', 'Partner link checker', DOT, 'route'),
  directLinkAdd: defineRoute('/direct-link/add', 'Direct links', DSOT, {
    icon: 'link',
    menu: ['add'],
    extraProps: { add: true },
  }),
  bannerGlobalRules: list('/banner-global-rules', 'Banner global rules', OT, 'layout-board'),
  bannerGlobalRulesAdd: add('/banner-global-rules/add', 'Add banner global rule', OT, 'bannerGlobalRules'),
  bannerGlobalRulesEdit: edit('/banner-global-rules/edit/$id', 'Edit banner global rule', OT, 'bannerGlobalRules'),
};
