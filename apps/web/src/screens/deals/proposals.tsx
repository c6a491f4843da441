/** `/deal-approval-form`: deals are proposed, and approved or rejected by management. */

import { mayOpen } from '@signpost/contract/access/access.ts';
import { approveProposal, listMarketplace, listOpenDeals, rejectProposal } from '@signpost/contract/calls/deals.ts';
import { dealProposal } from '@signpost/contract/entities/deal-proposal.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { proposalPresetSchema } from '@signpost/contract/records/deals.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useSearchParts } from '../../address/use-search.ts';
import { send } from '../../api/calls.ts';
import { useUser } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { RecordListPage } from '../../records/list-page.tsx';
import type { RecordRow, RecordScreen } from '../../records/screen.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FormDialog } from '../../ui/layout/form-dialog.tsx';
import { proposalScreen } from './proposal-screen.ts';

const REFRESH = [['records', dealProposal.name], ['records', partner.name], listOpenDeals, listMarketplace];

export default function ProposalsPage() {
  const user = useUser();
  // A request from the marketplace opens the form with the known values.
  const { preset } = useSearchParts();
  const decides = mayOpen(user, ROUTES.globalDealForm);
  const [approving, setApproving] = useState<RecordRow | null>(null);
  const [rejecting, setRejecting] = useState<RecordRow | null>(null);
  const [note, setNote] = useState('');
  const approve = useAction((row: RecordRow) => send(approveProposal, { params: { id: row.id }, body: {} }), {
    refresh: REFRESH,
    said: (row) => `Approved: the deal applies from ${String(row.validFrom)} on.`,
    onDone: () => setApproving(null),
  });
  const reject = useAction((row: RecordRow) => send(rejectProposal, { params: { id: row.id }, body: { note } }), {
    refresh: REFRESH,
    said: () => 'Rejected.',
    onDone: () => setRejecting(null),
  });
  const screen = useMemo(
    (): RecordScreen => ({
      ...proposalScreen,
      rowActions: (row) =>
        decides && row.proposalStatus === 'proposed' && row.archivedAt === null
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
  const presets = useMemo(() => {
    const known = proposalPresetSchema.safeParse(preset);
    return known.success ? known.data : {};
  }, [preset]);
  return (
    <>
      <RecordListPage screen={screen} presets={presets} />
      <ConfirmDialog
        opened={approving !== null}
        loading={approve.isPending}
        onCancel={() => setApproving(null)}
        onConfirm={() => approving && approve.mutate(approving)}
      >
        The deal is added to {approving?.labels.partnerId} for {approving?.labels.geoId} and applies from{' '}
        {String(approving?.validFrom ?? '')} on.
      </ConfirmDialog>
      <FormDialog
        opened={rejecting !== null}
        title="Reject the proposal"
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
