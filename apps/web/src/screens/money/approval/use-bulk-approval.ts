/** Approves several rows one after the other: each verdict is bound to exactly the content in the list. */
import { decideDocument } from '@signpost/contract/calls/document-approvals.ts';
import { approveFlatFee } from '@signpost/contract/calls/flat-fees.ts';
import { decideChange } from '@signpost/contract/calls/money-changes.ts';
import { flatFee } from '@signpost/contract/entities/flat-fee.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { recordsKey, send } from '../../../api/calls.ts';
import { ApiError } from '../../../api/error.ts';
import { DOCUMENT_CALLS } from '../../../features/money/documents/refresh.ts';
import { showSnackbar } from '../../../ui/feedback/snackbar.tsx';
import type { ApprovalRow } from './approval-rows.tsx';
import { CHANGE_CALLS } from './refresh.ts';

function approve(row: ApprovalRow) {
  switch (row.kind) {
    case 'document':
      return send(decideDocument, {
        params: { id: row.document.id },
        body: { payloadHash: row.document.payloadHash, verdict: 'approved' },
      });
    case 'fee':
      return send(approveFlatFee, { params: { id: row.fee.id }, body: { version: row.fee.version } });
    case 'change': {
      const { kind, id, hash } = row.change;
      return send(decideChange, { params: { kind, id }, body: { hash, verdict: 'approved' } });
    }
  }
}

export function useBulkApproval(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ rows }: { rows: readonly ApprovalRow[]; close: () => void }) => {
      const refused: string[] = [];
      for (const row of rows)
        try {
          await approve(row);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          refused.push(`${row.party}: ${error.reason}`);
        }
      return { approved: rows.length - refused.length, refused };
    },
    onSuccess: ({ approved, refused }, { close }) => {
      if (approved > 0) showSnackbar({ type: 'success', message: `${approved} approved.` });
      if (refused.length > 0) showSnackbar({ type: 'error', message: `Not approved. ${refused.join(' ')}` });
      close();
      onDone();
    },
    onSettled: async () => {
      for (const queryKey of [...DOCUMENT_CALLS, ...CHANGE_CALLS, recordsKey(flatFee)])
        await client.invalidateQueries({ queryKey });
    },
  });
}
