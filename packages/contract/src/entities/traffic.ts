/** Where visitors come from: publishers, their sites, domains, and codes. */
import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';

export const publisher = defineEntity({
  name: 'publisher',
  path: 'publishers',
  table: 'publishers',
  one: 'Publisher',
  many: 'Publishers',
  title: 'name',
  routes: { list: 'publishers', add: 'publishersAdd', edit: 'publishersEdit' },
  scope: { publisher: 'id' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true, unique: true },
    status: {
      kind: 'choice',
      label: 'Status',
      required: true,
      default: 'active',
      options: [
        { value: 'active', label: 'Active', tone: 'good' },
        { value: 'paused', label: 'Paused', tone: 'attention' },
      ],
    },
    commissionPercent: {
      kind: 'decimal',
      label: 'Commission',
      unit: '%',
      min: '0',
      max: '100',
      help: 'Share of revenue owed to the publisher.',
    },
    contactEmail: { kind: 'text', label: 'Contact e-mail', max: 254, format: 'email', search: true },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'name', direction: 'asc' },
  routing: true,
  metadata: ['publishers'],
});

export const website = defineEntity({
  name: 'website',
  path: 'websites',
  table: 'websites',
  one: 'Website',
  many: 'Websites',
  title: 'name',
  routes: { list: 'websites', add: 'websitesAdd', edit: 'websitesEdit' },
  fields: fields({
    name: {
      kind: 'text',
      label: 'Host',
      max: 253,
      required: true,
      search: true,
      unique: true,
      format: 'host',
      mono: true,
    },
    websiteKind: {
      kind: 'choice',
      label: 'Kind',
      required: true,
      default: 'own',
      options: [
        { value: 'own', label: 'Own' },
        { value: 'parasite', label: 'Parasite' },
        { value: 'incubator', label: 'Incubator' },
        { value: 'external', label: 'External' },
      ],
    },
    publisherId: { kind: 'reference', label: 'Publisher', to: 'publisher' },
    fallbackUrl: { kind: 'text', label: 'Fallback link', max: 2000, format: 'targetUrl', mono: true, hideInList: true },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'name', direction: 'asc' },
  routing: true,
  metadata: ['websites'],
});

export const domain = defineEntity({
  name: 'domain',
  path: 'domains',
  table: 'domains',
  one: 'Domain',
  many: 'Domains',
  title: 'name',
  routes: { list: 'domains', add: 'domainsAdd', edit: 'domainsEdit' },
  fields: fields({
    name: {
      kind: 'text',
      label: 'Domain',
      max: 253,
      required: true,
      search: true,
      unique: true,
      format: 'host',
      mono: true,
    },
    websiteId: { kind: 'reference', label: 'Website', to: 'website' },
    registrar: { kind: 'text', label: 'Registrar', max: 120, search: true },
    expiresOn: { kind: 'date', label: 'Expires' },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'name', direction: 'asc' },
  routing: true,
  metadata: ['domains'],
});

export const referralCode = defineEntity({
  name: 'referralCode',
  path: 'referral-codes',
  table: 'referral_codes',
  one: 'Referral code',
  many: 'Referral codes',
  title: 'code',
  routes: { list: 'referralCodes', add: 'referralCodesAdd', edit: 'referralCodesEdit' },
  fields: fields({
    code: {
      kind: 'text',
      label: 'Code',
      max: 64,
      required: true,
      search: true,
      unique: true,
      format: 'sourceName',
      mono: true,
    },
    publisherId: { kind: 'reference', label: 'Publisher', to: 'publisher' },
    partnerId: { kind: 'reference', label: 'Partner', to: 'partner' },
    terms: { kind: 'text', label: 'Terms', max: 2000, multiline: true, hideInList: true },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'code', direction: 'asc' },
  routing: true,
  metadata: ['referral_codes'],
});
