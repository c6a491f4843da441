import type { PageProps } from '../../page-props.ts';
import { modeOf } from '../../records/form-mode.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { contactScreen } from './contact-screen.ts';

export default function FlatFeeContactFormPage({ add }: PageProps) {
  return <RecordFormPage screen={contactScreen} mode={modeOf({ add })} />;
}
