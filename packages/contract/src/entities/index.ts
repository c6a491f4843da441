/** All entities, keyed by name. */
import type { EntityDefinition } from '../define/entity.ts';
import type { EntityName } from '../define/entity-names.ts';
import { account } from './account.ts';
import { affiliateNetwork } from './affiliate-network.ts';
import { affiliateTransaction } from './affiliate-transaction.ts';
import { alert } from './alert.ts';
import { appScheme } from './app-scheme.ts';
import { bannerGlobalRule } from './banner-global-rule.ts';
import { boxOffer } from './box-offer.ts';
import { boxSheet } from './box-sheet.ts';
import { button } from './button.ts';
import { campaign } from './campaign.ts';
import { campaignBox } from './campaign-box.ts';
import { category } from './category.ts';
import { client } from './client.ts';
import { deadLetter } from './dead-letter.ts';
import { dealProposal } from './deal-proposal.ts';
import { directLink } from './direct-link.ts';
import { domain } from './domain.ts';
import { exchangeRate } from './exchange-rate.ts';
import { flatFee } from './flat-fee.ts';
import { flatFeeContact } from './flat-fee-contact.ts';
import { gamblingImport } from './gambling-import.ts';
import { gamblingLink } from './gambling-link.ts';
import { gamblingStat } from './gambling-stat.ts';
import { geo } from './geo.ts';
import { globalDeal } from './global-deal.ts';
import { globalRule } from './global-rule.ts';
import { integration } from './integration.ts';
import { lead } from './lead.ts';
import { legalEntity } from './legal-entity.ts';
import { linkProblem } from './link-problem.ts';
import { lookerReport } from './looker-report.ts';
import { manualTransaction } from './manual-transaction.ts';
import { mbgMirror } from './mbg-mirror.ts';
import { offer } from './offer.ts';
import { orphanVisit } from './orphan-visit.ts';
import { outgoingDelivery } from './outgoing-delivery.ts';
import { outgoingPostback } from './outgoing-postback.ts';
import { partner } from './partner.ts';
import { partnerOverride } from './partner-override.ts';
import { partnerRevenue } from './partner-revenue.ts';
import { partnerType } from './partner-type.ts';
import { prelanderDomain } from './prelander-domain.ts';
import { product } from './product.ts';
import { publisher } from './publisher.ts';
import { publisherMail } from './publisher-mail.ts';
import { pushNotification } from './push-notification.ts';
import { referralCode } from './referral-code.ts';
import { referrer } from './referrer.ts';
import { report } from './report.ts';
import { robotPartner } from './robot-partner.ts';
import { rule } from './rule.ts';
import { seoBoxSheet } from './seo-box-sheet.ts';
import { seoCampaignBox } from './seo-campaign-box.ts';
import { simpleCost } from './simple-cost.ts';
import { spiderDomain } from './spider-domain.ts';
import { statusMappingOverride } from './status-mapping-override.ts';
import { tag } from './tag.ts';
import { template } from './template.ts';
import { trafficSource } from './traffic-source.ts';
import { user } from './user.ts';
import { website } from './website.ts';
import { whitelistEntry } from './whitelist-entry.ts';

export const entities = {
  account,
  alert,
  appScheme,
  boxOffer,
  boxSheet,
  dealProposal,
  directLink,
  exchangeRate,
  flatFee,
  flatFeeContact,
  gamblingImport,
  gamblingLink,
  gamblingStat,
  globalDeal,
  lookerReport,
  manualTransaction,
  mbgMirror,
  partnerOverride,
  partnerRevenue,
  prelanderDomain,
  referrer,
  report,
  robotPartner,
  simpleCost,
  spiderDomain,
  statusMappingOverride,
  whitelistEntry,
  affiliateNetwork,
  affiliateTransaction,
  bannerGlobalRule,
  globalRule,
  rule,
  deadLetter,
  lead,
  legalEntity,
  linkProblem,
  orphanVisit,
  outgoingDelivery,
  outgoingPostback,
  button,
  template,
  campaign,
  campaignBox,
  category,
  client,
  domain,
  geo,
  integration,
  offer,
  partner,
  partnerType,
  product,
  publisher,
  publisherMail,
  pushNotification,
  referralCode,
  seoBoxSheet,
  seoCampaignBox,
  tag,
  trafficSource,
  user,
  website,
} as const satisfies { [N in EntityName]: EntityDefinition<N> };

export const entityList: readonly EntityDefinition[] = Object.values(entities);
