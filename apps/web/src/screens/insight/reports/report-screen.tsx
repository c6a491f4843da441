import { isRangeWord } from '@signpost/contract/dates/relative-dates.ts';
import { report } from '@signpost/contract/entities/report.ts';
import { REPORT_FORMATS, reportScheduleSchema } from '@signpost/contract/insight/reports/report.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { isTabName } from '@signpost/contract/routes/tab-names.ts';
import { describeSchedule } from '@signpost/contract/workplace/jobs/schedule.ts';
import { recordScreen } from '../../../records/screen.ts';
import { EMPTY } from '../../../ui/values/format.ts';
import { plural } from '../../../ui/values/plural.ts';
import { canonicalValue } from './canonical.ts';
import { editedDefinition } from './definition.ts';
import { DefinitionEditor } from './definition-editor.tsx';
import { DeliveryEditor } from './delivery-editor.tsx';
import { Preview } from './preview.tsx';
import { RunsPanel } from './runs-panel.tsx';
import { ScheduleEditor } from './schedule-editor.tsx';

/** The subject of a report in a few words. */
function aboutOf(value: unknown): string {
  const { question, columns } = editedDefinition(value);
  const tab = isTabName(question.tab) ? tabOf(question.tab).title : EMPTY;
  const days = isRangeWord(question.dateRange) ? 'days move' : 'fixed days';
  const own = `, ${columns.length} own ${plural(columns.length, 'column')}`;
  return `${tab}, ${days}${columns.length === 0 ? '' : own}`;
}

function scheduleText(value: unknown): string {
  const { data } = reportScheduleSchema.safeParse(value);
  if (data === undefined) return EMPTY;
  return describeSchedule(data.rule);
}

/** Reports: frozen questions whose answers become files. */
export const reportScreen = recordScreen({
  entity: report,
  columns: ['name', 'definition', 'schedule', 'format', 'recipients', 'visibility', 'ownerId', 'updatedAt', 'id'],
  hiddenColumns: ['id'],
  cardNumbers: ['schedule', 'format'],
  filters: ['ownerId', 'visibility', 'format'],
  purpose:
    'A report keeps a question of the statistics, adds own columns, and becomes a file: now, or on a schedule by e-mail. Start here, or with “Make a report” on a statistics screen.',
  sections: [
    { title: 'Report', columns: 2, fields: ['name', 'visibility', 'format'] },
    { title: 'Question', wide: true, fields: ['definition'] },
    {
      title: 'Schedule',
      wide: true,
      description: 'The report runs by itself, waits until all data of its days has arrived, and is sent.',
      fields: ['schedule'],
    },
    { title: 'Delivery', wide: true, fields: ['recipients', 'delivery'] },
  ],
  cells: {
    definition: ({ definition }) => aboutOf(definition),
    schedule: ({ schedule }) => scheduleText(schedule),
  },
  custom: {
    definition: (props) => <DefinitionEditor {...props} />,
    schedule: (props) => <ScheduleEditor {...props} />,
    delivery: (props) => <DeliveryEditor {...props} />,
  },
  below: (values, record) => (
    <>
      <Preview definition={values.definition} format={REPORT_FORMATS.find((one) => one === values.format)} />
      {record !== null && (
        <RunsPanel
          record={record}
          isChanged={canonicalValue(values.definition) !== canonicalValue(record.definition)}
        />
      )}
    </>
  ),
});
