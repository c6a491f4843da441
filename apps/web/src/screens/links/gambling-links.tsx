import { RecordListPage } from '../../records/list-page.tsx';
import { gamblingLinkScreen } from './gambling-link-screen.ts';

export default function GamblingLinksPage() {
  return <RecordListPage screen={gamblingLinkScreen} />;
}
