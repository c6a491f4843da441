import { LedgerPage } from './ledger-page.tsx';
import { gamblingStatScreen } from './screens.tsx';

export default function GamblingStatsPage() {
  return <LedgerPage screen={gamblingStatScreen} />;
}
