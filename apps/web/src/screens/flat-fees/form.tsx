import type { PageProps } from '../../page-props.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { feeScreen } from './fee-screen.ts';

export default function FlatFeeFormPage({ add }: PageProps) {
  return <RecordFormPage screen={feeScreen} mode={add ? 'add' : 'edit'} />;
}
