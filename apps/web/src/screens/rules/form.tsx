import type { PageProps } from '../../page-props.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { ruleScreen } from './screens.tsx';

export default function RuleFormPage({ add, copy }: PageProps) {
  return <RecordFormPage screen={ruleScreen} mode={add ? 'add' : copy ? 'copy' : 'edit'} />;
}
