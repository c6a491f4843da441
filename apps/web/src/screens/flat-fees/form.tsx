import type { PageProps } from '../../page-props.ts';
import { modeOf } from '../../records/form-mode.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { feeScreen } from './fee-screen.ts';

export default function FlatFeeFormPage({ add }: PageProps) {
  return <RecordFormPage screen={feeScreen} mode={modeOf({ add })} />;
}
