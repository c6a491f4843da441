import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { PAUSABLE } from './shared/fields.ts';

/** An offer that a box shows: of a product, or a publisher's own. */
export const boxOffer = defineEntity({
  name: 'boxOffer',
  path: 'box-offers',
  table: 'box_offers',
  one: 'Offer',
  many: 'Box offers',
  title: 'name',
  routes: {
    list: 'campaignBoxes',
    add: 'offersAdd',
    edit: 'offersEdit',
    also: { list: ['campaignBoxesView'], create: ['publisherOffersAdd'], edit: ['publisherOffersEdit'] },
  },
  listWith: null,
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 160, required: true, search: true },
    campaignBoxId: { kind: 'reference', label: 'Campaign box', to: 'campaignBox', required: true },
    productId: { kind: 'reference', label: 'Product', to: 'product' },
    publisherId: { kind: 'reference', label: 'Publisher', to: 'publisher' },
    offerId: { kind: 'reference', label: 'Partner offer', to: 'offer' },
    targetUrl: { kind: 'text', label: 'Target URL', max: 2000, format: 'targetUrl', mono: true },
    ctaLabel: {
      kind: 'text',
      label: 'CTA label',
      max: 60,
      help: 'Visitors read it at {cta} in target URLs, at {{ cta }} on pages and at {cta} in buttons, unless the campaign has a label of its own in the allocation.',
    },
    placement: { kind: 'integer', label: 'Position', min: 1, max: 1000, required: true, default: 1 },
    status: PAUSABLE,
    images: { kind: 'images', label: 'Thumbnails', max: 12, thumbs: true, highlights: true },
  }),
  defaultSort: { orderBy: 'placement', direction: 'asc' },
  routing: true,
});
