import { RecordListPage } from '../../records/list-page.tsx';
import { boxScreen } from './box-screen.tsx';

export default function CampaignBoxesPage() {
  return <RecordListPage screen={boxScreen} />;
}
