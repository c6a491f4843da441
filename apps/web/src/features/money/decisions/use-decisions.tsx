/** Approving and rejecting the rows of a list: two actions in the row, and their dialogs. */
import { IconCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { RecordRow, RecordScreen } from '../../../records/screen.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { FormDialog } from '../../../ui/layout/form-dialog.tsx';

/** An action on a row, as `useAction` returns it. */
interface Deciding<Argument> {
  mutate: (argument: Argument, options: { onSuccess: () => void }) => void;
  isPending: boolean;
}

interface Decisions {
  screen: RecordScreen;
  /** Whether the viewer decides, and the field that says that a row waits for a decision. */
  mayDecide: boolean;
  statusField: string;
  approve: Deciding<RecordRow>;
  reject: Deciding<{ row: RecordRow; note: string }>;
  /** What approving the row does. */
  effectOf: (row: RecordRow) => ReactNode;
  rejectTitle: string;
}

const MAX_NOTE = 500;

/** The screen with its row actions, and the dialogs to place beside the list. */
export function useDecisions(decisions: Decisions): { screen: RecordScreen; dialogs: ReactNode } {
  const { screen, mayDecide, statusField, approve, reject, effectOf, rejectTitle } = decisions;
  const [approving, setApproving] = useState<RecordRow | null>(null);
  const [rejecting, setRejecting] = useState<RecordRow | null>(null);
  const [note, setNote] = useState('');
  const withActions = useMemo(
    (): RecordScreen => ({
      ...screen,
      rowActions: (row) => {
        if (mayDecide && row[statusField] === 'proposed' && row.archivedAt === null)
          return [
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
          ];
        return [];
      },
    }),
    [screen, mayDecide, statusField],
  );
  const dialogs = (
    <>
      <ConfirmDialog
        opened={approving !== null}
        loading={approve.isPending}
        onCancel={() => setApproving(null)}
        onConfirm={() => approving && approve.mutate(approving, { onSuccess: () => setApproving(null) })}
      >
        {approving !== null && effectOf(approving)}
      </ConfirmDialog>
      <FormDialog
        opened={rejecting !== null}
        title={rejectTitle}
        submitLabel="Reject"
        canSubmit={note.trim() !== ''}
        submitting={reject.isPending}
        onSubmit={() => rejecting && reject.mutate({ row: rejecting, note }, { onSuccess: () => setRejecting(null) })}
        onCancel={() => setRejecting(null)}
      >
        <TextInput label="Reason" required value={note} onChange={setNote} maxLength={MAX_NOTE} />
      </FormDialog>
    </>
  );
  return { screen: withActions, dialogs };
}
