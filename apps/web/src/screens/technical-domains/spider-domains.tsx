import { RecordListPage } from '../../records/list-page.tsx';
import { spiderDomainScreen } from './screens.tsx';

export default function SpiderDomainsPage() {
  return <RecordListPage screen={spiderDomainScreen} />;
}
