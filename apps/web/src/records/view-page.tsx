/** A read-only record: its fields by section, its history and a link to its form. */

import { inSentence } from '@signpost/contract/define/words.ts';
import { IconNote } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { idOf, useScreenParams } from '../address/use-params.ts';
import { FormSkeleton } from '../ui/feedback/states.tsx';
import { DrawerButton } from '../ui/layout/dialog-button.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { useRecord } from './api.ts';
import { EditAction } from './edit-action.tsx';
import { HistoryButton } from './history-drawer.tsx';
import { NotesDrawer } from './notes-drawer.tsx';
import { RecordCrumbs } from './record-crumbs.tsx';
import { RecordError } from './record-error.tsx';
import { RecordFacts } from './record-facts.tsx';
import classes from './records.module.css';
import type { RecordRow, RecordScreen } from './screen.ts';

function View({ screen, record, children }: { screen: RecordScreen; record: RecordRow; children?: ReactNode }) {
  const { entity } = screen;
  return (
    <>
      <PageHeader title={String(record[entity.title])} />
      <div className={classes.form}>
        <RecordCrumbs screen={screen} record={record} here="view" />
        {record.archivedAt && <p className={classes.notice}>This {inSentence(entity.one)} is archived.</p>}
        {screen.above?.(record)}
        <RecordFacts
          screen={screen}
          record={record}
          actions={
            <>
              <DrawerButton
                kind="quiet"
                icon={<IconNote size={16} aria-hidden />}
                drawer={(state) => (
                  <NotesDrawer entity={entity} id={record.id} title={String(record[entity.title])} {...state} />
                )}
              >
                Notes
              </DrawerButton>
              <HistoryButton entity={entity} id={record.id} />
            </>
          }
        />
        {children}
      </div>
      <EditAction screen={screen} record={record} />
    </>
  );
}

/** The page of `view/{id}`; `below` shows what belongs to the record. */
export function RecordViewPage({ screen, below }: { screen: RecordScreen; below?: (record: RecordRow) => ReactNode }) {
  const { id } = useScreenParams();
  const { data, error, refetch } = useRecord(screen.entity, idOf(id));
  if (error) return <RecordError entity={screen.entity} error={error} onRetry={() => void refetch()} />;
  if (data)
    return (
      <View screen={screen} record={data}>
        {below?.(data)}
      </View>
    );
  return <FormSkeleton />;
}
