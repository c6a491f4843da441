import { LedgerPage } from './ledger-page.tsx';
import { manualTransactionScreen } from './screens.tsx';

export default function ManualTransactionsPage() {
  return <LedgerPage screen={manualTransactionScreen} />;
}
