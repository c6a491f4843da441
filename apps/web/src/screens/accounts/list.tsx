import { RecordListPage } from '../../records/list-page.tsx';
import { accountScreen } from './account-screen.ts';

export default function AccountsPage() {
  return <RecordListPage screen={accountScreen} />;
}
