import { LedgerPage } from './ledger-page.tsx';
import { partnerRevenueScreen } from './screens.tsx';

export default function PartnerRevenuesPage() {
  return <LedgerPage screen={partnerRevenueScreen} />;
}
