import { CurrentTests } from '../../../features/traffic/pages/current-tests.tsx';
import { RecordListPage } from '../../../records/list-page.tsx';
import { buttonScreen } from './button-screen.tsx';

export default function ButtonListPage() {
  return (
    <>
      <CurrentTests kind="button" />
      <RecordListPage screen={buttonScreen} />
    </>
  );
}
