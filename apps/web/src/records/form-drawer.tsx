/** The form of a record beside its list, for screens whose route has no form of its own. */
import { inSentence } from '@signpost/contract/define/words.ts';
import { requestIdOf } from '../api/error-id.ts';
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

/** The actions that the viewer can take on the record while reading it, such as approving or reversing it. */
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
const formKey = ({ id, version, may }: RecordRow): string => {
  if (may.edit) return `${id}`;
  return `${id} ${version}`;
};

interface ContentProps extends Props {
  record: RecordRow | undefined;
  error: Error | null;
}

/** The form of a new record, or the detail or form of one that exists. */
function Content({ screen, open, onClose, presets, record, error }: ContentProps) {
  if (error) return <ErrorState title={error.message} id={requestIdOf(error)} />;
  if (open === 'new')
    return <RecordForm screen={screen} mode="add" record={null} onDone={() => onClose()} presets={presets} />;
  if (!record) return <FormSkeleton />;
  if (screen.detail) return screen.detail(record);
  return (
    <>
      <DrawerActions screen={screen} record={record} />
      <RecordForm key={formKey(record)} screen={screen} mode="edit" record={record} onDone={() => onClose()} />
    </>
  );
}

export function FormDrawer(props: Props) {
  const { open, onClose } = props;
  const { entity } = props.screen;
  const id = open === null || open === 'new' ? null : Number(open);
  const { data, error } = useRecord(entity, id);
  const title = open === 'new' ? `Add ${inSentence(entity.one)}` : String(data?.[entity.title] ?? entity.one);
  return (
    <Drawer opened={open !== null} onClose={onClose} title={title} width={WIDTH}>
      <Content {...props} record={data} error={error} />
    </Drawer>
  );
}
