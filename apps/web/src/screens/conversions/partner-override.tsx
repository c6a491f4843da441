import { RecordListPage } from '../../records/list-page.tsx';
import { partnerOverrideScreen } from './mapping-screens.tsx';

export default function PartnerOverridePage() {
  return <RecordListPage screen={partnerOverrideScreen} />;
}
