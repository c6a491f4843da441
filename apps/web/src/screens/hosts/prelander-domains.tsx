import { RecordListPage } from '../../records/list-page.tsx';
import { prelanderDomainScreen } from './host-screens.ts';

export default function PrelanderDomainsPage() {
  return <RecordListPage screen={prelanderDomainScreen} />;
}
