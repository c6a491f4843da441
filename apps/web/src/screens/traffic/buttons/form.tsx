import { useScreenParams } from '../../../address/use-params.ts';
import type { PageProps } from '../../../page-props.ts';
import { modeOf } from '../../../records/form-mode.ts';
import { RecordFormPage } from '../../../records/form-page.tsx';
import { buttonScreen } from './button-screen.tsx';

export default function ButtonFormPage({ add, copy }: PageProps) {
  const { duplicateId } = useScreenParams();
  if (copy) return <RecordFormPage screen={buttonScreen} mode="copy" id={duplicateId} />;
  return <RecordFormPage screen={buttonScreen} mode={modeOf({ add })} />;
}
