import type { PageProps } from '../../page-props.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { referralCodeScreen } from './referral-code-screen.tsx';

export default function ReferralCodeFormPage({ add }: PageProps) {
  return <RecordFormPage screen={referralCodeScreen} mode={add ? 'add' : 'edit'} />;
}
