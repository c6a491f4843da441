/** The list of reported transactions. */

import { affiliateTransaction } from '@signpost/contract/entities/affiliate-transaction.ts';
import { transactionReason } from '@signpost/contract/partners/conversions/transactions.ts';
import { recordScreen } from '../../../records/screen.ts';
import { EMPTY } from '../../../ui/values/format.ts';
import { TransactionDetail } from './transaction-detail.tsx';

export const transactionScreen = recordScreen({
  entity: affiliateTransaction,
  cells: {
    reason: (row) => {
      if (row.reason === '') return EMPTY;
      return transactionReason(row.reason);
    },
  },
  columns: [
    'reference',
    'receivedAt',
    'partnerId',
    'status',
    'meaning',
    'state',
    'amount',
    'revenue',
    'pricedBy',
    'payout',
    'currency',
    'occurredAt',
    'clickId',
    'integrationId',
    'repeats',
    'byHand',
    'reason',
    'id',
  ],
  hiddenColumns: ['payout', 'currency', 'occurredAt', 'clickId', 'integrationId', 'repeats', 'byHand', 'reason', 'id'],
  cardNumbers: ['revenue', 'state'],
  filters: [
    'state',
    'partnerId',
    'meaning',
    'status',
    'pricedBy',
    'receivedAt',
    'occurredAt',
    'integrationId',
    'byHand',
    'revenue',
  ],
  drawer: true,
  detail: (row) => <TransactionDetail row={row} />,
  purpose:
    'Partners report conversions by calling the postback address on their partner page. Every report is listed here with what it counts as and why.',
  sections: [],
});
