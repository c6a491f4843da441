import { RecordListPage } from '../../records/list-page.tsx';
import { userScreen } from './user-screen.tsx';

export default function UsersPage() {
  return <RecordListPage screen={userScreen} />;
}
