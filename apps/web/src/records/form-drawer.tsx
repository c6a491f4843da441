/** The form of a record beside its list, for screens whose route has no form of its own. */
import { inSentence } from '@signpost/contract/define/words.ts';
import { ApiError } from '../api/error.ts';
import { ErrorState, FormSkeleton } from '../ui/feedback/states.tsx';
import { Drawer } from '../ui/layout/drawer.tsx';
import { useRecord } from './api.ts';
import { RecordForm } from './form-page.tsx';
import type { RecordScreen, Values } from './screen.ts';

const WIDTH = 640;

interface Props {
  screen: RecordScreen;
  /** The id of a record, `new`, or null while no form is open. */
  open: string | null;
  onClose: () => void;
  presets?: Values | undefined;
}

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
        <RecordForm screen={screen} mode="add" record={null} onDone={onClose} presets={presets} />
      ) : data && screen.detail ? (
        screen.detail(data)
      ) : data ? (
        <RecordForm key={data.id} screen={screen} mode="edit" record={data} onDone={onClose} />
      ) : (
        <FormSkeleton />
      )}
    </Drawer>
  );
}
