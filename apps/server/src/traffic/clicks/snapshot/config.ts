/** The configuration for routing, as it is read from PostgreSQL and stored on disk. */
import { RULE_KINDS } from '@signpost/contract/traffic/clicks/trace.ts';
import { z } from 'zod';

const id = z.number().int().nonnegative();
const optionalId = id.nullable();
const text = z.string();

export type RuleKind = (typeof RULE_KINDS)[number];

/** When a direct link or a box begins and ends. Configurations that older versions stored on disk do not say it. */
const endsShape = {
  /** Days in its time zone, both included. */
  validFrom: text.nullish(),
  validTo: text.nullish(),
  timeZone: text.optional(),
  maxClicks: z.number().nullish(),
};
export type EndsRow = z.infer<z.ZodObject<typeof endsShape>>;
const ENDS_COLUMNS = `valid_from AS "validFrom", valid_to AS "validTo", time_zone AS "timeZone", max_clicks AS "maxClicks"`;

/** App addresses. Configurations that older versions stored on disk do not have them. */
const appsShape = { androidUrl: text.nullish(), iosUrl: text.nullish() };
const APPS_COLUMNS = `android_url AS "androidUrl", ios_url AS "iosUrl"`;

const configSchema = z.object({
  /** Changes whenever anything that routing reads may have changed. */
  version: text,
  /** Older stored configurations do not have it, because it could not be chosen then. */
  baseCurrency: text.optional(),
  /** Archived boxes are included with the status `archived`: as with paused ones, their visitors go to the fallback. */
  boxes: z.array(
    z.object({
      id,
      status: text,
      boxKind: text.default('regular'),
      nativeBoxType: text.nullable(),
      websiteId: optionalId,
      trafficSourceId: optionalId,
      productId: optionalId,
      fallbackUrl: text,
      passOn: text.nullable().optional(),
      ...endsShape,
    }),
  ),
  allocations: z.array(z.object({ campaignBoxId: id, campaignId: id, weight: z.number(), ctaLabel: text.optional() })),
  /** Every rule that is not archived; rules of one kind are in the order in which they are tried. */
  rules: z
    .array(
      z.object({
        kind: z.enum(RULE_KINDS),
        id,
        name: text,
        status: text,
        conditions: z.unknown(),
        /** The position among rules of its kind. A box orders its own rules. */
        position: z.number().optional(),
      }),
    )
    .default([]),
  ruleAllocations: z.array(z.object({ ruleId: id, campaignId: id, weight: z.number() })).default([]),
  boxRules: z.array(z.object({ campaignBoxId: id, ruleId: id })).default([]),
  /** Active ones only. */
  directLinks: z
    .array(
      z.object({
        id,
        slug: text,
        targetUrl: text,
        ...appsShape,
        trafficSourceId: optionalId,
        campaignId: optionalId,
        ...endsShape,
        fallbackUrl: text.nullable().default(null),
        passOn: text.nullable().optional(),
      }),
    )
    .default([]),
  campaigns: z.array(
    z.object({
      id,
      landerType: text,
      status: text,
      offerId: optionalId,
      targetUrl: text,
      passOn: text.nullable().optional(),
      archived: z.boolean(),
    }),
  ),
  offers: z.array(
    z.object({
      id,
      partnerId: id,
      productId: id,
      integrationId: optionalId,
      targetUrl: text.nullable().default(null),
      ...appsShape,
      archived: z.boolean().optional(),
    }),
  ),
  /** Deals that are not archived, of partners that are not archived; the heaviest of each geo first. */
  deals: z
    .array(
      z.object({
        id,
        version: id,
        partnerId: id,
        integrationId: id,
        geo: text,
        dealType: text,
        weight: id,
        blocked: z.boolean(),
        leadCap: id.nullable(),
        validFrom: text.nullable(),
        validTo: text.nullable(),
        timeZone: text,
        partnerActive: z.boolean(),
      }),
    )
    .default([]),
  /** Links and CTA labels that a box sets for an offer; '' for none. */
  boxOffers: z
    .array(z.object({ campaignBoxId: id, offerId: id, targetUrl: text, ctaLabel: text.optional() }))
    .default([]),
  sources: z.array(
    z.object({
      id,
      name: text,
      publisherId: optionalId,
      categoryId: id.default(0),
      maySendCosts: z.boolean().default(false),
      mostCostPerClick: text.default('0'),
      isCostLimitedPerDay: z.boolean().optional(),
    }),
  ),
  websites: z.array(z.object({ id, publisherId: optionalId, fallbackUrl: text.nullable() })),
  domains: z.array(
    z.object({
      id,
      name: text,
      websiteId: optionalId,
      rootUrl: text.nullable().optional(),
      unknownLinkUrl: text.nullable().optional(),
    }),
  ),
  /** Referrer hosts and the websites or publishers they are assigned to. */
  referrers: z
    .array(z.object({ name: text, publisherId: optionalId, trafficSourceId: optionalId, websiteId: optionalId }))
    .optional(),
  /** Mirror hosts of a brand, and the active one for each geo. */
  mirrors: z.array(z.object({ partnerId: id, name: text, geo: text, active: z.boolean() })).optional(),
  /** Hosts that serve prelanders; one of them is chosen by weight. */
  prelanderDomains: z.array(z.object({ id, name: text, role: text, weight: z.number() })).optional(),
  /** Addresses that have left the rotation because they are dead (docs/decisions/0220). */
  deadLinks: z.array(z.object({ url: text })).optional(),
  /** Test clicks that may be made, by the hash of their token (docs/decisions/0260). */
  tickets: z.array(z.object({ hash: text, geo: text, until: z.number() })).optional(),
  codes: z.array(z.object({ id, code: text, publisherId: optionalId.default(null) })),
  geos: z.array(z.object({ id, code: text })),
  /** The pages of campaigns; archived ones have the status `archived`. */
  templates: z
    .array(
      z.object({
        id,
        status: text,
        buttonId: optionalId,
        css: text.nullable(),
        texts: z.array(z.object({ name: text, text })),
        variants: z.array(z.object({ id, weight: z.number(), html: text })),
      }),
    )
    .optional(),
  buttons: z
    .array(
      z.object({
        id,
        status: text,
        boxId: optionalId,
        variants: z.array(
          z.object({
            id,
            weight: z.number(),
            text,
            textColor: text,
            backgroundColor: text,
            image: text.nullable(),
          }),
        ),
      }),
    )
    .optional(),
  pageDefaults: z
    .array(
      z.object({
        websiteId: id,
        boxId: optionalId,
        buttonId: optionalId,
        texts: z.array(z.object({ name: text, text })),
      }),
    )
    .optional(),
  /** Entries of the whitelist, which may be address ranges. */
  exempt: z.array(z.object({ pattern: text })).default([]),
});

