import type { PageProps } from '../../page-props.ts';
import { modeOf } from '../../records/form-mode.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { domainScreen } from './domain-screen.tsx';

export default function DomainFormPage({ add }: PageProps) {
  return <RecordFormPage screen={domainScreen} mode={modeOf({ add })} />;
}
