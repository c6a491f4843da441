import type { PageProps } from '../../page-props.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { partnerScreen } from './partner-screen.tsx';

export default function PartnerFormPage({ add }: PageProps) {
  return <RecordFormPage screen={partnerScreen} mode={add ? 'add' : 'edit'} />;
}
