/** A read-only record: its fields by section, its history and a link to its form. */

import { mayOpen } from '@signpost/contract/access/access.ts';
import { isVisible } from '@signpost/contract/define/parse.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { IconEdit, IconHistory, IconNote } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { idOf, useScreenParams } from '../address/use-params.ts';
import { useUser } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { FormSkeleton } from '../ui/feedback/states.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { useRecord } from './api.ts';
import { describe } from './describe.ts';
import { HistoryDrawer } from './history-drawer.tsx';
import { NestedRows } from './nested-rows.tsx';
import { NotesDrawer } from './notes-drawer.tsx';
import { RecordError } from './record-error.tsx';
import classes from './records.module.css';
import { type RecordRow, type RecordScreen, recordHref, rowsFieldOf } from './screen.ts';

function Facts({ screen, record, names }: { screen: RecordScreen; record: RecordRow; names: readonly string[] }) {
  const { entity } = screen;
  const shown = names.filter((name) => {
    const field = entity.fields[name];
    return field !== undefined && field.kind !== 'rows' && isVisible(field, record);
  });
  return (
    <dl className={classes.facts}>
      {shown.map((name) => (
        <div key={name}>
          <dt>{entity.fields[name]?.label}</dt>
          <dd>{describe(entity, name, record[name], record.labels[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

function View({ screen, record, children }: { screen: RecordScreen; record: RecordRow; children?: ReactNode }) {
  const { entity } = screen;
  const user = useUser();
  const [historyOpen, setHistoryOpen] = useState(false);
  const [notesOpen, setNotesOpen] = useState(false);
  const { edit } = entity.routes;
  const editHref =
    record.may.edit && edit !== undefined && mayOpen(user, ROUTES[edit])
      ? recordHref(entity, edit, record.id)
      : undefined;
  return (
    <>
      <PageHeader
        title={String(record[entity.title])}
        action={
          editHref ? (
            <Button kind="primary" href={editHref} icon={<IconEdit size={16} aria-hidden />}>
              Edit {inSentence(entity.one)}
            </Button>
          ) : undefined
        }
      />
      <div className={classes.form}>
        {record.archivedAt && <p className={classes.notice}>This {inSentence(entity.one)} is archived.</p>}
        {screen.above?.(record)}
        {screen.sections.map((section, at) => (
          <Panel
            key={section.title}
            title={section.title}
            actions={
              at === 0 ? (
                <>
                  <Button kind="quiet" icon={<IconNote size={16} aria-hidden />} onClick={() => setNotesOpen(true)}>
                    Notes
                  </Button>
                  <Button
                    kind="quiet"
                    icon={<IconHistory size={16} aria-hidden />}
                    onClick={() => setHistoryOpen(true)}
                  >
                    History
                  </Button>
                </>
              ) : undefined
            }
          >
            <Facts screen={screen} record={record} names={section.fields} />
            {section.fields.map((name) => {
              const rows = rowsFieldOf(screen, name);
              return rows && <NestedRows key={name} field={rows} row={record} name={name} />;
            })}
          </Panel>
        ))}
        {children}
      </div>
      <HistoryDrawer entity={entity} id={record.id} opened={historyOpen} onClose={() => setHistoryOpen(false)} />
      <NotesDrawer
        entity={entity}
        id={record.id}
        title={String(record[entity.title])}
        opened={notesOpen}
        onClose={() => setNotesOpen(false)}
      />
    </>
  );
}

/** The page of `view/{id}`; `below` shows what belongs to the record. */
export function RecordViewPage({ screen, below }: { screen: RecordScreen; below?: (record: RecordRow) => ReactNode }) {
  const { id } = useScreenParams();
  const { data, error, refetch } = useRecord(screen.entity, idOf(id));
  if (error) return <RecordError entity={screen.entity} error={error} onRetry={() => void refetch()} />;
  return data ? (
    <View screen={screen} record={data}>
      {below?.(data)}
    </View>
  ) : (
    <FormSkeleton />
  );
}
