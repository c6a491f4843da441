import { RecordListPage } from '../../records/list-page.tsx';
import { prelanderDomainScreen } from './screens.ts';

export default function PrelanderDomainsPage() {
  return <RecordListPage screen={prelanderDomainScreen} />;
}
