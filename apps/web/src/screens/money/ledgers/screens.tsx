/** Money entered by hand. Entries are not changed: they are copied, and reversed. */
import { gamblingStat } from '@signpost/contract/entities/gambling-stat.ts';
import { manualTransaction } from '@signpost/contract/entities/manual-transaction.ts';
import { partnerRevenue } from '@signpost/contract/entities/partner-revenue.ts';
import { simpleCost } from '@signpost/contract/entities/simple-cost.ts';
import { type RecordRow, recordScreen } from '../../../records/screen.ts';
import { RetroDay } from './retro-day.tsx';

const retro = (field: string) => ({ [field]: (row: RecordRow) => <RetroDay row={row} field={field} /> });

export const manualTransactionScreen = recordScreen({
  entity: manualTransaction,
  columns: [
    'reason',
    'entryKind',
    'day',
    'amount',
    'currency',
    'entryStatus',
    'partnerId',
    'publisherId',
    'trafficSourceId',
    'geoId',
    'createdAt',
    'id',
  ],
  hiddenColumns: ['currency', 'createdAt', 'id'],
  cardNumbers: ['amount', 'day'],
  filters: ['entryKind', 'entryStatus', 'day', 'partnerId', 'publisherId', 'trafficSourceId', 'geoId', 'amount'],
  drawer: true,
  cells: retro('day'),
  purpose: 'A manual transaction is an amount that no other source reports. It counts in the statistics at once.',
  sections: [
    {
      title: 'Transaction',
      columns: 2,
      fields: ['entryKind', 'day', 'amount', 'currency', 'partnerId', 'publisherId', 'trafficSourceId', 'geoId'],
    },
    { title: 'Reason', wide: true, fields: ['reason', 'attachments'] },
  ],
});

export const simpleCostScreen = recordScreen({
  entity: simpleCost,
  columns: [
    'name',
    'fromDay',
    'toDay',
    'amount',
    'currency',
    'spread',
    'trafficSourceId',
    'geoId',
    'entryStatus',
    'id',
  ],
  hiddenColumns: ['currency', 'trafficSourceId', 'id'],
  cardNumbers: ['amount', 'toDay'],
  filters: ['trafficSourceId', 'geoId', 'spread', 'entryStatus', 'fromDay', 'toDay', 'amount'],
  drawer: true,
  cells: retro('toDay'),
  purpose: 'The media cost of a source for a range of days, spread evenly or by the visits per day.',
  sections: [
    {
      title: 'Cost',
      columns: 2,
      fields: ['trafficSourceId', 'geoId', 'fromDay', 'toDay', 'amount', 'currency', 'spread', 'notes'],
    },
  ],
});

export const partnerRevenueScreen = recordScreen({
  entity: partnerRevenue,
  columns: ['name', 'fromDay', 'toDay', 'amount', 'currency', 'partnerId', 'geoId', 'productId', 'entryStatus', 'id'],
  hiddenColumns: ['currency', 'partnerId', 'id'],
  cardNumbers: ['amount', 'toDay'],
  filters: ['partnerId', 'geoId', 'productId', 'trafficSourceId', 'entryStatus', 'fromDay', 'toDay', 'amount'],
  drawer: true,
  cells: retro('toDay'),
  purpose:
    'Revenue that a partner reports for a period outside its postbacks. It is spread over the days of the period.',
  sections: [
    {
      title: 'Revenue',
      columns: 2,
      fields: ['partnerId', 'trafficSourceId', 'fromDay', 'toDay', 'amount', 'currency', 'geoId', 'productId', 'notes'],
    },
  ],
});

export const gamblingStatScreen = recordScreen({
  entity: gamblingStat,
  columns: [
    'name',
    'day',
    'geoId',
    'entryStatus',
    'registrations',
    'firstDeposits',
    'depositAmount',
    'revenue',
    'currency',
    'deposits',
    'trafficSourceId',
    'importId',
    'id',
  ],
  hiddenColumns: ['currency', 'deposits', 'trafficSourceId', 'importId', 'id'],
  cardNumbers: ['firstDeposits', 'revenue'],
  filters: ['partnerId', 'day', 'geoId', 'trafficSourceId', 'importId', 'entryStatus', 'revenue'],
  drawer: true,
  cells: retro('day'),
  purpose:
    'Daily figures of a partner: registrations, first deposits, deposits and revenue, entered by hand or from a CSV.',
  sections: [
    { title: 'Day', columns: 2, fields: ['day', 'partnerId', 'geoId', 'trafficSourceId'] },
    {
      title: 'Figures',
      columns: 2,
      fields: ['registrations', 'firstDeposits', 'deposits', 'depositAmount', 'revenue', 'currency'],
    },
  ],
});
