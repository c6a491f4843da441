import type { PageProps } from '../../page-props.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { websiteScreen } from './website-screen.tsx';

export default function WebsiteFormPage({ add }: PageProps) {
  return <RecordFormPage screen={websiteScreen} mode={add ? 'add' : 'edit'} />;
}
