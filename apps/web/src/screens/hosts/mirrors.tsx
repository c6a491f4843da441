import { RecordListPage } from '../../records/list-page.tsx';
import { mirrorScreen } from './host-screens.ts';

export default function MirrorsPage() {
  return <RecordListPage screen={mirrorScreen} />;
}
