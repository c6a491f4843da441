import type { PageProps } from '../../page-props.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { seoBoxScreen } from './box-screen.tsx';

export default function SeoCampaignBoxFormPage({ add, copy }: PageProps) {
  return <RecordFormPage screen={seoBoxScreen} mode={add ? 'add' : copy ? 'copy' : 'edit'} />;
}
