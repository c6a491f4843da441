import { useScreenSearch } from '../../../address/use-search.ts';
import { RecordPage } from '../../../features/workplace/record-pages/record-page.tsx';
import { campaignScreen } from './campaign-screen.tsx';

/** One campaign. */
export default function CampaignPage() {
  const { view } = useScreenSearch('campaignsView');
  return <RecordPage screen={campaignScreen} tabs={[]} view={view} />;
}
