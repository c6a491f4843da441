import { RecordListPage } from '../../records/list-page.tsx';
import { campaignScreen } from './campaign-screen.ts';

export default function CampaignListPage() {
  return <RecordListPage screen={campaignScreen} />;
}
