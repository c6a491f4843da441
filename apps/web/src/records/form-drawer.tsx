/** The form of a record beside its list, for screens whose route has no form of its own. */
import { inSentence } from '@signpost/contract/define/words.ts';
import { ApiError } from '../api/error.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState, FormSkeleton } from '../ui/feedback/states.tsx';
import { Drawer } from '../ui/layout/drawer.tsx';
import { useRecord } from './api.ts';
import { RecordForm } from './form-page.tsx';
import classes from './records.module.css';
import type { RecordRow, RecordScreen, Values } from './screen.ts';

const WIDTH = 640;

interface Props {
  screen: RecordScreen;
  /** The id of a record, `new`, or null while no form is open. */
  open: string | null;
  onClose: () => void;
  presets?: Values | undefined;
}

/** What the viewer can do with the record, such as approving or reversing it: where it is read. */
function DrawerActions({ screen, record }: { screen: RecordScreen; record: RecordRow }) {
  const actions = screen.rowActions?.(record) ?? [];
  if (actions.length === 0) return null;
  return (
    <div className={classes.drawerActions}>
      {actions.map(({ id, label, icon, href, onClick }) => (
        <Button key={id} icon={icon} href={href} onClick={onClick}>
          {label}
        </Button>
      ))}
    </div>
  );
}

/** A record that can no longer be edited has no unsaved input, so its form shows the newest version. */
const formKey = ({ id, version, may }: RecordRow): string => (may.edit ? `${id}` : `${id} ${version}`);

export function FormDrawer({ screen, open, onClose, presets }: Props) {
  const { entity } = screen;
  const id = open === null || open === 'new' ? null : Number(open);
  const { data, error } = useRecord(entity, id);
  const title = open === 'new' ? `Add ${inSentence(entity.one)}` : String(data?.[entity.title] ?? entity.one);
  return (
    <Drawer opened={open !== null} onClose={onClose} title={title} width={WIDTH}>
      {error ? (
        <ErrorState title={error.message} id={error instanceof ApiError ? (error.requestId ?? undefined) : undefined} />
      ) : open === 'new' ? (
        <RecordForm screen={screen} mode="add" record={null} onDone={() => onClose()} presets={presets} />
      ) : data && screen.detail ? (
        screen.detail(data)
      ) : data ? (
        <>
          <DrawerActions screen={screen} record={data} />
          <RecordForm key={formKey(data)} screen={screen} mode="edit" record={data} onDone={() => onClose()} />
        </>
      ) : (
        <FormSkeleton />
      )}
    </Drawer>
  );
}
