import { RecordListPage } from '../../../records/list-page.tsx';
import { pushScreen } from './push-screen.tsx';
import { PushSetupPanel } from './setup.tsx';

export default function PushNotificationListPage() {
  return (
    <>
      <RecordListPage screen={pushScreen} />
      <PushSetupPanel />
    </>
  );
}
