import { RecordListPage } from '../../records/list-page.tsx';
import { seoBoxScreen } from './box-screen.tsx';

export default function SeoCampaignBoxesPage() {
  return <RecordListPage screen={seoBoxScreen} />;
}
