import { RecordListPage } from '../../records/list-page.tsx';
import { sheetScreen } from './sheet-screens.tsx';

export default function SheetsPage() {
  return <RecordListPage screen={sheetScreen} />;
}
