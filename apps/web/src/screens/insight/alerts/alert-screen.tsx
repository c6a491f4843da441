import { alert } from '@signpost/contract/entities/alert.ts';
import { alertDefinitionSchema, metricOfAlert } from '@signpost/contract/insight/alerts/alert.ts';
import { dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { isTabName } from '@signpost/contract/routes/tab-names.ts';
import { recordScreen } from '../../../records/screen.ts';
import { EMPTY } from '../../../ui/values/format.ts';
import { DefinitionEditor } from './definition-editor.tsx';
import { LookBackPanel } from './look-back.tsx';

/** The subject of an alert in a few words. */
function aboutOf(value: unknown): string {
  const { data } = alertDefinitionSchema.safeParse(value);
  if (data === undefined) return EMPTY;
  const { question, watchEach, rule } = data;
  const tab = isTabName(question.tab) ? tabOf(question.tab).title : EMPTY;
  const each = watchEach === null ? '' : `, each ${dimensionOf(watchEach).label.toLowerCase()}`;
  const limit = rule.kind === 'usual' ? 'not as usual' : `${rule.comparison} ${rule.value}`;
  return `${metricOfAlert(data).label} ${limit} (${tab}${each})`;
}

/** Alerts tell people when a number of the statistics is unusual or beyond a limit. */
export const alertScreen = recordScreen({
  entity: alert,
  columns: ['name', 'definition', 'recipients', 'visibility', 'ownerId', 'updatedAt', 'id'],
  hiddenColumns: ['id'],
  cardNumbers: ['definition', 'visibility'],
  filters: ['ownerId', 'visibility'],
  purpose:
    'An alert watches a number and tells you when it is not as usual. Start here, or with “Alert me about this” on a statistics screen.',
  sections: [
    { title: 'Alert', columns: 2, fields: ['name', 'visibility'] },
    { title: 'Watches', wide: true, fields: ['definition'] },
    { title: 'People', fields: ['recipients'] },
  ],
  cells: { definition: ({ definition }) => aboutOf(definition) },
  custom: { definition: (props) => <DefinitionEditor {...props} /> },
  below: (values) => <LookBackPanel definition={values.definition} />,
});
