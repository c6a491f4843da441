import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { CURRENCY, NEWEST_FIRST } from './shared/fields.ts';
import { ENTRY_AMOUNT, ENTRY_DAYS, ENTRY_NAME, ENTRY_NOTES, ENTRY_STATE, MOST_AMOUNT } from './shared/ledger-fields.ts';

/** Revenue that a partner reports for a range of days. */
export const partnerRevenue = defineEntity({
  name: 'partnerRevenue',
  path: 'partner-revenues',
  table: 'partner_revenues',
  one: 'Partner revenue',
  many: 'Partner revenues',
  title: 'name',
  routes: { list: 'partnersRevenues', add: 'partnersRevenuesAdd' },
  ledger: true,
  fields: fields({
    name: ENTRY_NAME,
    partnerId: { kind: 'reference', label: 'Partner', to: 'partner', required: true },
    ...ENTRY_DAYS,
    geoId: { kind: 'reference', label: 'Geo', to: 'geo' },
    productId: { kind: 'reference', label: 'Product', to: 'product' },
    trafficSourceId: { kind: 'reference', label: 'Traffic source', to: 'trafficSource' },
    amount: {
      ...ENTRY_AMOUNT,
      min: `-${MOST_AMOUNT}`,
      max: MOST_AMOUNT,
      help: 'For the whole range, spread evenly over its days.',
    },
    currency: CURRENCY,
    notes: ENTRY_NOTES,
    ...ENTRY_STATE,
  }),
  defaultSort: NEWEST_FIRST,
});
