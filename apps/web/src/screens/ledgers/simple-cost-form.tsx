import type { PageProps } from '../../page-props.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { simpleCostScreen } from './screens.tsx';

export default function SimpleCostFormPage({ copy }: PageProps) {
  return <RecordFormPage screen={simpleCostScreen} mode={copy ? 'copy' : 'add'} />;
}
