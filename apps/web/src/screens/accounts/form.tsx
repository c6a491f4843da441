import type { PageProps } from '../../page-props.ts';
import { modeOf } from '../../records/form-mode.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { accountScreen } from './account-screen.tsx';

export default function AccountFormPage({ add }: PageProps) {
  return <RecordFormPage screen={accountScreen} mode={modeOf({ add })} />;
}
