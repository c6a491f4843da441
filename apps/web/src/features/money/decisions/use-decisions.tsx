/** Approving and rejecting the rows of a list: two actions in the row, and their dialogs. */
import type { AnyCall, CallAnswer, CallMeta } from '@signpost/contract/calls/define-call.ts';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { ApiResult } from '../../../api/client.ts';
import { ConfirmCall } from '../../../api/confirm-call.tsx';
import type { OnceKey } from '../../../api/once-key.ts';
import { ReasonDialog } from '../../../api/reason-dialog.tsx';
import type { ActionOptions } from '../../../api/use-action.ts';
import type { RecordRow, RecordScreen } from '../../../records/screen.ts';
import { useDialog } from '../../../ui/layout/use-dialog.tsx';

interface Decisions<T, C extends AnyCall> extends Pick<ActionOptions<RecordRow, T>, 'refresh'> {
  screen: RecordScreen;
  /** Whether the viewer decides, and the field that says that a row waits for a decision. */
  mayDecide: boolean;
  statusField: string;
  approve: (row: RecordRow) => Promise<ApiResult<T, unknown>>;
  approvedText: (data: T) => string;
  /** The effect of approving the row, which the dialog shows. */
  effectOf: (row: RecordRow) => ReactNode;
  rejection: C;
  reject: (row: RecordRow, note: string, key: OnceKey) => Promise<ApiResult<CallAnswer<C>, CallMeta<C>>>;
  rejectTitle: string;
}

/** The screen with its row actions, and the dialogs to place beside the list. */
export function useDecisions<T, C extends AnyCall>(
  decisions: Decisions<T, C>,
): { screen: RecordScreen; dialogs: ReactNode } {
  const { screen, mayDecide, statusField, refresh, approve, approvedText, effectOf, rejection, reject } = decisions;
  const { open: askToApprove, dialog: approving } = useDialog((row: RecordRow, close) => (
    <ConfirmCall run={() => approve(row)} refresh={refresh} said={approvedText} onClose={close}>
      {effectOf(row)}
    </ConfirmCall>
  ));
  const { open: askToReject, dialog: rejecting } = useDialog((row: RecordRow, close) => (
    <ReasonDialog
      call={rejection}
      name="note"
      run={(note, key) => reject(row, note, key)}
      refresh={refresh}
      said="Rejected."
      title={decisions.rejectTitle}
      submitLabel="Reject"
      onClose={close}
    />
  ));
  const withActions = useMemo(
    (): RecordScreen => ({
      ...screen,
      rowActions: (row) => {
        if (!mayDecide || row[statusField] !== 'proposed' || row.archivedAt !== null) return [];
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
      },
    }),
    [screen, mayDecide, statusField, askToApprove, askToReject],
  );
  const dialogs = (
    <>
      {approving}
      {rejecting}
    </>
  );
  return { screen: withActions, dialogs };
}
