/** The explorer, the same on every tab: the question on top, the tree at the side, chart and table from one answer. */

import { useHotkeys, useMediaQuery, useSetState } from '@mantine/hooks';
import { mayOpen } from '@signpost/contract/access/access.ts';
import { exportStats } from '@signpost/contract/calls/stats.ts';
import type { LevelPath } from '@signpost/contract/insight/stats/define-tab.ts';
import { riseTo } from '@signpost/contract/insight/stats/levels.ts';
import { metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { splitOf } from '@signpost/contract/insight/stats/why.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { IconBinaryTree2, IconNote, IconReportAnalytics } from '@tabler/icons-react';
import { lazy, memo, Suspense, useCallback, useMemo } from 'react';
import { saveFile } from '../api/save-file.ts';
import { useUser } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { LoadingBar } from '../ui/feedback/loading.tsx';
import { Drawer } from '../ui/layout/drawer.tsx';
import { useMobile } from '../ui/use-mobile.ts';
import { SavedViews } from '../views/saved-views.tsx';
import { AlertButton } from './alert-button.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { changeText, useChanges } from './changes.ts';
import { ExplorerTable } from './explorer-table.tsx';
import { ExplorerTree } from './explorer-tree.tsx';
import { Headline } from './headline.tsx';
import { noteEvents, type ShownRow, StatsNotesDrawer, useStatsNotes } from './notes-drawer.tsx';
import { PinButton } from './pin-button.tsx';
import { levelsIn, replacing } from './question-parts.ts';
import { reportHref } from './report-href.ts';
import classes from './stats.module.css';
import { StatsExport } from './stats-export.tsx';
import { QuestionDates, QuestionTools, StatsAnswer, StatsFilters, StatsPager, StatsScreen } from './stats-screen.tsx';
import { TimeZone } from './time-zone.tsx';
import { Columns } from './toolbar.tsx';
import { type ExplorerState, useExplorer } from './use-explorer.ts';
import { type ShownAnswer, useShownAnswer } from './use-shown-answer.ts';

const Why = lazy(() => import('./why.tsx'));
const WHY_WIDTH = 640;

/** Metrics, saved views and export. */
function ExplorerActions({ total, notes, onNotes }: { total: number; notes: number; onNotes: () => void }) {
  const { tab, question, search, change, whole } = useExplorer();
  const user = useUser();
  return (
    <>
      <Button icon={<IconNote size={16} aria-hidden />} onClick={onNotes}>
        {notes === 0 ? 'Notes' : `Notes (${notes})`}
      </Button>
      <Columns />
      <SavedViews screen={`stats-${tab.name}`} query={search} onOpen={(saved) => change(replacing(search, saved))} />
      {mayOpen(user, ROUTES.advancedReportingAdd) && (
        <Button icon={<IconReportAnalytics size={16} aria-hidden />} href={reportHref(question, search)}>
          Make a report
        </Button>
      )}
      <AlertButton question={question} />
      <PinButton tab={tab.name} search={search} />
      <StatsExport
        question={{ ...whole, tab: tab.name }}
        total={total}
        onSave={(query, format) => saveFile(exportStats, { query: { ...query, format } }, `${tab.name}.${format}`)}
      />
    </>
  );
}

interface WhyDrawerProps {
  shown: ShownAnswer;
  changes: ReturnType<typeof useChanges>;
  opened: boolean;
  onClose: () => void;
}

/** The explanation of the king stat's change, fetched when it is opened. */
function WhyDrawer({ shown, changes, opened, onClose }: WhyDrawerProps) {
  const { tab, question, change, whole } = useExplorer();
  const { label } = metricOf(shown.question.kingstat);
  return (
    <Drawer opened={opened} onClose={onClose} title={`Why did ${label} move?`} width={WHY_WIDTH}>
      <Suspense fallback={<LoadingBar visible />}>
        <Why
          tab={tab}
          question={question}
          asking={whole}
          changes={changes}
          onFilter={(dimension, id) => {
            change((now) => ({ filters: { ...now.filters, [dimension]: [id] } }));
            onClose();
          }}
        />
      </Suspense>
    </Drawer>
  );
}

interface Panels {
  /** The tab that they belong to. */
  owner: ExplorerState['tab'];
  isTreeOpen: boolean;
  isWhyOpen: boolean;
  treeText: string;
  /** The row that the notes are opened for, or the whole tab; null while they are closed. */
  notesRow: ShownRow | 'tab' | null;
}

const CLOSED = { isTreeOpen: false, isWhyOpen: false, treeText: '', notesRow: null };

/** The panels that are open beside the table. A new tab starts with none. */
function usePanels(tab: ExplorerState['tab']) {
  const [panels, set] = useSetState<Panels>({ owner: tab, ...CLOSED });
  if (panels.owner !== tab) set({ owner: tab, ...CLOSED });
  const openNotes = useCallback((notesRow: ShownRow | 'tab') => set({ notesRow }), [set]);
  return { ...panels, set, openNotes };
}

function ExplorerOf({ tab, question, search, change }: ExplorerState) {
  const isMobile = useMobile();
  // Beside the title and the dates, a narrow header has no room for the time zone.
  const isNarrow = useMediaQuery('(max-width: 1023px)', false, { getInitialValueInEffect: false }) || isMobile;
  const state = useMemo(() => ({ tab, question, search, change }), [tab, question, search, change]);
  const shown = useShownAnswer(state);
  const changes = useChanges(tab, question);
  const notes = useStatsNotes(tab, question);
  const events = useMemo(
    () => [
      ...changes.map((change) => ({ at: change.at, text: changeText(change) })),
      ...noteEvents(notes, question.timeZone),
    ],
    [changes, notes, question.timeZone],
  );
  const panels = usePanels(tab);
  const setLevels = (levels: LevelPath) => change({ levels: levelsIn(levels) });
  const picked = question.levels.filter((level) => level.selectedItemId !== undefined).length;
  useHotkeys([['Backspace', () => picked > 0 && setLevels(riseTo(question.levels, picked - 1))]]);
  const total = shown.data?.meta.total ?? 0;
  const tree = (
    <ExplorerTree
      shown={shown}
      text={panels.treeText}
      onText={(treeText) => panels.set({ treeText })}
      onPick={(levels) => {
        setLevels(levels);
        panels.set({ isTreeOpen: false });
      }}
    />
  );
  const dates = (
    <div className={classes.context}>
      <QuestionDates />
      {!isNarrow && <TimeZone />}
    </div>
  );
  return (
    <StatsScreen state={state} title={tab.longTitle} context={dates}>
      <div className={classes.bar}>
        <Breadcrumb levels={question.levels} onChange={setLevels} />
        <QuestionTools hasZone={isNarrow}>
          {isMobile && (
            <Button
              kind="quiet"
              icon={<IconBinaryTree2 size={16} aria-hidden />}
              onClick={() => panels.set({ isTreeOpen: true })}
            >
              Tree
            </Button>
          )}
        </QuestionTools>
      </div>
      <StatsFilters
        actions={<ExplorerActions total={total} notes={notes.length} onNotes={() => panels.openNotes('tab')} />}
      />
      <StatsAnswer error={shown.error} hasData={shown.data !== undefined} onRetry={shown.refetch}>
        <div className={classes.body}>
          {!isMobile && <aside className={classes.side}>{tree}</aside>}
          <div className={classes.main}>
            <Headline
              question={shown.question}
              answer={shown.data}
              events={events}
              onWhy={() => panels.set({ isWhyOpen: true })}
              onDays={(dateRange, isClick) => {
                change(isClick ? { dateRange, compare: 'previousPeriod' } : { dateRange });
                if (isClick && splitOf(question.kingstat) !== null) panels.set({ isWhyOpen: true });
              }}
              onRefresh={shown.refetch}
            />
            <ExplorerTable shown={shown} onNote={panels.openNotes} />
            <StatsPager total={total} />
          </div>
        </div>
      </StatsAnswer>
      <WhyDrawer
        shown={shown}
        changes={changes}
        opened={panels.isWhyOpen}
        onClose={() => panels.set({ isWhyOpen: false })}
      />
      <StatsNotesDrawer
        changes={changes}
        row={panels.notesRow === 'tab' ? null : panels.notesRow}
        opened={panels.notesRow !== null}
        onClose={() => panels.set({ notesRow: null })}
      />
      {isMobile && (
        <Drawer opened={panels.isTreeOpen} onClose={() => panels.set({ isTreeOpen: false })} title="Navigation tree">
          {tree}
        </Drawer>
      )}
    </StatsScreen>
  );
}

/** Rendered again only if one of its props changes. */
export const Explorer = memo(ExplorerOf);
