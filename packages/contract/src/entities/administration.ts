/** What a few people keep in order for everybody: sign-in, overrides, contacts, embedded reports, lead buyers. */
import { MEANING_LABELS, MEANINGS } from '../conversions/postback.ts';
import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { adapterSchema } from '../leads/adapter.ts';
import {
  CURRENCY,
  DEAL_REVENUE_TYPES,
  DEAL_TYPES,
  FIXED_AMOUNT,
  PAUSABLE,
  REJECTED_PAID,
  SHARE_PERCENT,
  VALID_TO,
} from './shared-fields.ts';

const newest = { orderBy: 'id', direction: 'desc' } as const;

export const whitelistEntry = defineEntity({
  name: 'whitelistEntry',
  path: 'whitelist',
  table: 'sign_in_whitelist',
  one: 'Entry',
  many: 'Whitelist',
  title: 'pattern',
  routes: { list: 'whitelist', add: 'whitelist', edit: 'whitelist' },
  adminWrites: true,
  fields: fields({
    pattern: {
      kind: 'text',
      label: 'E-mail or domain, or IP range',
      max: 254,
      required: true,
      search: true,
      unique: true,
      format: 'whitelist',
      mono: true,
      help: 'ann@example.com lets in one person, example.com everybody of that domain. Clicks from 203.0.113.0/24 never count as a bot’s.',
    },
    notes: { kind: 'text', label: 'Why', max: 500, search: true },
  }),
  defaultSort: { orderBy: 'pattern', direction: 'asc' },
});

export const partnerOverride = defineEntity({
  name: 'partnerOverride',
  path: 'partner-overrides',
  table: 'partner_overrides',
  one: 'Partner override',
  many: 'Partner overrides',
  title: 'name',
  routes: { list: 'partnerOverride', add: 'partnerOverride', edit: 'partnerOverride' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true },
    partnerId: { kind: 'reference', label: 'Partner', to: 'partner', required: true },
    geoId: { kind: 'reference', label: 'Geo', to: 'geo', help: 'Empty: every geo. The narrowest override wins.' },
    trafficSourceId: { kind: 'reference', label: 'Traffic source', to: 'trafficSource', help: 'Empty: every source.' },
    dealType: { kind: 'choice', label: 'Deal Type', required: true, default: 'CPA', options: DEAL_TYPES },
    amount: { kind: 'decimal', label: 'Amount', min: '0', max: '100000', currencyField: 'currency', required: true },
    currency: CURRENCY,
    validFrom: { kind: 'date', label: 'Valid from', required: true },
    validTo: VALID_TO,
    reason: { kind: 'text', label: 'Reason', max: 500, search: true, hideInList: true },
  }),
  defaultSort: newest,
  routing: true,
});

/** Deals for partners that have none of their own (docs/product/deals.md#global-deals-and-changes-of-many-deals). */
export const globalDeal = defineEntity({
  name: 'globalDeal',
  path: 'global-deals',
  table: 'global_deals',
  one: 'Global deal',
  many: 'Global deals',
  title: 'name',
  routes: { list: 'globalDealForm', add: 'globalDealForm', edit: 'globalDealForm' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true },
    geoId: { kind: 'reference', label: 'Geo', to: 'geo', help: 'Empty: every geo.' },
    dealType: { kind: 'choice', label: 'Deal Type', required: true, default: 'CPA', options: DEAL_TYPES },
    dealRevenueType: {
      kind: 'choice',
      label: 'Deal Revenue Type',
      required: true,
      default: 'firstDeposit',
      options: DEAL_REVENUE_TYPES,
    },
    deal: { ...FIXED_AMOUNT, currencyField: 'currency' },
    sharePercent: SHARE_PERCENT,
    currency: CURRENCY,
    validFrom: { kind: 'date', label: 'Valid from' },
    validTo: VALID_TO,
    rejectedPaid: REJECTED_PAID,
  }),
  defaultSort: newest,
});

/** Daily rates, as the European Central Bank quotes them. */
export const exchangeRate = defineEntity({
  name: 'exchangeRate',
  path: 'exchange-rates',
  table: 'exchange_rates',
  one: 'Exchange rate',
  many: 'Exchange rates',
  title: 'currency',
  routes: { list: 'partnerOverride', add: 'partnerOverride', edit: 'partnerOverride' },
  fields: fields({
    currency: { ...CURRENCY, search: true },
    day: { kind: 'date', label: 'Day', required: true },
    perEuro: {
      kind: 'decimal',
      label: 'For one EUR',
      min: '0.000001',
      max: '10000000',
      required: true,
      help: 'Units of the currency for one euro.',
    },
  }),
  defaultSort: { orderBy: 'day', direction: 'desc' },
});

