import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { OUTGOING_EVENTS } from '../partners/conversions/outgoing.ts';
import { READ_ONLY } from './shared/fields.ts';

/** One attempt, or a series of attempts, to send an outgoing postback. */
export const outgoingDelivery = defineEntity({
  name: 'outgoingDelivery',
  path: 'outgoing-deliveries',
  table: 'outgoing_deliveries',
  one: 'Delivery',
  many: 'Deliveries',
  title: 'url',
  routes: { list: 'affiliateTransactions' },
  listWith: { view: 'deliveries' },
  fields: fields({
    url: { kind: 'text', label: 'Address', max: 8000, mono: true, search: true, ...READ_ONLY },
    outgoingPostbackId: { kind: 'reference', label: 'Postback', to: 'outgoingPostback', ...READ_ONLY },
    transactionId: { kind: 'reference', label: 'Transaction', to: 'affiliateTransaction', ...READ_ONLY },
    event: { kind: 'choice', label: 'Event', options: OUTGOING_EVENTS, ...READ_ONLY },
    method: { kind: 'text', label: 'Method', max: 4, ...READ_ONLY },
    state: {
      kind: 'choice',
      label: 'State',
      ...READ_ONLY,
      options: [
        { value: 'delivered', label: 'Delivered', tone: 'good' },
        { value: 'waiting', label: 'Waiting', tone: 'neutral' },
        { value: 'failed', label: 'Failed', tone: 'bad' },
      ],
    },
    tries: { kind: 'integer', label: 'Attempts', min: 0, max: 1000, ...READ_ONLY },
    http: { kind: 'integer', label: 'Answer', min: 0, max: 999, readOnly: true },
    problem: { kind: 'text', label: 'Problem', max: 200, readOnly: true },
    lastTriedAt: { kind: 'instant', label: 'Last attempt', readOnly: true },
    nextTryAt: { kind: 'instant', label: 'Next attempt', readOnly: true },
    places: { kind: 'json', label: 'Values sent', hideInList: true, readOnly: true },
  }),
  defaultSort: { orderBy: 'createdAt', direction: 'desc' },
});
