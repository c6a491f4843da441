/** Approving and rejecting the rows of a list: two actions in the row, and their dialogs. */

import { IconCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { RecordRow, RecordScreen } from '../../../records/screen.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { FormDialog } from '../../../ui/layout/form-dialog.tsx';
import { useDialog } from '../../../ui/layout/use-dialog.tsx';

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

interface RejectProps {
  title: string;
  isPending: boolean;
  onReject: (note: string) => void;
  onClose: () => void;
}

function RejectDialog({ title, isPending, onReject, onClose }: RejectProps) {
  const [note, setNote] = useState('');
  return (
    <FormDialog
      opened
      title={title}
      submitLabel="Reject"
      canSubmit={note.trim() !== ''}
      submitting={isPending}
      onSubmit={() => onReject(note)}
      onCancel={onClose}
    >
      <TextInput label="Reason" required value={note} onChange={setNote} maxLength={MAX_NOTE} />
    </FormDialog>
  );
}

/** The screen with its row actions, and the dialogs to place beside the list. */
export function useDecisions(decisions: Decisions): { screen: RecordScreen; dialogs: ReactNode } {
  const { screen, mayDecide, statusField, approve, reject, effectOf, rejectTitle } = decisions;
  const approving = useDialog((row: RecordRow, close) => (
    <ConfirmDialog
      opened
      loading={approve.isPending}
      onCancel={close}
      onConfirm={() => approve.mutate(row, { onSuccess: close })}
    >
      {effectOf(row)}
    </ConfirmDialog>
  ));
  const rejecting = useDialog((row: RecordRow, close) => (
    <RejectDialog
      title={rejectTitle}
      isPending={reject.isPending}
      onReject={(note) => reject.mutate({ row, note }, { onSuccess: close })}
      onClose={close}
    />
  ));
  const askToApprove = approving.open;
  const askToReject = rejecting.open;
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
              onClick: () => askToApprove(row),
            },
            {
              id: 'reject',
              label: 'Reject',
              icon: <IconX size={16} aria-hidden />,
              onClick: () => askToReject(row),
            },
          ];
        return [];
      },
    }),
    [screen, mayDecide, statusField, askToApprove, askToReject],
  );
  const dialogs = (
    <>
      {approving.dialog}
      {rejecting.dialog}
    </>
  );
  return { screen: withActions, dialogs };
}
