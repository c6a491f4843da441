/** Small reference data that other records point to: names with an attribute or two. */
import { integrationSettingsSchema } from '../conversions/postback.ts';
import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';

const byName = { orderBy: 'name', direction: 'asc' } as const;
const name = { kind: 'text', label: 'Name', max: 120, required: true, search: true, unique: true } as const;
/** Reference data has no routes of its own in the specification: it is edited beside the tags (`?kind=`). */
const routes = { list: 'tags', add: 'tagsAdd', edit: 'tagsEdit' } as const;

export const geo = defineEntity({
  name: 'geo',
  path: 'geos',
  table: 'geos',
  one: 'Geo',
  many: 'Geos',
  title: 'country',
  routes,
  publishersChoose: true,
  listKind: 'geos',
  fields: fields({
    code: {
      kind: 'text',
      label: 'Code',
      max: 2,
      required: true,
      search: true,
      unique: true,
      format: 'code',
      mono: true,
    },
    country: { kind: 'text', label: 'Country', max: 120, required: true, search: true },
  }),
  defaultSort: { orderBy: 'country', direction: 'asc' },
  routing: true,
  metadata: ['geos'],
});

export const integration = defineEntity({
  name: 'integration',
  path: 'integrations',
  table: 'integrations',
  one: 'Integration',
  many: 'Integrations',
  title: 'name',
  routes,
  listKind: 'integrations',
  fields: fields({
    name,
    settingsJson: {
      kind: 'json',
      label: 'Settings',
      help: 'How this integration names its parameters and statuses: {"postback": {"names": {"click_id": "subid"}, "statuses": {"ftd": "first_deposit"}}}. With "severalFirstDeposits": true each first deposit of a click counts as one; otherwise later ones count as deposits.',
      hideInList: true,
      schema: integrationSettingsSchema,
    },
  }),
  defaultSort: byName,
  routing: true,
  metadata: ['integrations'],
});

export const category = defineEntity({
  name: 'category',
  path: 'categories',
  table: 'categories',
  one: 'Category',
  many: 'Categories',
  title: 'name',
  routes,
  listKind: 'categories',
  fields: fields({ name }),
  defaultSort: byName,
  metadata: ['categories'],
});

export const product = defineEntity({
  name: 'product',
  path: 'products',
  table: 'products',
  one: 'Product',
  many: 'Products',
  title: 'name',
  routes,
  listKind: 'products',
  fields: fields({ name }),
  defaultSort: byName,
  metadata: ['products'],
});

export const partnerType = defineEntity({
  name: 'partnerType',
  path: 'partner-types',
  table: 'partner_types',
  one: 'Partner type',
  many: 'Partner types',
  title: 'name',
  routes,
  listKind: 'partner-types',
  fields: fields({ name }),
  defaultSort: byName,
  metadata: ['partner_types'],
});

export const affiliateNetwork = defineEntity({
  name: 'affiliateNetwork',
  path: 'affiliate-networks',
  table: 'affiliate_networks',
  one: 'Affiliate network',
  many: 'Affiliate networks',
  title: 'name',
  routes,
  listKind: 'affiliate-networks',
  fields: fields({ name }),
  defaultSort: byName,
  metadata: ['affiliate_networks'],
});

export const tag = defineEntity({
  name: 'tag',
  path: 'tags',
  table: 'tags',
  one: 'Tag',
  many: 'Tags',
  title: 'name',
  routes,
  fields: fields({
    name,
    color: { kind: 'color', label: 'Colour', default: 'gray' },
  }),
  defaultSort: byName,
  metadata: ['tags'],
});

export const trafficSource = defineEntity({
  name: 'trafficSource',
  path: 'traffic-sources',
  table: 'traffic_sources',
  one: 'Traffic source',
  many: 'Traffic sources',
  title: 'name',
  routes,
  listKind: 'traffic-sources',
  fields: fields({
    name: {
      kind: 'text',
      label: 'Source name',
      help: 'Letters, digits and underscore; it stands in links as source=.',
      max: 64,
      required: true,
      search: true,
      unique: true,
      format: 'sourceName',
      mono: true,
    },
    categoryId: { kind: 'reference', label: 'Category', to: 'category', required: true },
    sourceKind: {
      kind: 'choice',
      label: 'Kind',
      required: true,
      default: 'regular',
      options: [
        { value: 'regular', label: 'Regular' },
        { value: 'internal_social', label: 'Internal social' },
        { value: 'influencer', label: 'Influencer' },
      ],
    },
    publisherId: { kind: 'reference', label: 'Publisher', to: 'publisher' },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: byName,
  routing: true,
  metadata: ['trafficsources'],
});
