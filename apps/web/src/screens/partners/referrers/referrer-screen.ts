import { referrer } from '@signpost/contract/entities/referrer.ts';
import { recordScreen } from '../../../records/screen.ts';

/** Referrers: hosts that visitors come from, and their owners. */
export const referrerScreen = recordScreen({
  entity: referrer,
  columns: ['name', 'publisherId', 'trafficSourceId', 'websiteId', 'tags', 'updatedAt', 'id'],
  cardNumbers: ['publisherId', 'trafficSourceId'],
  filters: ['publisherId', 'trafficSourceId', 'websiteId', 'tags'],
  drawer: true,
  purpose: 'A referrer is a host that visitors come from, with its owner: a publisher, a traffic source or a website.',
  sections: [
    { title: 'Referrer', columns: 2, fields: ['name', 'publisherId', 'trafficSourceId', 'websiteId', 'tags'] },
  ],
});