export const statusMappingOverride = defineEntity({
  name: 'statusMappingOverride',
  path: 'status-mapping-overrides',
  table: 'status_mapping_overrides',
  one: 'Status mapping',
  many: 'Status mappings',
  title: 'status',
  routes: { list: 'statusMappingOverride', add: 'statusMappingOverride', edit: 'statusMappingOverride' },
  fields: fields({
    partnerId: { kind: 'reference', label: 'Partner', to: 'partner', required: true },
    status: { kind: 'text', label: 'Partner’s status', max: 120, required: true, search: true, mono: true },
    meaning: {
      kind: 'choice',
      label: 'Means',
      required: true,
      options: MEANINGS.map((value) => ({ value, label: MEANING_LABELS[value] })),
    },
    validFrom: { kind: 'date', label: 'Valid from', required: true },
    reason: { kind: 'text', label: 'Reason', max: 500, search: true },
  }),
  defaultSort: newest,
  routing: true,
});

export const flatFeeContact = defineEntity({
  name: 'flatFeeContact',
  path: 'flat-fee-contacts',
  table: 'flat_fee_contacts',
  one: 'Contact',
  many: 'Flat fee contacts',
  title: 'name',
  routes: { list: 'flatFeeContacts', add: 'flatFeeContactsAdd', edit: 'flatFeeContactsEdit' },
  scope: { publisher: 'publisherId' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true },
    company: { kind: 'text', label: 'Company', max: 120, search: true },
    email: { kind: 'text', label: 'E-mail', max: 254, format: 'email', search: true },
    phone: { kind: 'text', label: 'Phone', max: 40, search: true },
    websites: { kind: 'references', label: 'Websites', to: 'website' },
    publisherId: { kind: 'reference', label: 'Publisher', to: 'publisher', readOnly: true },
    notes: { kind: 'text', label: 'Notes', max: 4000, multiline: true, hideInList: true },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'name', direction: 'asc' },
});

export const lookerReport = defineEntity({
  name: 'lookerReport',
  path: 'looker-reports',
  table: 'looker_reports',
  one: 'Report',
  many: 'Looker reports',
  title: 'name',
  routes: { list: 'lookerWiz', add: 'lookerWiz', edit: 'lookerWiz' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true, unique: true },
    url: {
      kind: 'text',
      label: 'Embed address',
      max: 2000,
      required: true,
      format: 'lookerUrl',
      mono: true,
      help: 'From Looker or Looker Studio: https://lookerstudio.google.com/embed/…',
    },
    position: { kind: 'integer', label: 'Position', min: 0, max: 1000, required: true, default: 0 },
  }),
  defaultSort: { orderBy: 'position', direction: 'asc' },
});

export const robotPartner = defineEntity({
  name: 'robotPartner',
  path: 'robot-partners',
  table: 'robot_partners',
  one: 'Robot partner',
  many: 'Robot partners',
  title: 'name',
  routes: { list: 'robotPartners', add: 'robotPartnersAdd', edit: 'robotPartnersEdit' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true, unique: true },
    partnerId: { kind: 'reference', label: 'Partner', to: 'partner', required: true },
    integrationId: { kind: 'reference', label: 'Integration', to: 'integration', required: true },
    status: PAUSABLE,
    endpointUrl: {
      kind: 'text',
      label: 'Endpoint',
      max: 2000,
      required: true,
      format: 'leadUrl',
      mono: true,
      hideInList: true,
      help: 'Leads are sent here. May carry {lead_id}, {click_id}, {api_key} and the other places of the body.',
    },
    method: {
      kind: 'choice',
      label: 'Method',
      required: true,
      default: 'POST',
      options: [
        { value: 'POST', label: 'POST' },
        { value: 'PUT', label: 'PUT' },
        { value: 'GET', label: 'GET' },
      ],
    },
    bodyFormat: {
      kind: 'choice',
      label: 'Body',
      required: true,
      default: 'json',
      options: [
        { value: 'json', label: 'JSON' },
        { value: 'form', label: 'Form' },
        { value: 'query', label: 'Query' },
      ],
    },
    timeoutSeconds: { kind: 'integer', label: 'Timeout', unit: 's', min: 1, max: 30, required: true, default: 10 },
    leadCap: {
      kind: 'integer',
      label: 'Lead Cap',
      min: 0,
      max: 1_000_000,
      help: 'Accepted leads a day; empty for no cap.',
    },
    settingsJson: {
      kind: 'json',
      label: 'Adapter settings',
      hideInList: true,
      schema: adapterSchema,
      help: 'Headers, body template, and how to read accepted, rejected, duplicate and the redirect address.',
    },
    apiKey: { kind: 'text', label: 'API key', max: 500, secret: true, mono: true, hideInList: true },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'name', direction: 'asc' },
});
