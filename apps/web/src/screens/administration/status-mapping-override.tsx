import { RecordListPage } from '../../records/list-page.tsx';
import { statusMappingScreen } from './screens.ts';

export default function StatusMappingOverridePage() {
  return <RecordListPage screen={statusMappingScreen} />;
}
