import { RecordFormPage } from '../../records/form-page.tsx';
import { gamblingStatScreen } from './screens.tsx';

export default function GamblingStatFormPage() {
  return <RecordFormPage screen={gamblingStatScreen} mode="add" />;
}
