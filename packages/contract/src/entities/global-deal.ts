import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { DEAL_REVENUE_TYPES, DEAL_TYPE_HELP, DEAL_TYPES } from '../partners/conversions/deal-types.ts';
import { CURRENCY, FIXED_AMOUNT, NEWEST_FIRST, REJECTED_PAID, SHARE_PERCENT, VALID_TO } from './shared/fields.ts';

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
    geoId: { kind: 'reference', label: 'Geo', to: 'geo', help: 'Leave empty for every geo.' },
    dealType: {
      kind: 'choice',
      label: 'Deal type',
      required: true,
      default: 'CPA',
      options: DEAL_TYPES,
      help: DEAL_TYPE_HELP,
    },
    dealRevenueType: {
      kind: 'choice',
      label: 'Deal revenue type',
      required: true,
      default: 'firstDeposit',
      options: DEAL_REVENUE_TYPES,
    },
    fixedAmount: { ...FIXED_AMOUNT, currencyField: 'currency' },
    sharePercent: SHARE_PERCENT,
    currency: CURRENCY,
    validFrom: { kind: 'date', label: 'Valid from' },
    validTo: VALID_TO,
    rejectedPaid: REJECTED_PAID,
  }),
  defaultSort: NEWEST_FIRST,
});
