import { RecordListPage } from '../../records/list-page.tsx';
import { globalRuleScreen } from './screens.tsx';

export default function GlobalRulesPage() {
  return <RecordListPage screen={globalRuleScreen} />;
}
