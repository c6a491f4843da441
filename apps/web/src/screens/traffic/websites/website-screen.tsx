import { website } from '@signpost/contract/entities/website.ts';
import { HostHealth } from '../../../features/traffic/hosts/host-health.tsx';
import { FIGURE_CARD } from '../../../records/list-figures.tsx';
import { recordScreen } from '../../../records/screen.ts';
import { LeadKey } from './lead-key.tsx';

/** Websites: sites with boxes, banners and buttons. */
export const websiteScreen = recordScreen({
  entity: website,
  columns: ['name', 'websiteKind', 'figures', 'publisherId', 'ownerId', 'fallbackUrl', 'tags', 'updatedAt', 'id'],
  hiddenColumns: ['fallbackUrl', 'updatedAt', 'id'],
  cardNumbers: [FIGURE_CARD[0], 'websiteKind'],
  filters: ['websiteKind', 'publisherId', 'ownerId', 'tags'],
  purpose: 'A website shows boxes, banners and buttons. Its kind decides in which statistics it counts.',
  above: ({ name, may }) => <HostHealth host={String(name)} mayCheck={may.edit} />,
  below: (_values, record) => record?.may.edit && <LeadKey websiteId={record.id} />,
  sections: [
    {
      title: 'Website',
      columns: 2,
      fields: ['name', 'websiteKind', 'publisherId', 'ownerId', 'tags', 'fallbackUrl', 'notes'],
    },
  ],
});
