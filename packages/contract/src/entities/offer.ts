import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { APP_URLS } from './shared/fields.ts';

/** An advertised product of a partner. */
export const offer = defineEntity({
  name: 'offer',
  path: 'offers',
  table: 'offers',
  one: 'Offer',
  many: 'Offers',
  title: 'name',
  // It is edited on the partner's form.
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
      help: 'Where a deal for this offer sends its visitors. Can contain macros such as {click_id}.',
    },
    ...APP_URLS,
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'name', direction: 'asc' },
  routing: true,
  metadata: ['offers'],
});
