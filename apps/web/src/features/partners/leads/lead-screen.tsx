import { lead } from '@signpost/contract/entities/lead.ts';
import { recordScreen } from '../../../records/screen.ts';
import { EMPTY } from '../../../ui/values/format.ts';
import { LeadDetail } from './lead-detail.tsx';

const REASONS: Readonly<Record<string, string>> = {
  no_deal: 'No deal for this geo',
  nobody_took_it: 'No buyer yet',
  all_refused: 'All refused',
  person_erased: 'Person erased',
  cannot_be_opened: 'Sealed with another vault key',
};

/** The lead screen for staff. */
export const leadScreen = recordScreen({
  entity: lead,
  cells: { reason: (row) => REASONS[String(row.reason)] ?? EMPTY },
  columns: [
    'emailHint',
    'phoneHint',
    'status',
    'reason',
    'receivedAt',
    'partnerId',
    'robotPartnerId',
    'geoId',
    'websiteId',
    'publisherId',
    'acceptedAt',
    'tries',
    'nextTryAt',
    'productId',
    'trafficSourceId',
    'clickId',
    'id',
  ],
  hiddenColumns: [
    'robotPartnerId',
    'acceptedAt',
    'tries',
    'nextTryAt',
    'productId',
    'trafficSourceId',
    'clickId',
    'id',
  ],
  cardNumbers: ['status', 'partnerId'],
  filters: [
    'status',
    'partnerId',
    'robotPartnerId',
    'geoId',
    'websiteId',
    'publisherId',
    'trafficSourceId',
    'productId',
    'receivedAt',
    'clickId',
  ],
  drawer: true,
  detail: (row) => <LeadDetail row={row} />,
  purpose: 'Landers post leads with the key on the page of their website, and buyers are tried in waterfall order.',
  sections: [],
});

/** The lead screen for publishers. */
export const publisherLeadScreen = recordScreen({
  ...leadScreen,
  columns: ['emailHint', 'status', 'partnerId', 'geoId', 'websiteId', 'receivedAt', 'acceptedAt', 'reason', 'id'],
  hiddenColumns: ['acceptedAt', 'id'],
  filters: ['status', 'partnerId', 'geoId', 'websiteId', 'receivedAt'],
  purpose: 'Every lead of your sites is listed here with its outcome.',
});
