import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { CURRENCY, NEWEST_FIRST } from './shared/fields.ts';
import { ENTRY_AMOUNT, ENTRY_STATE, MOST_AMOUNT } from './shared/ledger-fields.ts';

/** An amount entered by hand for one day, with a reason. */
export const manualTransaction = defineEntity({
  name: 'manualTransaction',
  path: 'manual-transactions',
  table: 'manual_transactions',
  one: 'Manual transaction',
  many: 'Manual transactions',
  title: 'reason',
  routes: { list: 'manualTransactions', add: 'manualTransactionsAdd', copy: 'manualTransactionsCopy' },
  ledger: true,
  fields: fields({
    reason: {
      kind: 'text',
      label: 'Reason',
      max: 300,
      required: true,
      search: true,
      help: 'Why this amount is entered by hand. The entry cannot be changed afterwards.',
    },
    entryKind: {
      kind: 'choice',
      label: 'Kind',
      required: true,
      default: 'revenue',
      options: [
        { value: 'revenue', label: 'Revenue' },
        { value: 'cost', label: 'Media cost' },
        { value: 'flat_fee', label: 'Flat fee' },
        { value: 'publisher_cost', label: 'Publisher cost' },
      ],
    },
    day: {
      kind: 'date',
      label: 'Day',
      required: true,
      ledger: true,
      help: 'The day on which the amount counts, in UTC.',
    },
    amount: { ...ENTRY_AMOUNT, min: `-${MOST_AMOUNT}`, max: MOST_AMOUNT, help: 'Use a minus sign for deductions.' },
    currency: CURRENCY,
    partnerId: {
      kind: 'reference',
      label: 'Partner',
      to: 'partner',
      required: true,
      visibleWhen: { field: 'entryKind', is: ['revenue'] },
    },
    publisherId: {
      kind: 'reference',
      label: 'Publisher',
      to: 'publisher',
      required: true,
      visibleWhen: { field: 'entryKind', is: ['publisher_cost'] },
    },
    trafficSourceId: { kind: 'reference', label: 'Traffic source', to: 'trafficSource' },
    geoId: { kind: 'reference', label: 'Geo', to: 'geo' },
    attachments: { kind: 'images', label: 'Attachments', max: 5, documents: true },
    ...ENTRY_STATE,
  }),
  defaultSort: NEWEST_FIRST,
});
