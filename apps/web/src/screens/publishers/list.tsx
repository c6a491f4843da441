import { RecordListPage } from '../../records/list-page.tsx';
import { publisherScreen } from './publisher-screen.tsx';

export default function PublisherListPage() {
  return <RecordListPage screen={publisherScreen} />;
}
