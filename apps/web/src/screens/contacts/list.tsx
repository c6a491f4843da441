import { RecordListPage } from '../../records/list-page.tsx';
import { contactScreen } from './contact-screen.ts';

export default function FlatFeeContactsPage() {
  return <RecordListPage screen={contactScreen} />;
}
