/** A lead without the person, whose data is stored encrypted in a separate table. */
import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';

const readOnlyField = { readOnly: true, required: true } as const;

export const lead = defineEntity({
  name: 'lead',
  path: 'leads',
  table: 'leads',
  one: 'Lead',
  many: 'Leads',
  title: 'emailHint',
  routes: {
    list: 'leadSearch',
    view: 'publisherLeadQueryReport',
    also: { list: ['publisherLeadQueryReport'] },
  },
  scope: { publisher: 'publisherId' },
  fields: fields({
    emailHint: { kind: 'text', label: 'E-mail', max: 260, ...readOnlyField },
    phoneHint: { kind: 'text', label: 'Phone', max: 20, ...readOnlyField },
    status: {
      kind: 'choice',
      label: 'Status',
      ...readOnlyField,
      options: [
        { value: 'accepted', label: 'Accepted', tone: 'good' },
        { value: 'waiting', label: 'Waiting', tone: 'neutral' },
        { value: 'parked', label: 'Parked', tone: 'attention' },
        { value: 'rejected', label: 'Rejected', tone: 'bad' },
      ],
    },
    partnerId: { kind: 'reference', label: 'Partner', to: 'partner', readOnly: true },
    robotPartnerId: { kind: 'reference', label: 'Lead buyer', to: 'robotPartner', readOnly: true },
    geoId: { kind: 'reference', label: 'Geo', to: 'geo', readOnly: true },
    productId: { kind: 'reference', label: 'Product', to: 'product', readOnly: true },
    websiteId: { kind: 'reference', label: 'Website', to: 'website', ...readOnlyField },
    publisherId: { kind: 'reference', label: 'Publisher', to: 'publisher', readOnly: true },
    trafficSourceId: { kind: 'reference', label: 'Source', to: 'trafficSource', readOnly: true },
    clickId: { kind: 'text', label: 'Click', max: 36, mono: true, search: true, readOnly: true },
    reason: { kind: 'text', label: 'Reason', max: 250, ...readOnlyField },
    redirectUrl: { kind: 'text', label: 'Sent on to', max: 2000, mono: true, hideInList: true, readOnly: true },
    dealId: { kind: 'integer', label: 'Deal', min: 0, max: 2_147_483_647, readOnly: true },
    tries: { kind: 'integer', label: 'Rounds', min: 0, max: 1000, ...readOnlyField },
    receivedAt: { kind: 'instant', label: 'Received', ...readOnlyField },
    acceptedAt: { kind: 'instant', label: 'Accepted', readOnly: true },
    nextTryAt: { kind: 'instant', label: 'Next round', readOnly: true },
    freshFrom: { kind: 'instant', label: 'Counts attempts from', hideInList: true, ...readOnlyField },
  }),
  defaultSort: { orderBy: 'receivedAt', direction: 'desc' },
});
