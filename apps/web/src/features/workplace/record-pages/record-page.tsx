/** The page of one record: what it earns first, and a tab for each thing that belongs to it. */

import { mayOpenTab } from '@signpost/contract/access/access.ts';
import { type DateRange, dayIn } from '@signpost/contract/dates/dates.ts';
import { type RangeWord, rangeInWords } from '@signpost/contract/dates/relative-dates.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { figuresDimension } from '@signpost/contract/insight/stats/list-figures.ts';
import { globalTab } from '@signpost/contract/insight/stats/tabs/global.ts';
import { isKeyOf } from '@signpost/contract/objects.ts';
import { type ReactNode, useState } from 'react';
import { idOf, useScreenParams } from '../../../address/use-params.ts';
import { type SessionUser, useUser } from '../../../api/session.ts';
import { NotesPanel } from '../../../notes/notes-panel.tsx';
import { useRecord } from '../../../records/api.ts';
import { EditAction } from '../../../records/edit-action.tsx';
import { HistoryList } from '../../../records/history-drawer.tsx';
import { RecordCrumbs } from '../../../records/record-crumbs.tsx';
import { RecordError } from '../../../records/record-error.tsx';
import { RecordFacts } from '../../../records/record-facts.tsx';
import { type RecordRow, type RecordScreen, recordHref } from '../../../records/screen.ts';
import { FormSkeleton } from '../../../ui/feedback/states.tsx';
import { LinkTabs } from '../../../ui/layout/link-tabs.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Figures } from './figures.tsx';
import classes from './record-pages.module.css';

/** A tab of a record's page, beside those that every record has. */
export interface RecordTab {
  /** The `view` parameter in the address. */
  view: string;
  title: string;
  /** Whether the viewer may open what the tab shows; without it, everyone who sees the record. */
  isOpenTo?: (viewer: SessionUser) => boolean;
  content: (record: RecordRow) => ReactNode;
}

interface Props {
  screen: RecordScreen;
  tabs: readonly RecordTab[];
  /** The open tab, from the address. */
  view: string | undefined;
  /** Titles of sections that a tab shows, so that the overview leaves them out. */
  without?: readonly string[];
}

/** The days of the figures, kept while the person goes through the tabs. */
interface Days {
  range: DateRange;
  word: RangeWord | null;
}

const FIRST_RANGE: RangeWord = 'last30Days';

function Overview({
  screen,
  record,
  without = [],
  days,
  setDays,
}: Omit<Props, 'tabs' | 'view'> & { record: RecordRow; days: Days; setDays: (days: Days) => void }) {
  const user = useUser();
  const { entity } = screen;
  const dimension = figuresDimension(entity);
  const sections = screen.sections.filter(({ title }) => !without.includes(title));
  return (
    <div className={classes.stack}>
      {record.archivedAt !== null && <p className={classes.notice}>This {inSentence(entity.one)} is archived.</p>}
      {dimension !== undefined && mayOpenTab(user, globalTab.name) && (
        <Figures dimension={dimension} id={record.id} range={days.range} word={days.word} onDays={setDays} />
      )}
      {screen.above?.(record)}
      <RecordFacts screen={screen} record={record} sections={sections} />
    </div>
  );
}

function Notes({ entity: { name }, id }: { entity: EntityDefinition; id: number }) {
  if (!isKeyOf(entities, name)) return null;
  const subject = { kind: 'record', entity: name, id } as const;
  return <NotesPanel query={subject} subject={subject} />;
}

const COMMON: readonly { view: string; title: string; content: (entity: EntityDefinition, id: number) => ReactNode }[] =
  [
    {
      view: 'notes',
      title: 'Notes',
      content: (entity, id) => (
        <Panel title="Notes" description="What others should know about it.">
          <Notes entity={entity} id={id} />
        </Panel>
      ),
    },
    {
      view: 'history',
      title: 'History',
      content: (entity, id) => (
        <Panel title="History" description="Who changed it, when, before and after.">
          <HistoryList entity={entity} id={id} />
        </Panel>
      ),
    },
  ];

function Page({ screen, tabs, view, without, record }: Props & { record: RecordRow }) {
  const { entity } = screen;
  const user = useUser();
  const [days, setDays] = useState<Days>(() => ({
    word: FIRST_RANGE,
    range: rangeInWords(FIRST_RANGE, dayIn(new Date(), user.timeZone)),
  }));
  const shown: { view: string; title: string; content: () => ReactNode }[] = [
    ...tabs
      .filter(({ isOpenTo }) => isOpenTo?.(user) ?? true)
      .map((tab) => ({ ...tab, content: () => tab.content(record) })),
    ...COMMON.map((tab) => ({ ...tab, content: () => tab.content(entity, record.id) })),
  ];
  const open = shown.find((tab) => tab.view === view);
  const base = recordHref(entity, entity.routes.view, record.id) ?? '';
  const renderTab = () => {
    if (open === undefined)
      return <Overview screen={screen} record={record} without={without ?? []} days={days} setDays={setDays} />;
    return <div key={open.view}>{open.content()}</div>;
  };
  return (
    <>
      <PageHeader title={String(record[entity.title])} />
      <RecordCrumbs screen={screen} record={record} here="view" />
      <div className={classes.tabs}>
        <LinkTabs
          label={`Parts of this ${inSentence(entity.one)}`}
          tabs={[
            { label: 'Overview', href: base, current: open === undefined },
            ...shown.map((tab) => ({ label: tab.title, href: `${base}?view=${tab.view}`, current: tab === open })),
          ]}
        />
      </div>
      {renderTab()}
      <EditAction screen={screen} record={record} />
    </>
  );
}

/** The page of `view/{id}` with its tabs. A tab is only shown to people who may open what it shows. */
export function RecordPage(props: Props) {
  const { entity } = props.screen;
  const { id } = useScreenParams();
  const { data, error, refetch } = useRecord(entity, idOf(id));
  if (error) return <RecordError entity={entity} error={error} onRetry={() => void refetch()} />;
  if (data) return <Page key={data.id} record={data} {...props} />;
  return <FormSkeleton />;
}
