import { RecordListPage } from '../../records/list-page.tsx';
import { partnerOverrideScreen } from './screens.ts';

export default function PartnerOverridePage() {
  return <RecordListPage screen={partnerOverrideScreen} />;
}
