import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { adapterSchema } from '../partners/leads/adapter.ts';
import { PAUSABLE } from './shared/fields.ts';

/** A lead buyer: where leads are sent and how the answer is read. */
export const robotPartner = defineEntity({
  name: 'robotPartner',
  path: 'robot-partners',
  table: 'robot_partners',
  one: 'Lead buyer',
  many: 'Lead buyers',
  title: 'name',
  routes: { list: 'robotPartners', add: 'robotPartnersAdd', edit: 'robotPartnersEdit' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true, unique: true },
    partnerId: { kind: 'reference', label: 'Partner', to: 'partner', required: true },
    integrationId: { kind: 'reference', label: 'Integration', to: 'integration', required: true },
    status: PAUSABLE,
    endpointUrl: {
      kind: 'text',
      label: 'Endpoint',
      max: 2000,
      required: true,
      format: 'leadUrl',
      mono: true,
      hideInList: true,
      help: 'Leads are sent to this address. It can contain {lead_id}, {click_id}, {api_key} and the other placeholders of the body.',
    },
    method: {
      kind: 'choice',
      label: 'Method',
      required: true,
      default: 'POST',
      options: [
        { value: 'POST', label: 'POST' },
        { value: 'PUT', label: 'PUT' },
        { value: 'GET', label: 'GET' },
      ],
    },
    bodyFormat: {
      kind: 'choice',
      label: 'Body',
      required: true,
      default: 'json',
      options: [
        { value: 'json', label: 'JSON' },
        { value: 'form', label: 'Form' },
        { value: 'query', label: 'Query' },
      ],
    },
    timeoutSeconds: { kind: 'integer', label: 'Timeout', unit: 's', min: 1, max: 30, required: true, default: 10 },
    leadCap: {
      kind: 'integer',
      label: 'Lead cap',
      min: 0,
      max: 1_000_000,
      help: 'Accepted leads per day. Leave empty for no cap.',
    },
    settingsJson: {
      kind: 'json',
      label: 'Adapter settings',
      hideInList: true,
      schema: adapterSchema,
      help: 'Headers, body template, and how to recognise accepted, rejected and duplicate leads and the redirect address.',
    },
    apiKey: { kind: 'text', label: 'API key', max: 500, secret: true, mono: true, hideInList: true },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'name', direction: 'asc' },
});
