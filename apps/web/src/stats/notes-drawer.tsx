import { useSetState } from '@mantine/hooks';
import { listNotes } from '@signpost/contract/calls/notes.ts';
import { ALL_TIMES_START, startOfDay } from '@signpost/contract/dates/dates.ts';
import { isDayOpen, type NewNoteRow, type Note, outsideNotes } from '@signpost/contract/insight/notes/notes.ts';
import type { ConfigurationChange } from '@signpost/contract/insight/stats/changes.ts';
import type { StatsTab } from '@signpost/contract/insight/stats/define-tab.ts';
import { type MetricId, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { useCall } from '../api/calls.ts';
import { DateField } from '../fields/date-field.tsx';
import { useToday } from '../fields/read.ts';
import { NotesPanel } from '../notes/notes-panel.tsx';
import { Choice } from '../ui/fields/choice.tsx';
import { Drawer } from '../ui/layout/drawer.tsx';
import { stringOrNull } from '../ui/values/optional.ts';
import { type ChartEvent, changeText } from './changes.ts';
import { useExplorer } from './use-explorer.ts';

const NONE: readonly Note[] = [];
const STALE_MS = 60_000;

const queryOf = (tab: StatsTab, { dateRange }: StatsQuestion) =>
  ({ kind: 'stats', tab: tab.name, start: dateRange.start, end: dateRange.end }) as const;

/** The notes on the days of a question. */
export function useStatsNotes(tab: StatsTab, question: StatsQuestion): readonly Note[] {
  return useCall(listNotes, { query: queryOf(tab, question) }, { staleTime: STALE_MS }).data ?? NONE;
}

/** Notes as events of the chart, at the beginning of their days. */
export function noteEvents(notes: readonly Note[], timeZone: string): ChartEvent[] {
  return notes.flatMap(({ subject, author, body }) => {
    if (subject.kind === 'stats')
      return [{ at: startOfDay(subject.day, timeZone).toISOString(), text: `${author.name}: ${body}` }];
    return [];
  });
}

/** A row of the table, with its dimension and its name in words. */
export type ShownRow = NewNoteRow & { words: string };

interface Props {
  changes: readonly ConfigurationChange[];
  /** The row that a new note is about; null for the whole tab. */
  row: ShownRow | null;
  opened: boolean;
  onClose: () => void;
}

/** Notes on the shown days, with the configuration changes of that time. */
export function StatsNotesDrawer({ changes, row, opened, onClose }: Props) {
  const { tab, question } = useExplorer();
  const { dateRange, columns, kingstat } = question;
  const [{ day, metric }, set] = useSetState<{ day: string | null; metric: MetricId | null }>({
    day: null,
    metric: null,
  });
  const today = useToday();
  // A range may end in the future, where there is nothing to write about yet.
  const noteDay = day ?? (dateRange.end > today ? today : dateRange.end);
  const metrics = [...new Set([kingstat, ...columns])];
  return (
    <Drawer opened={opened} onClose={onClose} title={`Notes on ${tab.title}`}>
      <NotesPanel
        query={queryOf(tab, question)}
        subject={{
          kind: 'stats',
          tab: tab.name,
          day: noteDay,
          row: row === null ? null : { dimension: row.dimension, id: row.id },
          metric,
        }}
        about={
          <>
            {row !== null && <p>About {row.words}</p>}
            <DateField
              label="Day"
              value={noteDay}
              onChange={(next) => set({ day: next })}
              min={ALL_TIMES_START}
              max={today}
              errors={isDayOpen(noteDay, today) ? [] : [outsideNotes(today)]}
            />
            <Choice
              label="Number"
              value={stringOrNull(metric)}
              onChange={(next) => set({ metric: metrics.find((id) => String(id) === next) ?? null })}
              options={metrics.map((id) => ({ value: String(id), label: metricOf(id).label }))}
              clearable
              placeholder="The day as a whole"
            />
          </>
        }
        events={changes.map((change) => ({ at: change.at, text: changeText(change) }))}
      />
    </Drawer>
  );
}
