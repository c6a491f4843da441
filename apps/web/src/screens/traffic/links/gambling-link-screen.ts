import { gamblingLink } from '@signpost/contract/entities/gambling-link.ts';
import { recordScreen } from '../../../records/screen.ts';

/** Gambling links: a manager's own tracked links per brand and geo. */
export const gamblingLinkScreen = recordScreen({
  entity: gamblingLink,
  columns: [
    'name',
    'partnerId',
    'geoId',
    'managerId',
    'targetUrl',
    'costPerLead',
    'publisherId',
    'tags',
    'updatedAt',
    'id',
  ],
  hiddenColumns: ['publisherId'],
  cardNumbers: ['partnerId', 'geoId'],
  filters: ['partnerId', 'geoId', 'managerId', 'tags'],
  drawer: true,
  purpose:
    'Record the tracked links you agreed with a brand here, one per geo. You see your own links; management sees all of them.',
  sections: [{ title: 'Link', columns: 2, fields: ['name', 'partnerId', 'geoId', 'costPerLead', 'tags', 'targetUrl'] }],
});
