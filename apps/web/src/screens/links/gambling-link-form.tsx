import { RecordFormPage } from '../../records/form-page.tsx';
import { gamblingLinkScreen } from './gambling-link-screen.ts';

export default function GamblingLinkFormPage() {
  return <RecordFormPage screen={gamblingLinkScreen} mode="add" />;
}
