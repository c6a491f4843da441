import { RecordListPage } from '../../records/list-page.tsx';
import { statusMappingScreen } from './mapping-screens.tsx';

export default function StatusMappingPage() {
  return <RecordListPage screen={statusMappingScreen} />;
}
