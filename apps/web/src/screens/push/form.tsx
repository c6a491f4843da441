import type { PageProps } from '../../page-props.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { pushScreen } from './push-screen.tsx';

export default function PushNotificationFormPage({ add }: PageProps) {
  return <RecordFormPage screen={pushScreen} mode={add ? 'add' : 'edit'} />;
}
