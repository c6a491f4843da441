import { activateMirror } from '@signpost/contract/calls/mirrors.ts';
import { mbgMirror } from '@signpost/contract/entities/mbg-mirror.ts';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { recordsKey, send } from '../../../api/calls.ts';
import { useAction } from '../../../api/use-action.ts';
import { RecordListPage } from '../../../records/list-page.tsx';
import type { RecordRow } from '../../../records/screen.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { mirrorScreen } from './mirror-screen.tsx';

/** `/mbg-mirrors`: with one action to switch a geo to another mirror. */
export default function MbgMirrorsPage() {
  const [chosen, setChosen] = useState<RecordRow | null>(null);
  const activate = useAction(({ id }: RecordRow) => send(activateMirror, { params: { id } }), {
    refresh: [recordsKey(mbgMirror)],
    said: (row) => `${String(row.name)} is now active.`,
    undo: 'change',
    onDone: () => setChosen(null),
  });
  const screen = useMemo(
    () => ({
      ...mirrorScreen,
      rowActions: (row: RecordRow) => {
        if (row.may.edit && !row.active && row.archivedAt === null)
          return [
            {
              id: 'activate',
              label: 'Make active',
              icon: <IconArrowsExchange size={16} aria-hidden />,
              onClick: () => setChosen(row),
            },
          ];
        return [];
      },
    }),
    [],
  );
  return (
    <>
      <RecordListPage screen={screen} />
      <ConfirmDialog
        opened={chosen !== null}
        loading={activate.isPending}
        onCancel={() => setChosen(null)}
        onConfirm={() => chosen && activate.mutate(chosen)}
      >
        Traffic of {chosen?.labels.partnerId} in {chosen?.labels.geoId} goes to {String(chosen?.name)} from now on,
        instead of the mirror that was active.
      </ConfirmDialog>
    </>
  );
}
