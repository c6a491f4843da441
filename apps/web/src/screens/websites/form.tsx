import type { PageProps } from '../../page-props.ts';
import { modeOf } from '../../records/form-mode.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { websiteScreen } from './website-screen.tsx';

export default function WebsiteFormPage({ add }: PageProps) {
  return <RecordFormPage screen={websiteScreen} mode={modeOf({ add })} />;
}
