import { RecordListPage } from '../../records/list-page.tsx';
import { whitelistScreen } from './screens.ts';

export default function WhitelistPage() {
  return <RecordListPage screen={whitelistScreen} />;
}
