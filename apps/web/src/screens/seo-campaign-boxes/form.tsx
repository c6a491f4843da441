import type { PageProps } from '../../page-props.ts';
import { modeOf } from '../../records/form-mode.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { seoBoxScreen } from './box-screen.tsx';

export default function SeoCampaignBoxFormPage({ add, copy }: PageProps) {
  return <RecordFormPage screen={seoBoxScreen} mode={modeOf({ add, copy })} />;
}
