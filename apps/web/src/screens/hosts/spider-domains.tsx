import { RecordListPage } from '../../records/list-page.tsx';
import { spiderDomainScreen } from './host-screens.ts';

export default function SpiderDomainsPage() {
  return <RecordListPage screen={spiderDomainScreen} />;
}
