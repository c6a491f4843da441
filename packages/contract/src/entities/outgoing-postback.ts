import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { OUTGOING_EVENTS } from '../partners/conversions/outgoing.ts';
import { OUTGOING_MACROS } from '../reading/places.ts';
import { PAUSABLE } from './shared/fields.ts';

/** The address where a publisher or a source receives conversions. */
export const outgoingPostback = defineEntity({
  name: 'outgoingPostback',
  path: 'outgoing-postbacks',
  table: 'outgoing_postbacks',
  one: 'Outgoing postback',
  many: 'Outgoing postbacks',
  title: 'name',
  routes: { list: 'affiliateTransactions', add: 'affiliateTransactions', edit: 'affiliateTransactions' },
  listWith: { view: 'outgoing' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true },
    publisherId: { kind: 'reference', label: 'Publisher', to: 'publisher' },
    trafficSourceId: {
      kind: 'reference',
      label: 'Source',
      to: 'trafficSource',
      help: 'If a publisher is set too, only that publisher’s visitors from this source count.',
    },
    events: { kind: 'choices', label: 'Events', options: OUTGOING_EVENTS },
    url: {
      kind: 'text',
      label: 'Address',
      max: 2000,
      required: true,
      format: 'outgoingUrl',
      mono: true,
      help: `Can contain ${OUTGOING_MACROS.map((name) => `{${name}}`).join(' ')}.`,
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
    successText: {
      kind: 'text',
      label: 'Text that means yes',
      max: 200,
      help: 'An answer without this text means no. Leave it empty if any answer with a status of 200 to 299 means yes.',
    },
    failureText: {
      kind: 'text',
      label: 'Text that means no',
      max: 200,
      help: 'Some receivers say no with the status 200, for example “success=false”. Such an answer is tried again.',
    },
    status: PAUSABLE,
  }),
  defaultSort: { orderBy: 'updatedAt', direction: 'desc' },
});
