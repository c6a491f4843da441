import { useScreenParams } from '../../../address/use-params.ts';
import { useSearchParts } from '../../../address/use-search.ts';
import { useUser } from '../../../api/session.ts';
import type { PageProps } from '../../../page-props.ts';
import { modeOf } from '../../../records/form-mode.ts';
import { RecordFormPage } from '../../../records/form-page.tsx';
import { ownWeeks } from '../../../stats/question-parts.ts';
import { editedDefinition, withVersions } from './definition.ts';
import { reportScreen } from './report-screen.tsx';

/**
 * `/advanced-reporting/add`, `edit/{id}` and `duplicate/{duplicateId}`. The address of `add` can contain a question.
 */
export default function ReportFormPage({ add, copy }: PageProps) {
  const { duplicateId } = useScreenParams();
  const { timeZone } = useUser();
  const search = useSearchParts();
  const question = { tab: 'global', timeZone, dateRange: 'last30Days', ...ownWeeks(), ...search };
  const presets = { definition: withVersions(editedDefinition({ question })) };
  return (
    <RecordFormPage
      screen={reportScreen}
      mode={modeOf({ add, copy })}
      id={copy ? duplicateId : undefined}
      presets={presets}
    />
  );
}
