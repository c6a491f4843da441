import { RecordListPage } from '../../records/list-page.tsx';
import { domainScreen } from './domain-screen.ts';

export default function DomainListPage() {
  return <RecordListPage screen={domainScreen} />;
}
