/** The progress of making the boxes or links of a large sheet in the background. */
import { cancelRun } from '@signpost/contract/calls/runs.ts';
import { readSheet, readSheetMaking } from '@signpost/contract/calls/sheets.ts';
import { SHEET_WORDS, type Sheet } from '@signpost/contract/sheets/sheet.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { callKey, send, useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { formatNumber } from '../../../ui/values/format.ts';
import classes from './sheets.module.css';

const POLL_MS = 1_000;

/** Shows the progress, and calls `onDone` when the run has ended, however it ended. */
export function SheetMaking({ sheet, onDone }: { sheet: Sheet; onDone: () => void }) {
  const { grade, id: userId } = useUser();
  const { data } = useCall(
    readSheetMaking,
    { params: { id: sheet.id } },
    { enabled: sheet.making !== null, staleTime: 0, poll: { everyMs: POLL_MS, isOn: (making) => making !== null } },
  );
  const hasEnded = sheet.making !== null && data === null;
  const client = useQueryClient();
  const tell = useEffectEvent(() => {
    void client.invalidateQueries({ queryKey: callKey(readSheet) });
    onDone();
  });
  useEffect(() => {
    if (hasEnded) tell();
  }, [hasEnded]);
  const making = data ?? sheet.making;
  const cancel = useAction(() => send(cancelRun, { params: { id: making?.runId ?? 0 } }), {
    refresh: [readSheetMaking, readSheet],
    said: () => `Making the ${SHEET_WORDS[sheet.kind].many} is being cancelled. None of them stays.`,
  });
  if (making === null || hasEnded) return null;
  const { done, total, ownerId } = making;
  const { many } = SHEET_WORDS[sheet.kind];
  const describeProgress = () => {
    if (total === null) return `The ${many} are about to be made.`;
    return `${formatNumber(done)} of ${formatNumber(total)} ${many} made.`;
  };
  return (
    <div className={classes.making} role="status">
      <span>{describeProgress()}</span>
      {total !== null && <progress value={done} max={total} aria-label="How far it is" />}
      {(grade === 'Admin' || ownerId === userId) && (
        <Button loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          Cancel
        </Button>
      )}
    </div>
  );
}
