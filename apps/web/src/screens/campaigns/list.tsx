import { RecordListPage } from '../../records/list-page.tsx';
import { campaignScreen } from './campaign-screen.tsx';

export default function CampaignListPage() {
  return <RecordListPage screen={campaignScreen} />;
}
