import { RecordListPage } from '../../records/list-page.tsx';
import { prelanderDomainScreen } from './screens.tsx';

export default function PrelanderDomainsPage() {
  return <RecordListPage screen={prelanderDomainScreen} />;
}
