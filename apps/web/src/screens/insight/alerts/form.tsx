import { useSearchParts } from '../../../address/use-search.ts';
import { useUser } from '../../../api/session.ts';
import type { PageProps } from '../../../page-props.ts';
import { readTextOrNull } from '../../../records/field-values.ts';
import { modeOf } from '../../../records/form-mode.ts';
import { RecordFormPage } from '../../../records/form-page.tsx';
import { alertScreen } from './alert-screen.tsx';

/** `/alerts/add` and `edit/{id}`. The address of `add` can bring a question along. */
export default function AlertFormPage({ add }: PageProps) {
  const { timeZone } = useUser();
  const { watchEach, ...search } = useSearchParts();
  const question = { tab: 'global', timeZone, dateRange: 'last30Days', kingstat: 7, ...search };
  const definition = {
    question,
    watchEach: readTextOrNull(watchEach),
    rule: { kind: 'usual' },
  };
  return <RecordFormPage screen={alertScreen} mode={modeOf({ add })} presets={{ definition }} />;
}
