/** Uploading images (docs/product/records.md#images). */
import { imageSchema } from '../define/image.ts';
import { ROUTE_NAMES } from '../routes/index.ts';
import { defineCall, MULTIPART } from './define-call.ts';

/** Screens whose forms carry images. */
const IMAGE_ROUTES = ROUTE_NAMES.filter((name) =>
  /^(campaigns|affiliateCampaigns|offers|publisherOffers|templates|buttons|manualTransactions)(Add|Edit|Copy|Duplicate)$/.test(
    name,
  ),
);

export const uploadImage = defineCall({
  name: 'uploadImage',
  summary: 'Stores a JPEG or PNG image, encoded again, and answers where it is.',
  tag: 'Images',
  method: 'POST',
  repeat: 'anew',
  path: 'images',
  access: { routes: IMAGE_ROUTES, action: 'add' },
  rows: 'own',
  body: MULTIPART,
  answer: imageSchema,
});
