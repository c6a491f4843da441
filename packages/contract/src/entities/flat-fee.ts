import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { CURRENCY } from './shared/fields.ts';
import { ENTRY_AMOUNT, MOST_AMOUNT } from './shared/ledger-fields.ts';

/** A fixed amount for a place on a site over a period: paid to a publisher or contact, or received from a partner. */
export const flatFee = defineEntity({
  name: 'flatFee',
  path: 'flat-fees',
  table: 'flat_fees',
  one: 'Flat fee',
  many: 'Flat fees',
  title: 'name',
  routes: { list: 'flatFees', add: 'flatFeesAdd', edit: 'flatFeesEdit' },
  scope: { publisher: 'publisherId', owner: 'ownerId' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 160, required: true, search: true },
    direction: {
      kind: 'choice',
      label: 'Direction',
      required: true,
      default: 'paid',
      options: [
        { value: 'paid', label: 'We pay' },
        { value: 'received', label: 'We receive' },
      ],
      help: 'What we pay counts as flat fee cost, what we receive as revenue.',
    },
    partnerId: {
      kind: 'reference',
      label: 'Partner',
      to: 'partner',
      required: true,
      visibleWhen: { field: 'direction', is: ['received'] },
    },
    publisherId: {
      kind: 'reference',
      label: 'Publisher',
      to: 'publisher',
      help: 'A fee that we pay appears on this publisher’s invoices.',
    },
    contactId: {
      kind: 'reference',
      label: 'Contact',
      to: 'flatFeeContact',
      visibleWhen: { field: 'direction', is: ['paid'] },
    },
    websiteId: { kind: 'reference', label: 'Website', to: 'website' },
    placement: { kind: 'text', label: 'Placement', max: 160, search: true, help: 'Such as “Header banner”.' },
    trafficSourceId: { kind: 'reference', label: 'Traffic source', to: 'trafficSource' },
    geoId: { kind: 'reference', label: 'Geo', to: 'geo' },
    productId: { kind: 'reference', label: 'Product', to: 'product' },
    fromDay: { kind: 'date', label: 'First day', required: true, help: 'In UTC.' },
    toDay: {
      kind: 'date',
      label: 'Last day',
      required: true,
      notBefore: 'fromDay',
      help: 'The amount is spread evenly over the days and counts day by day.',
    },
    amount: { ...ENTRY_AMOUNT, min: '0.01', max: MOST_AMOUNT, help: 'For the whole period.' },
    currency: CURRENCY,
    renewal: {
      kind: 'choice',
      label: 'Renewal',
      required: true,
      default: 'none',
      options: [
        { value: 'none', label: 'Ends' },
        { value: 'propose', label: 'Propose the next one' },
      ],
      help: 'Two weeks before its last day, a fee for the following period is proposed. It counts only if it is approved.',
    },
    feeStatus: {
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
    ownerId: { kind: 'reference', label: 'Proposed by', to: 'user', readOnly: true },
    renewsId: { kind: 'reference', label: 'Continues', to: 'flatFee', readOnly: true },
    decidedAt: { kind: 'instant', label: 'Decided', readOnly: true },
    decisionNote: { kind: 'text', label: 'Decision', max: 500, readOnly: true, hideInList: true },
    notes: { kind: 'text', label: 'Notes', max: 2000, multiline: true, hideInList: true },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'id', direction: 'desc' },
});
