import { RecordListPage } from '../../records/list-page.tsx';
import { accountScreen } from './account-screen.tsx';

export default function AccountsPage() {
  return <RecordListPage screen={accountScreen} />;
}
