import { RecordViewPage } from '../../records/view-page.tsx';
import { ruleScreen } from './screens.tsx';

export default function RulePage() {
  return <RecordViewPage screen={ruleScreen} />;
}
