import type { PageProps } from '../../page-props.ts';
import { modeOf } from '../../records/form-mode.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { userScreen } from './user-screen.tsx';

export default function UserFormPage({ add }: PageProps) {
  return <RecordFormPage screen={userScreen} mode={modeOf({ add })} />;
}
