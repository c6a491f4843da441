import { RecordListPage } from '../../records/list-page.tsx';
import { seoSheetScreen } from './sheet-screens.tsx';

export default function SeoSheetsPage() {
  return <RecordListPage screen={seoSheetScreen} />;
}
