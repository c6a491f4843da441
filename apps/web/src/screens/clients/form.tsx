import type { PageProps } from '../../page-props.ts';
import { modeOf } from '../../records/form-mode.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { clientScreen } from './client-screen.ts';

export default function ClientFormPage({ add }: PageProps) {
  return <RecordFormPage screen={clientScreen} mode={modeOf({ add })} />;
}
