import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { DEAL_REVENUE_TYPES, DEAL_TYPES } from '../partners/conversions/deal-types.ts';
import { BILLING_FIELDS } from './shared/billing-fields.ts';
import { CURRENCY, FIXED_AMOUNT, PEOPLE, REJECTED_PAID, SHARE_PERCENT, VALID_TO } from './shared/fields.ts';

/** A deal's conversions are reported through an integration that its partner has. */
export const NOT_PARTNERS_INTEGRATION =
  'This is not one of the partner’s integrations. Choose one of them, or add it to the partner first.';

/** A partner that pays: an advertiser's affiliate programme or a lead buyer, with its deals. */
export const partner = defineEntity({
  name: 'partner',
  path: 'partners',
  table: 'partners',
  one: 'Partner',
  many: 'Partners',
  title: 'name',
  routes: { list: 'partners', add: 'partnersAdd', edit: 'partnersEdit', view: 'partnersView' },
  publishersChoose: { field: 'status', is: 'active' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true, unique: true },
    partnerTypeId: { kind: 'reference', label: 'Type', to: 'partnerType', required: true },
    affiliateNetworkId: { kind: 'reference', label: 'Network', to: 'affiliateNetwork' },
    status: {
      kind: 'choice',
      label: 'Status',
      required: true,
      default: 'active',
      options: [
        { value: 'active', label: 'Active', tone: 'good' },
        { value: 'paused', label: 'Paused', tone: 'attention' },
        { value: 'ended', label: 'Ended', tone: 'neutral' },
      ],
    },
    currency: { ...CURRENCY, help: 'The currency this partner pays in: three letters, such as EUR.' },
    timeZone: {
      kind: 'text',
      label: 'Time zone',
      max: 64,
      required: true,
      format: 'timeZone',
      default: 'UTC',
      help: 'Days of lead caps begin and end in this time zone.',
    },
    integrations: { kind: 'references', label: 'Integrations', to: 'integration' },
    tags: { kind: 'tags', label: 'Tags' },
    contacts: {
      kind: 'rows',
      label: 'Contacts',
      one: 'contact',
      table: 'partner_contacts',
      parent: 'partnerId',
      max: 50,
      removal: 'delete',
      ...PEOPLE,
    },
    notes: { kind: 'text', label: 'Notes', max: 4000, multiline: true, hideInList: true },
    ...BILLING_FIELDS,
    deals: {
      kind: 'rows',
      label: 'Deals',
      one: 'deal',
      table: 'deals',
      parent: 'partnerId',
      max: 200,
      removal: 'archive',
      of: fields({
        geoId: { kind: 'reference', label: 'Geo', to: 'geo', required: true },
        integrationId: {
          kind: 'reference',
          label: 'Integration',
          to: 'integration',
          required: true,
          within: { list: 'integrations', otherwise: NOT_PARTNERS_INTEGRATION },
        },
        dealType: {
          kind: 'choice',
          label: 'Deal Type',
          required: true,
          default: 'CPA',
          options: DEAL_TYPES,
        },
        dealRevenueType: {
          kind: 'choice',
          label: 'Deal Revenue Type',
          required: true,
          default: 'firstDeposit',
          options: DEAL_REVENUE_TYPES,
        },
        fixedAmount: {
          ...FIXED_AMOUNT,
          currencyField: 'currency',
          help: 'The fixed amount, in the partner’s currency.',
        },
        sharePercent: SHARE_PERCENT,
        leadCap: {
          kind: 'integer',
          label: 'Lead Cap',
          min: 0,
          max: 1_000_000,
          help: 'Accepted leads per day. Leave empty for no cap.',
        },
        waterfallBlocked: { kind: 'toggle', label: 'Block Waterfall', default: false },
        weight: { kind: 'integer', label: 'Weight', min: 0, max: 100, required: true, default: 1 },
        validFrom: { kind: 'date', label: 'Valid from' },
        validTo: VALID_TO,
        rejectedPaid: REJECTED_PAID,
      }),
    },
  }),
  defaultSort: { orderBy: 'name', direction: 'asc' },
  routing: true,
  metadata: ['partners'],
});
