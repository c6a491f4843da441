import { RecordFormPage } from '../../../records/form-page.tsx';
import { campaignScreen } from './campaign-screen.tsx';

/** The same form, started as an affiliate campaign. */
export default function AffiliateCampaignFormPage() {
  return (
    <RecordFormPage
      screen={campaignScreen}
      mode="add"
      title="Add affiliate campaign"
      presets={{ landerType: 'affiliate' }}
    />
  );
}
