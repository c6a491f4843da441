/** `/affiliate-transactions`: reported transactions, reconciliation with partners' lists, and refused facts. */
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref } from '@signpost/contract/routes/paths.ts';
import { useScreenSearch } from '../../../address/use-search.ts';
import { transactionScreen } from '../../../features/partners/conversions/transaction-screen.tsx';
import { RecordListPage } from '../../../records/list-page.tsx';
import type { RecordScreen } from '../../../records/screen.ts';
import { deadLetterScreen } from './dead-letters.tsx';
import { deliveryScreen, outgoingScreen } from './outgoing.tsx';
import { PayoutDifferences } from './payout-differences.tsx';
import { Reconcile } from './reconcile.tsx';
import { ViewTabs } from './view-tabs.tsx';

const VIEWS = [
  { view: undefined, title: 'Transactions' },
  { view: 'reconcile', title: 'Reconcile' },
  { view: 'payouts', title: 'Payouts' },
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
      {view === 'reconcile' && <Reconcile />}
      {view === 'payouts' && <PayoutDifferences />}
      {view !== 'reconcile' && view !== 'payouts' && (
        <RecordListPage key={String(view)} screen={LISTS[String(view)] ?? transactionScreen} />
      )}
    </>
  );
}
