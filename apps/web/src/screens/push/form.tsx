import type { PageProps } from '../../page-props.ts';
import { modeOf } from '../../records/form-mode.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { pushScreen } from './push-screen.tsx';

export default function PushNotificationFormPage({ add }: PageProps) {
  return <RecordFormPage screen={pushScreen} mode={modeOf({ add })} />;
}
