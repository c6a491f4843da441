import { RecordListPage } from '../../records/list-page.tsx';
import { tagScreen } from './tag-screen.tsx';

export default function TagListPage() {
  return <RecordListPage screen={tagScreen} />;
}
