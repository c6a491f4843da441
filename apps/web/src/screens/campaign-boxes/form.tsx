import type { PageProps } from '../../page-props.ts';
import { modeOf } from '../../records/form-mode.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { boxScreen } from './box-screen.tsx';

export default function CampaignBoxFormPage({ add, copy }: PageProps) {
  return <RecordFormPage screen={boxScreen} mode={modeOf({ add, copy })} />;
}
