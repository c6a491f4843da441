import { LedgerPage } from './ledger-page.tsx';
import { simpleCostScreen } from './screens.tsx';

export default function SimpleCostsPage() {
  return <LedgerPage screen={simpleCostScreen} />;
}
