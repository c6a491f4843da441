/** `/flat-fees`: fixed fees, which people of the top grade approve or reject. */

import { mayOpen } from '@signpost/contract/access/access.ts';
import { approveFlatFee, rejectFlatFee } from '@signpost/contract/calls/flat-fees.ts';
import { flatFee } from '@signpost/contract/entities/flat-fee.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { send } from '../../api/calls.ts';
import { useUser } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { RecordListPage } from '../../records/list-page.tsx';
import type { RecordRow, RecordScreen } from '../../records/screen.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FormDialog } from '../../ui/layout/form-dialog.tsx';
import { feeScreen } from './fee-screen.ts';

const REFRESH = [['records', flatFee.name]];

export default function FlatFeesPage() {
  const user = useUser();
  const decides = mayOpen(user, ROUTES.approval);
  const [approving, setApproving] = useState<RecordRow | null>(null);
  const [rejecting, setRejecting] = useState<RecordRow | null>(null);
  const [note, setNote] = useState('');
  const approve = useAction(
    ({ id, version }: RecordRow) => send(approveFlatFee, { params: { id }, body: { version } }),
    {
      refresh: REFRESH,
      said: (row) =>
        row.feeStatus === 'approved'
          ? 'Approved: the fee counts from its first day on.'
          : 'Your approval is stored. An amount of this size needs another one.',
      onDone: () => setApproving(null),
    },
  );
  const reject = useAction(
    ({ id, version }: RecordRow) => send(rejectFlatFee, { params: { id }, body: { version, note } }),
    { refresh: REFRESH, said: () => 'Rejected.', onDone: () => setRejecting(null) },
  );
  const screen = useMemo(
    (): RecordScreen => ({
      ...feeScreen,
      rowActions: (row) =>
        decides && row.feeStatus === 'proposed' && row.archivedAt === null
          ? [
              {
                id: 'approve',
                label: 'Approve',
                icon: <IconCheck size={16} aria-hidden />,
                onClick: () => setApproving(row),
              },
              {
                id: 'reject',
                label: 'Reject',
                icon: <IconX size={16} aria-hidden />,
                onClick: () => {
                  setNote('');
                  setRejecting(row);
                },
              },
            ]
          : [],
    }),
    [decides],
  );
  return (
    <>
      <RecordListPage screen={screen} />
      <ConfirmDialog
        opened={approving !== null}
        loading={approve.isPending}
        onCancel={() => setApproving(null)}
        onConfirm={() => approving && approve.mutate(approving)}
      >
        {`${String(approving?.amount ?? '')} ${String(approving?.currency ?? '')} for “${String(approving?.name ?? '')}” counts from ${String(approving?.fromDay ?? '')} to ${String(approving?.toDay ?? '')}.`}
      </ConfirmDialog>
      <FormDialog
        opened={rejecting !== null}
        title="Reject the flat fee"
        submitLabel="Reject"
        canSubmit={note.trim() !== ''}
        submitting={reject.isPending}
        onSubmit={() => rejecting && reject.mutate(rejecting)}
        onCancel={() => setRejecting(null)}
      >
        <TextInput label="Reason" required value={note} onChange={setNote} maxLength={500} />
      </FormDialog>
    </>
  );
}
