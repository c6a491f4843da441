/** A transaction reported by a partner. Screens only read it; the postback endpoint and the worker write it. */

import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { MEANING_LABELS, MEANINGS } from '../partners/conversions/postback.ts';

const readOnlyField = { readOnly: true, required: true } as const;

export const affiliateTransaction = defineEntity({
  name: 'affiliateTransaction',
  path: 'affiliate-transactions',
  table: 'affiliate_transactions',
  one: 'Transaction',
  many: 'Transactions',
  title: 'reference',
  routes: { list: 'affiliateTransactions' },
  fields: fields({
    reference: { kind: 'text', label: 'Reference', max: 200, mono: true, search: true, ...readOnlyField },
    partnerId: { kind: 'reference', label: 'Partner', to: 'partner', ...readOnlyField },
    integrationId: { kind: 'reference', label: 'Integration', to: 'integration', readOnly: true },
    status: { kind: 'text', label: 'Reported status', max: 200, search: true, ...readOnlyField },
    meaning: {
      kind: 'choice',
      label: 'Counts as',
      readOnly: true,
      options: MEANINGS.map((value) => ({ value, label: MEANING_LABELS[value] })),
    },
    state: {
      kind: 'choice',
      label: 'State',
      ...readOnlyField,
      options: [
        { value: 'counted', label: 'Matched', tone: 'good' },
        { value: 'waiting', label: 'Waiting', tone: 'neutral' },
        { value: 'unattributed', label: 'Unmatched', tone: 'attention' },
        { value: 'unassigned', label: 'Unknown status', tone: 'attention' },
        { value: 'ignored', label: 'Ignored', tone: 'neutral' },
        { value: 'duplicate', label: 'Duplicate', tone: 'neutral' },
        { value: 'withdrawn', label: 'Taken out', tone: 'neutral' },
      ],
    },
    reason: { kind: 'text', label: 'Reason', max: 120, ...readOnlyField },
    revenue: { kind: 'decimal', label: 'Revenue', inBase: true, ...readOnlyField },
    amount: { kind: 'decimal', label: 'Reported amount', currencyField: 'currency', readOnly: true },
    payout: { kind: 'decimal', label: 'Reported payout', currencyField: 'currency', readOnly: true },
    currency: { kind: 'text', label: 'Currency', max: 10, mono: true, readOnly: true },
    pricedBy: {
      kind: 'choice',
      label: 'Priced by',
      readOnly: true,
      options: [
        { value: 'override', label: 'Partner override' },
        { value: 'deal', label: 'Deal' },
        { value: 'global', label: 'Global deal' },
        { value: 'none', label: 'Unpriced', tone: 'attention' },
      ],
    },
    occurredAt: { kind: 'instant', label: 'Happened', ...readOnlyField },
    receivedAt: { kind: 'instant', label: 'Reported', ...readOnlyField },
    countedAt: { kind: 'instant', label: 'Counted', readOnly: true },
    clickId: { kind: 'text', label: 'Click', max: 36, mono: true, search: true, readOnly: true },
    clickText: { kind: 'text', label: 'Reported click id', max: 200, mono: true, hideInList: true, ...readOnlyField },
    txid: { kind: 'text', label: 'Transaction id', max: 200, mono: true, search: true, ...readOnlyField },
    repeats: { kind: 'integer', label: 'Repeated', min: 0, max: 2_147_483_647, ...readOnlyField },
    byHand: { kind: 'toggle', label: 'Attributed by hand', default: false, readOnly: true },
    additionId: {
      kind: 'integer',
      label: 'Added from a list',
      min: 1,
      max: 2_147_483_647,
      hideInList: true,
      readOnly: true,
    },
    event: { kind: 'text', label: 'Counted event', max: 240, hideInList: true, ...readOnlyField },
    fingerprint: { kind: 'text', label: 'Fingerprint of the report', max: 60, hideInList: true, ...readOnlyField },
    tries: { kind: 'integer', label: 'Attempts', min: 0, max: 2_147_483_647, hideInList: true, ...readOnlyField },
    nextTryAt: { kind: 'instant', label: 'Next attempt', hideInList: true, readOnly: true },
    price: { kind: 'json', label: 'Price', hideInList: true, readOnly: true },
    raw: { kind: 'json', label: 'Original request', hideInList: true, ...readOnlyField },
  }),
  defaultSort: { orderBy: 'receivedAt', direction: 'desc' },
});
