/** Who outside is told of conversions, and every time they were. */
import { OUTGOING_MACROS } from '../clicks/places.ts';
import { OUTGOING_EVENTS } from '../conversions/outgoing.ts';
import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { PAUSABLE } from './shared-fields.ts';

const screen = 'affiliateTransactions';

export const outgoingPostback = defineEntity({
  name: 'outgoingPostback',
  path: 'outgoing-postbacks',
  table: 'outgoing_postbacks',
  one: 'Outgoing postback',
  many: 'Outgoing postbacks',
  title: 'name',
  routes: { list: screen, add: screen, edit: screen },
  listWith: { view: 'outgoing' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true },
    publisherId: { kind: 'reference', label: 'Publisher', to: 'publisher' },
    trafficSourceId: {
      kind: 'reference',
      label: 'Source',
      to: 'trafficSource',
      help: 'With a publisher as well: only that publisher’s visitors from this source.',
    },
    events: { kind: 'choices', label: 'Tell of', options: OUTGOING_EVENTS },
    url: {
      kind: 'text',
      label: 'Address',
      max: 2000,
      required: true,
      format: 'outgoingUrl',
      mono: true,
      help: `May carry ${OUTGOING_MACROS.map((name) => `{${name}}`).join(' ')}.`,
    },
    method: {
      kind: 'choice',
      label: 'Method',
      required: true,
      default: 'GET',
      options: [
        { value: 'GET', label: 'GET' },
        { value: 'POST', label: 'POST' },
      ],
    },
    status: PAUSABLE,
  }),
  defaultSort: { orderBy: 'updatedAt', direction: 'desc' },
});

const seen = { readOnly: true, required: true } as const;

export const outgoingDelivery = defineEntity({
  name: 'outgoingDelivery',
  path: 'outgoing-deliveries',
  table: 'outgoing_deliveries',
  one: 'Delivery',
  many: 'Deliveries',
  title: 'url',
  routes: { list: screen },
  listWith: { view: 'deliveries' },
  fields: fields({
    url: { kind: 'text', label: 'Address', max: 8000, mono: true, search: true, ...seen },
    outgoingPostbackId: { kind: 'reference', label: 'Postback', to: 'outgoingPostback', ...seen },
    transactionId: { kind: 'reference', label: 'Transaction', to: 'affiliateTransaction', ...seen },
    event: { kind: 'choice', label: 'Of', options: OUTGOING_EVENTS, ...seen },
    method: { kind: 'text', label: 'Method', max: 4, ...seen },
    state: {
      kind: 'choice',
      label: 'State',
      ...seen,
      options: [
        { value: 'delivered', label: 'Delivered', tone: 'good' },
        { value: 'waiting', label: 'Waiting', tone: 'neutral' },
        { value: 'failed', label: 'Failed', tone: 'bad' },
      ],
    },
    tries: { kind: 'integer', label: 'Tries', min: 0, max: 1000, ...seen },
    http: { kind: 'integer', label: 'Answer', min: 0, max: 999, readOnly: true },
    problem: { kind: 'text', label: 'Problem', max: 200, readOnly: true },
    lastTriedAt: { kind: 'instant', label: 'Last try', readOnly: true },
    nextTryAt: { kind: 'instant', label: 'Next try', readOnly: true },
    places: { kind: 'json', label: 'What it tells', hideInList: true, readOnly: true },
  }),
  defaultSort: { orderBy: 'createdAt', direction: 'desc' },
});
