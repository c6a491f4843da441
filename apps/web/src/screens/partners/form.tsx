import type { PageProps } from '../../page-props.ts';
import { modeOf } from '../../records/form-mode.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { partnerScreen } from './partner-screen.tsx';

export default function PartnerFormPage({ add }: PageProps) {
  return <RecordFormPage screen={partnerScreen} mode={modeOf({ add })} />;
}
