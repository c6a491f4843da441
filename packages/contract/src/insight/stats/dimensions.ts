/** Dimensions: what facts can be grouped and filtered by (docs/product/statistics.md#dimensions). */

import { isDay } from '../../dates/dates.ts';
import { WEEK_STARTS } from '../../dates/habits.ts';
import { weekOf } from '../../dates/weeks.ts';
import type { EntityName } from '../../define/entity-names.ts';
import { keysOf } from '../../objects.ts';
import type { FactId, FactText } from '../../traffic/clicks/fact.ts';

/** Where the items of a dimension come from. */
export type DimensionSource =
  /** A column of the fact, with the value from when it happened. */
  | Readonly<{ kind: 'fact'; column: FactId | FactText }>
  /** The current value of an attribute: a field of the record whose id is in the fact's column `via`. */
  | Readonly<{ kind: 'attribute'; via: FactId; entity: EntityName; field: string; several: boolean }>
  /** The time of the fact or of its click, in the requested zone. */
  | Readonly<{ kind: 'time'; unit: 'hour' | 'day' | 'week' | 'month' }>;

/** A dimension. The id of an item is a record's number, a short text, or the start of a span of time. */
export type Dimension = Readonly<{
  label: string;
  idKind: 'numeric' | 'string' | 'time';
  source: DimensionSource;
  /** The entity that names the items; null if the id is the name. */
  names: EntityName | null;
}>;

const record = (label: string, column: FactId, names: EntityName | null): Dimension => ({
  label,
  idKind: 'numeric',
  source: { kind: 'fact', column },
  names,
});

const text = (label: string, column: FactText): Dimension => ({
  label,
  idKind: 'string',
  source: { kind: 'fact', column },
  names: null,
});

const attribute = (
  label: string,
  { via, entity, field, several = false }: { via: FactId; entity: EntityName; field: string; several?: boolean },
  names: EntityName,
): Dimension => ({ label, idKind: 'numeric', source: { kind: 'attribute', via, entity, field, several }, names });

const time = (label: string, unit: 'hour' | 'day' | 'week' | 'month'): Dimension => ({
  label,
  idKind: 'time',
  source: { kind: 'time', unit },
  names: null,
});

/** All dimensions, in the order in which they are offered. */
export const DIMENSIONS = {
  category: attribute('Category', { via: 'trafficSourceId', entity: 'trafficSource', field: 'categoryId' }, 'category'),
  traffic_source: record('Traffic source', 'trafficSourceId', 'trafficSource'),
  partner_type: attribute(
    'Partner type',
    { via: 'partnerId', entity: 'partner', field: 'partnerTypeId' },
    'partnerType',
  ),
  partner: record('Partner', 'partnerId', 'partner'),
  native_box_type: text('Native box type', 'nativeBoxType'),
  referrer: text('Referrer', 'referrer'),
  campaign_box: record('Campaign box', 'campaignBoxId', 'campaignBox'),
  campaign: record('Campaign', 'campaignId', 'campaign'),
  offer: record('Offer', 'offerId', 'offer'),
  product: record('Product', 'productId', 'product'),
  geo: record('Geo', 'geoId', 'geo'),
  device: text('Device', 'device'),
  os: text('OS', 'os'),
  browser: text('Browser', 'browser'),
  language: text('Language', 'language'),
  consent: text('Consent', 'consent'),
  publisher: record('Publisher', 'publisherId', 'publisher'),
  website: record('Website', 'websiteId', 'website'),
  domain: record('Domain', 'domainId', 'domain'),
  integration: record('Integration', 'integrationId', 'integration'),
  deal_type: text('Deal type', 'dealType'),
  referral_code: record('Referral code', 'referralCodeId', 'referralCode'),
  prelander: record('Prelander', 'prelanderId', 'campaign'),
  template: record('Template', 'templateId', 'template'),
  button: record('Button', 'buttonId', 'button'),
  rule: record('Rule', 'ruleId', 'rule'),
  tag: attribute('Tag', { via: 'partnerId', entity: 'partner', field: 'tags', several: true }, 'tag'),
  date_hour: time('Hour', 'hour'),
  date_day: time('Day', 'day'),
  date_week: time('Week', 'week'),
  date_month: time('Month', 'month'),
} as const satisfies Record<string, Dimension>;

/** The key of a dimension, as spelled in the URL. */
export type DimensionKey = keyof typeof DIMENSIONS;

/** The keys, in the same order. */
export const DIMENSION_KEYS = keysOf(DIMENSIONS);

/** The dimension of a key, typed as any dimension. */
export function dimensionOf(key: DimensionKey): Dimension {
  return DIMENSIONS[key];
}

/**
 * The entities whose records have the names of a dimension's items. Rules of boxes, global rules and banner global rules
 * share one range of ids, so the rule of a fact can be any of them.
 */
export function nameEntities(names: EntityName): readonly EntityName[] {
  if (names === 'rule') return ['rule', 'globalRule', 'bannerGlobalRule'];
  return [names];
}

/** The id of an item of a dimension. */
export type ItemId = number | string;

const MAX_RECORD_ID = 4_294_967_295;

const isTimeId = (unit: 'hour' | 'day' | 'week' | 'month', text: string): boolean => {
  if (unit === 'hour') return isDay(text.slice(0, 10)) && /^T([01]\d|2[0-3]):00$/.test(text.slice(10));
  if (unit === 'month') return isDay(`${text}-01`);
  return isDay(text) && (unit === 'day' || WEEK_STARTS.some((start) => weekOf(text, start) === text));
};

/**
 * Parses the id of an item of this dimension; undefined if the text cannot be one. For records it is a whole number up
 * to 2³² − 1 (0 is "none"), for texts up to 300 characters ('' is "none"), for time the start of the span in the
 * requested zone: `2026-10-01T13:00`, `2026-10-01` (a week is named by its first day), `2026-10`.
 */
export function readItemId(key: DimensionKey, raw: unknown): ItemId | undefined {
  const { idKind, source } = dimensionOf(key);
  const given = typeof raw === 'number' ? String(raw) : raw;
  if (typeof given !== 'string') return undefined;
  if (idKind === 'numeric')
    return /^\d{1,10}$/.test(given) && Number(given) <= MAX_RECORD_ID ? Number(given) : undefined;
  if (source.kind === 'time') return isTimeId(source.unit, given) ? given : undefined;
  if (given.length <= 300) return given;
  return undefined;
}
