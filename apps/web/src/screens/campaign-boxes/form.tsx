import type { PageProps } from '../../page-props.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { boxScreen } from './box-screen.tsx';

export default function CampaignBoxFormPage({ add, copy }: PageProps) {
  return <RecordFormPage screen={boxScreen} mode={add ? 'add' : copy ? 'copy' : 'edit'} />;
}
