import type { PageProps } from '../../page-props.ts';
import { modeOf } from '../../records/form-mode.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { ruleScreen } from './screens.tsx';

export default function RuleFormPage({ add, copy }: PageProps) {
  return <RecordFormPage screen={ruleScreen} mode={modeOf({ add, copy })} />;
}
