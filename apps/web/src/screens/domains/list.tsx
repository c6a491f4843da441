import { RecordListPage } from '../../records/list-page.tsx';
import { domainScreen } from './domain-screen.tsx';

export default function DomainListPage() {
  return <RecordListPage screen={domainScreen} />;
}
