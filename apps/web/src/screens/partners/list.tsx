import { RecordListPage } from '../../records/list-page.tsx';
import { partnerScreen } from './partner-screen.tsx';

export default function PartnersPage() {
  return <RecordListPage screen={partnerScreen} />;
}
