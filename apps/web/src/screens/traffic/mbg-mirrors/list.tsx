import { activateMirror } from '@signpost/contract/calls/mirrors.ts';
import { mbgMirror } from '@signpost/contract/entities/mbg-mirror.ts';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useMemo } from 'react';
import { recordsKey, send } from '../../../api/calls.ts';
import { ConfirmCall } from '../../../api/confirm-call.tsx';
import { RecordListPage } from '../../../records/list-page.tsx';
import type { RecordRow } from '../../../records/screen.ts';
import { useDialog } from '../../../ui/layout/use-dialog.tsx';
import { listOf } from '../../../ui/values/list-of.ts';
import { mirrorScreen } from './mirror-screen.tsx';

/** `/mbg-mirrors`: with one action to switch a geo to another mirror. */
export default function MbgMirrorsPage() {
  const { open, dialog } = useDialog((row: RecordRow, close) => (
    <ConfirmCall
      run={() => send(activateMirror, { params: { id: row.id } })}
      refresh={[recordsKey(mbgMirror)]}
      said={({ name }) => `${String(name)} is now active.`}
      undo="change"
      onClose={close}
    >
      Traffic of {row.labels.partnerId} in {row.labels.geoId} goes to {String(row.name)} from now on, instead of the
      mirror that was active.
    </ConfirmCall>
  ));
  const screen = useMemo(
    () => ({
      ...mirrorScreen,
      rowActions: (row: RecordRow) =>
        listOf(
          row.may.edit &&
            !row.active &&
            row.archivedAt === null && {
              id: 'activate',
              label: 'Make active',
              icon: <IconArrowsExchange size={16} aria-hidden />,
              onClick: () => open(row),
            },
        ),
    }),
    [open],
  );
  return (
    <>
      <RecordListPage screen={screen} />
      {dialog}
    </>
  );
}
