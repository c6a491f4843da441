import { RecordListPage } from '../../records/list-page.tsx';
import { referralCodeScreen } from './referral-code-screen.ts';

export default function ReferralCodeListPage() {
  return <RecordListPage screen={referralCodeScreen} />;
}
