/** Hosts and accounts through which traffic comes, or on which pages stand. */
import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { MONEY_OR_NONE, PAUSABLE } from './shared-fields.ts';

const byName = { orderBy: 'name', direction: 'asc' } as const;
const host = {
  kind: 'text',
  label: 'Host',
  max: 253,
  required: true,
  search: true,
  unique: true,
  format: 'host',
  mono: true,
} as const;

export const account = defineEntity({
  name: 'account',
  path: 'accounts',
  table: 'accounts',
  one: 'Account',
  many: 'Accounts',
  title: 'name',
  routes: { list: 'accounts', add: 'accountsAdd', edit: 'accountsEdit' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true, unique: true },
    accountKind: {
      kind: 'choice',
      label: 'Kind',
      required: true,
      default: 'publisher',
      options: [
        { value: 'publisher', label: 'Publisher' },
        { value: 'traffic', label: 'Traffic' },
      ],
    },
    publishers: { kind: 'references', label: 'Publishers', to: 'publisher' },
    trafficSourceId: {
      kind: 'reference',
      label: 'Traffic source',
      to: 'trafficSource',
      visibleWhen: { field: 'accountKind', is: ['traffic'] },
    },
    status: PAUSABLE,
    externalId: {
      kind: 'text',
      label: 'External id',
      max: 120,
      search: true,
      mono: true,
      help: 'The id of this account at the network.',
    },
    notes: { kind: 'text', label: 'Notes', max: 4000, multiline: true, hideInList: true },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: byName,
});

export const referrer = defineEntity({
  name: 'referrer',
  path: 'referrers',
  table: 'referrers',
  one: 'Referrer',
  many: 'Referrers',
  title: 'name',
  routes: { list: 'referrers', add: 'referrers', edit: 'referrers' },
  fields: fields({
    name: host,
    publisherId: { kind: 'reference', label: 'Publisher', to: 'publisher' },
    trafficSourceId: { kind: 'reference', label: 'Traffic source', to: 'trafficSource' },
    websiteId: { kind: 'reference', label: 'Website', to: 'website' },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: byName,
  routing: true,
});

export const mbgMirror = defineEntity({
  name: 'mbgMirror',
  path: 'mbg-mirrors',
  table: 'mbg_mirrors',
  one: 'Mirror',
  many: 'MBG mirrors',
  title: 'name',
  routes: { list: 'mbgMirrors', add: 'mbgMirrors', edit: 'mbgMirrors' },
  fields: fields({
    name: host,
    partnerId: { kind: 'reference', label: 'Partner', to: 'partner', required: true },
    geoId: { kind: 'reference', label: 'Geo', to: 'geo', required: true },
    active: {
      kind: 'toggle',
      label: 'Active',
      default: false,
      help: 'Links to any of this partner’s mirrors send visitors of this geo to the active one.',
    },
    notes: { kind: 'text', label: 'Notes', max: 2000, multiline: true, hideInList: true },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: byName,
  routing: true,
});

const technical = fields({
  name: host,
  domainRole: {
    kind: 'choice',
    label: 'Role',
    required: true,
    default: 'standby',
    options: [
      { value: 'serving', label: 'Serving', tone: 'good' },
      { value: 'standby', label: 'Standby' },
      { value: 'burnt', label: 'Burnt', tone: 'bad' },
    ],
  },
  rotationWeight: {
    kind: 'integer',
    label: 'Rotation',
    min: 0,
    max: 100,
    required: true,
    default: 1,
    help: 'Share among the serving domains; 0 takes it out of the rotation.',
  },
  registrar: { kind: 'text', label: 'Registrar', max: 120, search: true },
  expiresOn: { kind: 'date', label: 'Expires' },
  tags: { kind: 'tags', label: 'Tags' },
});

export const spiderDomain = defineEntity({
  name: 'spiderDomain',
  path: 'spider-domains',
  table: 'spider_domains',
  one: 'Spider domain',
  many: 'Spider domains',
  title: 'name',
  routes: { list: 'spiderDomains', add: 'spiderDomains', edit: 'spiderDomains' },
  fields: technical,
  defaultSort: byName,
});

export const prelanderDomain = defineEntity({
  name: 'prelanderDomain',
  path: 'prelander-domains',
  table: 'prelander_domains',
  one: 'Prelander domain',
  many: 'Prelander domains',
  title: 'name',
  routes: { list: 'prelanderDomains', add: 'prelanderDomains', edit: 'prelanderDomains' },
  fields: technical,
  defaultSort: byName,
  routing: true,
  metadata: ['prelander_domains'],
});

export const directLink = defineEntity({
  name: 'directLink',
  path: 'direct-links',
  table: 'direct_links',
  one: 'Direct link',
  many: 'Direct links',
  title: 'slug',
  routes: { list: 'directLinkAdd', add: 'directLinkAdd', edit: 'directLinkAdd' },
  fields: fields({
    slug: {
      kind: 'text',
      label: 'Slug',
      max: 64,
      required: true,
      search: true,
      unique: true,
      format: 'code',
      mono: true,
      help: 'The link is /d_ and this.',
    },
    targetUrl: {
      kind: 'text',
      label: 'Target URL',
      max: 2000,
      required: true,
      format: 'targetUrl',
      mono: true,
      help: 'May carry macros such as {click_id} and {geo}.',
    },
    trafficSourceId: { kind: 'reference', label: 'Traffic source', to: 'trafficSource' },
    campaignId: { kind: 'reference', label: 'Campaign', to: 'campaign', help: 'Where its visits count.' },
    status: PAUSABLE,
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'id', direction: 'desc' },
  routing: true,
});

export const gamblingLink = defineEntity({
  name: 'gamblingLink',
  path: 'gambling-links',
  table: 'gambling_links',
  one: 'Gambling link',
  many: 'Gambling links',
  title: 'name',
  routes: { list: 'gamblingLinks', add: 'gamblingLinksAdd', edit: 'gamblingLinksAdd' },
  scope: { owner: 'managerId', publisher: 'publisherId' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true },
    partnerId: { kind: 'reference', label: 'Brand', to: 'partner', required: true },
    geoId: { kind: 'reference', label: 'Geo', to: 'geo', required: true },
    managerId: { kind: 'reference', label: 'Manager', to: 'user', readOnly: true },
    publisherId: { kind: 'reference', label: 'Publisher', to: 'publisher', readOnly: true },
    targetUrl: { kind: 'text', label: 'Tracked link', max: 2000, required: true, format: 'targetUrl', mono: true },
    costPerLead: { kind: 'decimal', label: 'Agreed per lead', min: '0', max: '100000', ...MONEY_OR_NONE },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'id', direction: 'desc' },
});
