/** All entities, keyed by name. */
import type { EntityDefinition } from '../define/entity.ts';
import type { EntityName } from '../define/entity-names.ts';
import {
  exchangeRate,
  flatFeeContact,
  globalDeal,
  lookerReport,
  partnerOverride,
  robotPartner,
  statusMappingOverride,
  whitelistEntry,
} from './administration.ts';
import { affiliateTransaction } from './affiliate-transaction.ts';
import { boxOffer } from './box-offer.ts';
import { campaign, client, offer } from './campaign.ts';
import { campaignBox } from './campaign-box.ts';
import { deadLetter } from './dead-letter.ts';
import { dealProposal } from './deal-proposal.ts';
import { lead } from './lead.ts';
import { gamblingImport, gamblingStat, manualTransaction, partnerRevenue, simpleCost } from './ledger.ts';
import { outgoingDelivery, outgoingPostback } from './outgoing.ts';
import { partner } from './partner.ts';
import { account, directLink, gamblingLink, mbgMirror, prelanderDomain, referrer, spiderDomain } from './places.ts';
import {
  affiliateNetwork,
  category,
  geo,
  integration,
  partnerType,
  product,
  tag,
  trafficSource,
} from './reference-data.ts';
import { bannerGlobalRule, globalRule, rule } from './rule.ts';
import { seoCampaignBox } from './seo-campaign-box.ts';
import { domain, publisher, referralCode, website } from './traffic.ts';
import { user } from './user.ts';

export const entities = {
  account,
  boxOffer,
  dealProposal,
  directLink,
  exchangeRate,
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
  outgoingDelivery,
  outgoingPostback,
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
  referralCode,
  seoCampaignBox,
  tag,
  trafficSource,
  user,
  website,
} as const satisfies { [N in EntityName]: EntityDefinition<N> };

export type Entities = typeof entities;
export const entityList: readonly EntityDefinition[] = Object.values(entities);
