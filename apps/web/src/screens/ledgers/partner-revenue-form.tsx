import type { PageProps } from '../../page-props.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { partnerRevenueScreen } from './screens.tsx';

export default function PartnerRevenueFormPage({ copy }: PageProps) {
  return <RecordFormPage screen={partnerRevenueScreen} mode={copy ? 'copy' : 'add'} />;
}
