import { RecordListPage } from '../../records/list-page.tsx';
import { clientScreen } from './client-screen.ts';

export default function ClientListPage() {
  return <RecordListPage screen={clientScreen} />;
}
