import { boxOffer } from '@signpost/contract/entities/box-offer.ts';
import { recordScreen } from '../../../records/screen.ts';

const rest = ['campaignBoxId', 'offerId', 'targetUrl', 'ctaLabel', 'placement', 'status'];
const common = { entity: boxOffer, columns: ['name', 'placement', 'status'], filters: [] } as const;
const images = {
  title: 'Thumbnails',
  description: 'The first image is the highlighted one.',
  wide: true,
  fields: ['images'],
};

/** An offer of a product, shown by a box. */
export const productOfferScreen = recordScreen({
  ...common,
  purpose: 'An offer that a box shows for a product.',
  sections: [{ title: 'Offer', columns: 2, fields: ['name', 'productId', ...rest] }, images],
});

/** A publisher's own offer, shown by a box. */
export const publisherOfferScreen = recordScreen({
  ...common,
  purpose: 'A publisher’s own offer that a box shows.',
  sections: [{ title: 'Publisher offer', columns: 2, fields: ['name', 'publisherId', ...rest] }, images],
});
