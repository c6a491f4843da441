import type { PageProps } from '../../page-props.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { tagScreen } from './tag-screen.tsx';

export default function TagFormPage({ add }: PageProps) {
  return <RecordFormPage screen={tagScreen} mode={add ? 'add' : 'edit'} />;
}
