import { website } from '@signpost/contract/entities/traffic.ts';
import { recordScreen } from '../../records/screen.ts';

/** Websites: where boxes, banners and buttons stand. */
export const websiteScreen = recordScreen({
  entity: website,
  columns: ['name', 'websiteKind', 'publisherId', 'ownerId', 'fallbackUrl', 'tags', 'updatedAt', 'id'],
  hiddenColumns: ['fallbackUrl'],
  cardNumbers: ['websiteKind', 'publisherId'],
  filters: ['websiteKind', 'publisherId', 'ownerId', 'tags'],
  purpose: 'A website is where boxes, banners and buttons stand. Its kind decides in which statistics it counts.',
  sections: [
    {
      title: 'Website',
      columns: 2,
      fields: ['name', 'websiteKind', 'publisherId', 'ownerId', 'tags', 'fallbackUrl', 'notes'],
    },
  ],
});
