import { RecordListPage } from '../../records/list-page.tsx';
import { websiteScreen } from './website-screen.tsx';

export default function WebsiteListPage() {
  return <RecordListPage screen={websiteScreen} />;
}
