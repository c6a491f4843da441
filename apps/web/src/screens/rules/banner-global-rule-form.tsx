import type { PageProps } from '../../page-props.ts';
import { modeOf } from '../../records/form-mode.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { bannerGlobalRuleScreen } from './screens.tsx';

export default function BannerGlobalRuleFormPage({ add }: PageProps) {
  return <RecordFormPage screen={bannerGlobalRuleScreen} mode={modeOf({ add })} />;
}