/** Rows as they are stored in PostgreSQL. `compile` turns them into a snapshot. */
export type RoutingConfig = z.infer<typeof configSchema>;

/** Reads rows from PostgreSQL. The keys of `json` results are those of the statement. */
export type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/** Each change of a record appends to the audit trail in its transaction, so the newest id identifies the state. */
/** A cheap version of the configuration's state. */
export const versionSql = `SELECT coalesce(max(id), 0)::text AS version FROM audit`;

const rows = (select: string): string => `(SELECT coalesce(json_agg(r), '[]') FROM (${select}) r)`;

// A single statement sees a single state of the database.
const configSql = `SELECT json_build_object(
  'version', (${versionSql}),
  'baseCurrency', base_currency(),
  'boxes', ${rows(`SELECT id, CASE WHEN archived_at IS NULL THEN status ELSE 'archived' END AS status, box_kind AS "boxKind", native_box_type AS "nativeBoxType", website_id AS "websiteId",
    traffic_source_id AS "trafficSourceId", product_id AS "productId", fallback_url AS "fallbackUrl", pass_on AS "passOn", ${ENDS_COLUMNS}
    FROM campaign_boxes ORDER BY id`)},
  'allocations', ${rows(`SELECT campaign_box_id AS "campaignBoxId", campaign_id AS "campaignId", weight,
    coalesce(cta_label, '') AS "ctaLabel" FROM box_campaigns ORDER BY campaign_box_id, position, id`)},
  'rules', ${rows(`SELECT 'global' AS kind, id, name, status, conditions, 1 AS kind_order, position
      FROM global_rules WHERE archived_at IS NULL
    UNION ALL SELECT 'banner', id, name, status, conditions, 2, position FROM banner_global_rules WHERE archived_at IS NULL
    UNION ALL SELECT 'box', id, name, status, conditions, 3, 0 FROM rules WHERE archived_at IS NULL
    ORDER BY kind_order, position, id`)},
  'ruleAllocations', ${rows(`SELECT global_rule_id AS "ruleId", campaign_id AS "campaignId", weight, position
      FROM global_rule_campaigns
    UNION ALL SELECT banner_global_rule_id, campaign_id, weight, position FROM banner_global_rule_campaigns
    UNION ALL SELECT rule_id, campaign_id, weight, position FROM rule_campaigns ORDER BY "ruleId", position`)},
  'boxRules', ${rows(`SELECT record_id AS "campaignBoxId", target_id AS "ruleId" FROM campaign_boxes_rules
    ORDER BY record_id, position`)},
  'directLinks', ${rows(`SELECT id, slug, target_url AS "targetUrl", traffic_source_id AS "trafficSourceId",
    campaign_id AS "campaignId", ${APPS_COLUMNS}, ${ENDS_COLUMNS},
    fallback_url AS "fallbackUrl", pass_on AS "passOn" FROM direct_links WHERE archived_at IS NULL AND status = 'active' ORDER BY id`)},
  'campaigns', ${rows(`SELECT id, lander_type AS "landerType", status, offer_id AS "offerId",
    target_url AS "targetUrl", pass_on AS "passOn", archived_at IS NOT NULL AS archived FROM campaigns ORDER BY id`)},
  'offers', ${rows(`SELECT o.id, o.partner_id AS "partnerId", o.product_id AS "productId",
    o.integration_id AS "integrationId", o.target_url AS "targetUrl", ${APPS_COLUMNS},
    o.archived_at IS NOT NULL AS archived FROM offers o ORDER BY o.id`)},
  'deals', ${rows(`SELECT d.id, p.version, d.partner_id AS "partnerId", d.integration_id AS "integrationId",
    upper(g.code) AS geo, d.deal_type AS "dealType", d.weight, d.waterfall_blocked AS blocked, d.lead_cap AS "leadCap",
    d.valid_from AS "validFrom", d.valid_to AS "validTo", p.time_zone AS "timeZone",
    p.status = 'active' AS "partnerActive"
    FROM deals d JOIN partners p ON p.id = d.partner_id JOIN geos g ON g.id = d.geo_id
    WHERE d.archived_at IS NULL AND p.archived_at IS NULL ORDER BY d.weight DESC, d.id`)},
  'boxOffers', ${rows(`SELECT campaign_box_id AS "campaignBoxId", offer_id AS "offerId",
    coalesce(target_url, '') AS "targetUrl", coalesce(cta_label, '') AS "ctaLabel"
    FROM box_offers WHERE archived_at IS NULL AND status = 'active' AND offer_id IS NOT NULL
    ORDER BY placement, id`)},
  'sources', ${rows(`SELECT id, name, publisher_id AS "publisherId", category_id AS "categoryId",
    may_send_costs AS "maySendCosts", most_cost_per_click::text AS "mostCostPerClick",
    most_cost_per_day IS NOT NULL AS "isCostLimitedPerDay"
    FROM traffic_sources WHERE archived_at IS NULL ORDER BY id`)},
  'websites', ${rows('SELECT id, publisher_id AS "publisherId", fallback_url AS "fallbackUrl" FROM websites ORDER BY id')},
  'domains', ${rows(`SELECT id, name, website_id AS "websiteId", root_url AS "rootUrl",
    unknown_link_url AS "unknownLinkUrl" FROM domains WHERE archived_at IS NULL ORDER BY id`)},
  'referrers', ${rows(`SELECT name, publisher_id AS "publisherId", traffic_source_id AS "trafficSourceId",
    website_id AS "websiteId" FROM referrers WHERE archived_at IS NULL
      AND coalesce(publisher_id, traffic_source_id, website_id) IS NOT NULL ORDER BY id`)},
  'mirrors', ${rows(`SELECT m.partner_id AS "partnerId", m.name, upper(g.code) AS geo, m.active
    FROM mbg_mirrors m JOIN geos g ON g.id = m.geo_id WHERE m.archived_at IS NULL ORDER BY m.id`)},
  'prelanderDomains', ${rows(`SELECT id, name, domain_role AS role, rotation_weight AS weight FROM prelander_domains
    WHERE archived_at IS NULL ORDER BY id`)},
  'templates', ${rows(`SELECT t.id, CASE WHEN t.archived_at IS NULL THEN t.status ELSE 'archived' END AS status,
    t.button_id AS "buttonId", t.css,
    ${rows('SELECT x.name, x.text FROM template_texts x WHERE x.template_id = t.id ORDER BY x.position')} AS texts,
    ${rows(`SELECT v.id, v.weight, v.html FROM template_variants v
      WHERE v.template_id = t.id AND v.archived_at IS NULL ORDER BY v.position`)} AS variants
    FROM templates t ORDER BY t.id`)},
  'buttons', ${rows(`SELECT b.id, CASE WHEN b.archived_at IS NULL THEN b.status ELSE 'archived' END AS status,
    b.campaign_box_id AS "boxId",
    ${rows(`SELECT v.id, v.weight, v.text, v.text_color AS "textColor", v.background_color AS "backgroundColor", v.image
      FROM button_variants v WHERE v.button_id = b.id AND v.archived_at IS NULL ORDER BY v.position`)} AS variants
    FROM buttons b ORDER BY b.id`)},
  'pageDefaults', ${rows(`SELECT website_id AS "websiteId", campaign_box_id AS "boxId", button_id AS "buttonId", texts
    FROM page_defaults ORDER BY id`)},
  'deadLinks', ${rows(`SELECT l.url FROM watched_links l JOIN link_watch_settings s ON s.takes_out
    WHERE l.confirmed_at IS NOT NULL AND NOT l.is_trusted ORDER BY l.id`)},
  'tickets', ${rows(`SELECT token_hash AS hash, upper(geo) AS geo, floor(extract(epoch FROM until) * 1000)::bigint AS until
    FROM test_tickets WHERE until > now() ORDER BY token_hash`)},
  'codes', ${rows('SELECT id, code, publisher_id AS "publisherId" FROM referral_codes WHERE archived_at IS NULL ORDER BY id')},
  'geos', ${rows('SELECT id, code FROM geos ORDER BY id')},
  'exempt', ${rows(`SELECT pattern FROM sign_in_whitelist WHERE archived_at IS NULL AND pattern ~ '^[0-9a-f:./]+$' ORDER BY id`)}
) AS config`;

/** The whole configuration in one consistent state. */
export async function readConfig(query: Query): Promise<RoutingConfig> {
  const [row] = await query(configSql);
  return configSchema.parse(row?.config);
}

/**
 * The configuration without archived boxes. Routers keep archived boxes, because links to them still exist in e-mails
 * and on pages.
 */
export function inUse(config: RoutingConfig): RoutingConfig {
  return { ...config, boxes: config.boxes.filter(({ status }) => status !== 'archived') };
}

/** Parses a stored {@link RoutingConfig}; throws for anything else. */
export function parseConfig(json: string): RoutingConfig {
  return configSchema.parse(JSON.parse(json));
}
