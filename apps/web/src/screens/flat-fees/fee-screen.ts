import { flatFee } from '@signpost/contract/entities/flat-fee.ts';
import { recordScreen } from '../../records/screen.ts';

/** Fixed fees by site, placement and period. */
export const feeScreen = recordScreen({
  entity: flatFee,
  columns: [
    'name',
    'direction',
    'publisherId',
    'partnerId',
    'websiteId',
    'placement',
    'fromDay',
    'toDay',
    'amount',
    'feeStatus',
    'renewal',
    'contactId',
    'geoId',
    'productId',
    'trafficSourceId',
    'renewsId',
    'decidedAt',
    'tags',
    'updatedAt',
    'id',
  ],
  hiddenColumns: ['contactId', 'geoId', 'productId', 'trafficSourceId', 'renewsId', 'decidedAt', 'tags', 'updatedAt'],
  cardNumbers: ['amount', 'feeStatus'],
  filters: ['feeStatus', 'direction', 'publisherId', 'partnerId', 'websiteId', 'fromDay', 'toDay', 'renewal', 'tags'],
  purpose: 'A flat fee is a fixed amount for a place on a site. After it is approved, it counts day by day.',
  sections: [
    {
      title: 'Fee',
      columns: 2,
      fields: [
        'name',
        'direction',
        'partnerId',
        'publisherId',
        'contactId',
        'amount',
        'currency',
        'fromDay',
        'toDay',
        'renewal',
      ],
    },
    {
      title: 'Place',
      columns: 2,
      fields: ['websiteId', 'placement', 'trafficSourceId', 'geoId', 'productId'],
    },
    { title: 'Notes', wide: true, fields: ['notes', 'tags'] },
  ],
});
