/**
 * The collections of metadata (docs/product/records.md#metadata), one query each. Names and shapes come from the
 * specification.
 */
import { mayCall, screensFor, seesOwnPublisherOnly, type Viewer } from '@signpost/contract/access/access.ts';
import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import { bannerGlobalRule } from '@signpost/contract/entities/banner-global-rule.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { globalRule } from '@signpost/contract/entities/global-rule.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { rule } from '@signpost/contract/entities/rule.ts';
import { seoCampaignBox } from '@signpost/contract/entities/seo-campaign-box.ts';
import { optionRoutes } from '@signpost/contract/records/option-routes.ts';
import type { RouteName } from '@signpost/contract/routes/index.ts';
import { type RawBuilder, sql } from 'kysely';

const live = (table: string, columns: RawBuilder<unknown> = sql`name`, where: RawBuilder<unknown> = sql`true`) =>
  sql`SELECT id, ${columns} FROM ${sql.table(table)} WHERE archived_at IS NULL AND ${where} ORDER BY id`;

const campaigns = (where: RawBuilder<unknown>) =>
  live('campaigns', sql`name, prelander_type AS type, lander_type`, where);

/** The boxes that alone offer a campaign; null if every box does. */
const ownBoxes = sql`CASE WHEN lander_type = 'offer_lander' AND NOT common THEN (
  SELECT json_agg(DISTINCT b.id) FROM box_campaigns r JOIN campaign_boxes b ON b.id = r.campaign_box_id
  WHERE r.campaign_id = campaigns.id AND b.archived_at IS NULL) END`;

interface CollectionDefinition {
  query: RawBuilder<unknown>;
  /**
   * The entities whose names the collection contains. People who may choose among these records may read the
   * collection.
   */
  of: EntityName;
  /** Screens that show the collection without referring to such records. */
  also?: readonly RouteName[];
}

/** Conditions and imagined visits name countries, also on screens whose records do not refer to one. */
const ROUTING_SCREENS: readonly RouteName[] = [campaignBox, seoCampaignBox, rule, globalRule, bannerGlobalRule].flatMap(
  (entity) => (['read', 'create'] as const).flatMap((verb) => screensFor(entity, verb)),
);

/** The collections by name. */
export const COLLECTIONS = {
  geos: { of: 'geo', also: ROUTING_SCREENS, query: live('geos', sql`code, country`) },
  integrations: { of: 'integration', query: live('integrations', sql`name, settings_json`) },
  categories: { of: 'category', query: live('categories') },
  products: { of: 'product', query: live('products') },
  tags: { of: 'tag', query: live('tags', sql`name, color`) },
  partner_types: { of: 'partnerType', query: live('partner_types') },
  partners: { of: 'partner', query: live('partners', sql`name, partner_type_id`) },
  publishers: { of: 'publisher', query: live('publishers') },
  affiliate_networks: { of: 'affiliateNetwork', query: live('affiliate_networks') },
  trafficsources: { of: 'trafficSource', query: live('traffic_sources', sql`name, category_id, source_kind`) },
  websites: { of: 'website', query: live('websites', sql`name, website_kind`) },
  domains: { of: 'domain', query: live('domains') },
  clients: { of: 'client', query: live('clients') },
  offers: { of: 'offer', query: live('offers', sql`name, partner_id, product_id`) },
  referral_codes: { of: 'referralCode', query: live('referral_codes', sql`code AS name`) },
  campaignboxes: {
    of: 'campaignBox',
    also: ['campaignStats', 'campaignStatsPreset'],
    query: live('campaign_boxes', sql`name, box_kind`),
  },
  campaigns: {
    of: 'campaign',
    query: live('campaigns', sql`name, prelander_type AS type, lander_type, ${ownBoxes} AS own_boxes`),
  },
  combinedCampaigns: { of: 'campaign', query: campaigns(sql`true`) },
  preLanderCampaigns: { of: 'campaign', query: campaigns(sql`lander_type = 'prelander'`) },
  offerLanderCampaigns: { of: 'campaign', query: campaigns(sql`lander_type = 'offer_lander'`) },
  commonOfferLanderCampaigns: { of: 'campaign', query: campaigns(sql`lander_type = 'offer_lander' AND common`) },
  externalLanderCampaigns: { of: 'campaign', query: campaigns(sql`lander_type = 'external_lander'`) },
  externalLanderCampaignData: {
    of: 'campaign',
    query: live('campaigns', sql`name, target_url`, sql`lander_type = 'external_lander'`),
  },
} satisfies Record<string, CollectionDefinition>;

export type CollectionName = keyof typeof COLLECTIONS;

export function isCollection(name: string): name is CollectionName {
  return Object.hasOwn(COLLECTIONS, name);
}
export const COLLECTION_NAMES = Object.keys(COLLECTIONS).filter(isCollection);

/** The collections that a Publisher may read: places and products, and nothing about other parties. */
const FOR_PUBLISHERS: ReadonlySet<CollectionName> = new Set<CollectionName>(['geos', 'products', 'categories']);

const SCREENS = new Map<CollectionName, readonly RouteName[]>(
  COLLECTION_NAMES.map((name) => {
    const { of, also = [] }: CollectionDefinition = COLLECTIONS[name];
    return [name, [...optionRoutes(entities[of]), ...also]];
  }),
);

/** Whether a person may open a screen that uses the collection. */
export function mayKnow(viewer: Viewer, name: CollectionName): boolean {
  if (seesOwnPublisherOnly(viewer)) return FOR_PUBLISHERS.has(name);
  return mayCall(viewer, SCREENS.get(name) ?? [], 'view');
}
