import { RecordListPage } from '../../records/list-page.tsx';
import { ruleScreen } from './screens.tsx';

export default function RulesPage() {
  return <RecordListPage screen={ruleScreen} />;
}
