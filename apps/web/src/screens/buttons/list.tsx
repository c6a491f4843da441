import { RecordListPage } from '../../records/list-page.tsx';
import { buttonScreen } from './button-screen.tsx';

export default function ButtonListPage() {
  return <RecordListPage screen={buttonScreen} />;
}
