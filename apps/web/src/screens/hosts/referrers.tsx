import { RecordListPage } from '../../records/list-page.tsx';
import { referrerScreen } from './host-screens.ts';

export default function ReferrersPage() {
  return <RecordListPage screen={referrerScreen} />;
}
