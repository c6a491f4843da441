import type { PageProps } from '../../page-props.ts';
import { modeOf } from '../../records/form-mode.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { publisherScreen } from './publisher-screen.tsx';

export default function PublisherFormPage({ add }: PageProps) {
  return <RecordFormPage screen={publisherScreen} mode={modeOf({ add })} />;
}
