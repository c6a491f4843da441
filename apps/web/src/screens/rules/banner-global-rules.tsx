import { RecordListPage } from '../../records/list-page.tsx';
import { bannerGlobalRuleScreen } from './screens.tsx';

export default function BannerGlobalRulesPage() {
  return <RecordListPage screen={bannerGlobalRuleScreen} />;
}
