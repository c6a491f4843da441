import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { PAUSABLE } from './shared-fields.ts';

/** One destination an allocation can choose: a prelander, an offer lander, an external lander or an affiliate link. */
export const campaign = defineEntity({
  name: 'campaign',
  path: 'campaigns',
  table: 'campaigns',
  one: 'Campaign',
  many: 'Campaigns',
  title: 'name',
  routes: {
    list: 'campaigns',
    add: 'campaignsAdd',
    edit: 'campaignsEdit',
    also: { create: ['affiliateCampaignsAdd'] },
  },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 160, required: true, search: true },
    landerType: {
      kind: 'choice',
      label: 'Type',
      required: true,
      options: [
        { value: 'prelander', label: 'Prelander' },
        { value: 'offer_lander', label: 'Offer lander' },
        { value: 'external_lander', label: 'External lander' },
        { value: 'affiliate', label: 'Affiliate' },
      ],
    },
    prelanderType: {
      kind: 'choice',
      label: 'Prelander type',
      visibleWhen: { field: 'landerType', is: ['prelander'] },
      options: [
        { value: 'regular', label: 'Regular' },
        { value: 'native_static', label: 'Native static' },
      ],
    },
    status: PAUSABLE,
    offerId: { kind: 'reference', label: 'Offer', to: 'offer', keeps: true },
    clientId: { kind: 'reference', label: 'Client', to: 'client' },
    common: { kind: 'toggle', label: 'Common', default: false, help: 'Offered in every box, not only in its own.' },
    targetUrl: {
      kind: 'text',
      label: 'Target URL',
      max: 2000,
      required: true,
      format: 'targetUrl',
      mono: true,
      hideInList: true,
      help: 'May carry macros such as {click_id} and {geo}.',
    },
    images: { kind: 'images', label: 'Images', max: 12, hideInList: true },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'id', direction: 'desc' },
  routing: true,
  metadata: [
    'campaigns',
    'combinedCampaigns',
    'preLanderCampaigns',
    'offerLanderCampaigns',
    'commonOfferLanderCampaigns',
    'externalLanderCampaigns',
    'externalLanderCampaignData',
  ],
});

/** What is advertised: a partner's product. */
export const offer = defineEntity({
  name: 'offer',
  path: 'offers',
  table: 'offers',
  one: 'Offer',
  many: 'Offers',
  title: 'name',
  // Written on its partner's form.
  routes: { list: 'showOffers', add: 'partnersEdit', also: { list: ['partnersEdit'], edit: ['partnersEdit'] } },
  listWith: null,
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 160, required: true, search: true },
    partnerId: { kind: 'reference', label: 'Partner', to: 'partner', required: true },
    productId: { kind: 'reference', label: 'Product', to: 'product', required: true },
    integrationId: { kind: 'reference', label: 'Integration', to: 'integration' },
    targetUrl: {
      kind: 'text',
      label: 'Partner link',
      max: 2000,
      format: 'targetUrl',
      mono: true,
      hideInList: true,
      help: 'Where a deal for this offer sends its visitors. May carry macros such as {click_id}.',
    },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'name', direction: 'asc' },
  routing: true,
  metadata: ['offers'],
});

/** An advertiser that owns brands. */
export const client = defineEntity({
  name: 'client',
  path: 'clients',
  table: 'clients',
  one: 'Client',
  many: 'Clients',
  title: 'name',
  routes: { list: 'clients', add: 'clientsAdd', edit: 'clientsEdit', view: 'clientsView' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true, unique: true },
    contactEmail: { kind: 'text', label: 'Contact e-mail', max: 254, format: 'email' },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'name', direction: 'asc' },
  metadata: ['clients'],
});
