import type { PageProps } from '../../page-props.ts';
import { modeOf } from '../../records/form-mode.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { referralCodeScreen } from './referral-code-screen.tsx';

export default function ReferralCodeFormPage({ add }: PageProps) {
  return <RecordFormPage screen={referralCodeScreen} mode={modeOf({ add })} />;
}
