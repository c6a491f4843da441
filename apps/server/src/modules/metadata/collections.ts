/** The collections of metadata (spec section 3): one query each, in the spec's shape. */
import type { MetadataRow } from '@signpost/contract/metadata.ts';
import { type RawBuilder, sql } from 'kysely';

const live = (table: string, columns: RawBuilder<unknown> = sql`name`, where: RawBuilder<unknown> = sql`true`) =>
  sql<MetadataRow>`SELECT id, ${columns} FROM ${sql.table(table)} WHERE archived_at IS NULL AND ${where} ORDER BY id`;

const campaigns = (where: RawBuilder<unknown>) =>
  live('campaigns', sql`name, prelander_type AS type, lander_type`, where);

/** Collection name → its query. The names are the spec's. */
export const COLLECTIONS = {
  geos: live('geos', sql`code, country`),
  integrations: live('integrations', sql`name, settings_json`),
  categories: live('categories'),
  products: live('products'),
  tags: live('tags', sql`name, color`),
  partner_types: live('partner_types'),
  partners: live('partners', sql`name, partner_type_id`),
  publishers: live('publishers'),
  affiliate_networks: live('affiliate_networks'),
  trafficsources: live('traffic_sources', sql`name, category_id, source_kind`),
  websites: live('websites', sql`name, website_kind`),
  domains: live('domains'),
  clients: live('clients'),
  offers: live('offers', sql`name, partner_id, product_id`),
  referral_codes: live('referral_codes', sql`code AS name`),
  campaignboxes: live('campaign_boxes', sql`name, box_kind`),
  campaigns: campaigns(sql`true`),
  combinedCampaigns: campaigns(sql`true`),
  preLanderCampaigns: campaigns(sql`lander_type = 'prelander'`),
  offerLanderCampaigns: campaigns(sql`lander_type = 'offer_lander'`),
  commonOfferLanderCampaigns: campaigns(sql`lander_type = 'offer_lander' AND common`),
  externalLanderCampaigns: campaigns(sql`lander_type = 'external_lander'`),
  externalLanderCampaignData: live('campaigns', sql`name, target_url`, sql`lander_type = 'external_lander'`),
} satisfies Record<string, RawBuilder<MetadataRow>>;

export type CollectionName = keyof typeof COLLECTIONS;

export function isCollection(name: string): name is CollectionName {
  return Object.hasOwn(COLLECTIONS, name);
}
export const COLLECTION_NAMES = Object.keys(COLLECTIONS).filter(isCollection);
