import type { PageProps } from '../../page-props.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { manualTransactionScreen } from './screens.tsx';

export default function ManualTransactionFormPage({ copy }: PageProps) {
  return <RecordFormPage screen={manualTransactionScreen} mode={copy ? 'copy' : 'add'} />;
}
