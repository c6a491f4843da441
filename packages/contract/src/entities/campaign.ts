import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { PASS_ON, PAUSABLE } from './shared/fields.ts';

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
    view: 'campaignsView',
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
    common: {
      kind: 'toggle',
      label: 'Common',
      default: true,
      help: 'Available in every box. If No, only the boxes that have it already offer it; one that no box has can be added to any.',
      visibleWhen: { field: 'landerType', is: ['offer_lander'] },
    },
    targetUrl: {
      kind: 'text',
      label: 'Target URL',
      max: 2000,
      required: true,
      format: 'campaignTarget',
      mono: true,
      hideInList: true,
      help: 'Can contain macros such as {click_id}, {geo} and {cta}, the CTA label. Write /p_ and the id of a template to show that page.',
    },
    passOn: PASS_ON,
    images: { kind: 'images', label: 'Images', max: 12, highlights: true, hideInList: true },
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
