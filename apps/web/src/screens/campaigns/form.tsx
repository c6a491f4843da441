import type { PageProps } from '../../page-props.ts';
import { modeOf } from '../../records/form-mode.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { campaignScreen } from './campaign-screen.tsx';

export default function CampaignFormPage({ add }: PageProps) {
  return <RecordFormPage screen={campaignScreen} mode={modeOf({ add })} />;
}
