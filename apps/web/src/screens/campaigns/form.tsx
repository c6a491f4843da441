import type { PageProps } from '../../page-props.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { campaignScreen } from './campaign-screen.tsx';

export default function CampaignFormPage({ add }: PageProps) {
  return <RecordFormPage screen={campaignScreen} mode={add ? 'add' : 'edit'} />;
}
