import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { AGREED_DEAL_TYPES } from '../partners/conversions/deal-types.ts';
import { CURRENCY, MOST_PRICE, NEWEST_FIRST, VALID_TO } from './shared/fields.ts';

/** A price that replaces what a partner’s deals pay, for a geo or a source, once it was approved. */
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
    geoId: {
      kind: 'reference',
      label: 'Geo',
      to: 'geo',
      help: 'Leave empty for every geo. The most specific override wins.',
    },
    trafficSourceId: {
      kind: 'reference',
      label: 'Traffic source',
      to: 'trafficSource',
      help: 'Leave empty for every source.',
    },
    dealType: { kind: 'choice', label: 'Deal type', required: true, default: 'CPA', options: AGREED_DEAL_TYPES },
    amount: { kind: 'decimal', label: 'Amount', min: '0', max: MOST_PRICE, currencyField: 'currency', required: true },
    currency: CURRENCY,
    validFrom: { kind: 'date', label: 'Valid from', required: true },
    validTo: VALID_TO,
    reason: { kind: 'text', label: 'Reason', max: 500, search: true, hideInList: true },
    overrideStatus: {
      kind: 'choice',
      label: 'Status',
      required: true,
      readOnly: true,
      options: [
        { value: 'proposed', label: 'Proposed', tone: 'accent' },
        { value: 'approved', label: 'Approved', tone: 'good' },
        { value: 'rejected', label: 'Rejected', tone: 'bad' },
      ],
    },
    decidedAt: { kind: 'instant', label: 'Decided', readOnly: true },
    decisionNote: { kind: 'text', label: 'Decision', max: 500, readOnly: true, hideInList: true },
  }),
  defaultSort: NEWEST_FIRST,
  routing: true,
});
