/** `/affiliate-transactions`: reported transactions, reconciliation with partners' lists, and refused facts. */
import { transactionReason } from '@signpost/contract/conversions/transactions.ts';
import { affiliateTransaction } from '@signpost/contract/entities/affiliate-transaction.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref } from '@signpost/contract/routes/paths.ts';
import { useScreenSearch } from '../../address/use-search.ts';
import { RecordListPage } from '../../records/list-page.tsx';
import { type RecordScreen, recordScreen } from '../../records/screen.ts';
import { EMPTY } from '../../ui/values/format.ts';
import { deadLetterScreen } from './dead-letters.tsx';
import { deliveryScreen, outgoingScreen } from './outgoing.tsx';
import { Reconcile } from './reconcile.tsx';
import { TransactionDetail } from './transaction-detail.tsx';
import { ViewTabs } from './view-tabs.tsx';

const transactionScreen = recordScreen({
  entity: affiliateTransaction,
  cells: { reason: (row) => (row.reason === '' ? EMPTY : transactionReason(row.reason)) },
  columns: [
    'reference',
    'partnerId',
    'status',
    'meaning',
    'state',
    'revenue',
    'pricedBy',
    'amount',
    'payout',
    'currency',
    'receivedAt',
    'occurredAt',
    'clickId',
    'integrationId',
    'repeats',
    'byHand',
    'reason',
    'id',
  ],
  hiddenColumns: ['payout', 'occurredAt', 'clickId', 'integrationId', 'repeats', 'byHand', 'reason', 'id'],
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

const VIEWS = [
  { view: undefined, title: 'Transactions' },
  { view: 'reconcile', title: 'Reconcile' },
  { view: 'outgoing', title: 'Outgoing' },
  { view: 'deliveries', title: 'Deliveries' },
  { view: 'dead', title: 'Dead letters' },
] as const;

const LISTS: Readonly<Record<string, RecordScreen | undefined>> = {
  outgoing: outgoingScreen,
  deliveries: deliveryScreen,
  dead: deadLetterScreen,
};

export default function TransactionsPage() {
  const { view } = useScreenSearch('affiliateTransactions');
  return (
    <>
      <ViewTabs base={hashHref(ROUTES.affiliateTransactions.path)} view={view} views={VIEWS} />
      {view === 'reconcile' ? (
        <Reconcile />
      ) : (
        <RecordListPage key={String(view)} screen={LISTS[String(view)] ?? transactionScreen} />
      )}
    </>
  );
}
