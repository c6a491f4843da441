/** The form to approve or reject, with a reason. The typed reason stays until it is sent. */
import { useState } from 'react';
import type { ApiResult } from '../../../api/client.ts';
import { errorsAt } from '../../../api/errors-at.ts';
import { type ActionOptions, useAction } from '../../../api/use-action.ts';
import classes from '../../../features/money/documents/documents.module.css';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';

type Verdict = 'approved' | 'rejected';

interface Ask {
  verdict: Verdict;
  reason: string;
}

interface Props<T> extends Pick<ActionOptions<Ask, T>, 'refresh' | 'said' | 'onDone'> {
  /** Why the viewer cannot decide; empty if they can. */
  obstacle: string;
  run: (ask: Ask) => Promise<ApiResult<T, unknown>>;
  /** The name of the reason in the call. */
  reasonPath: 'note' | 'reason';
}

const MAX_REASON = 500;

export function VerdictForm<T>({ obstacle, run, reasonPath, ...options }: Props<T>) {
  const [reason, setReason] = useState('');
  const decide = useAction(run, {
    ...options,
    onRefused: (error) => errorsAt(error, reasonPath).length > 0,
  });
  if (obstacle !== '') return <p className={classes.muted}>{obstacle}. Somebody else has to decide.</p>;
  return (
    <>
      <TextInput
        label="Reason"
        help="Needed when you reject."
        value={reason}
        onChange={setReason}
        maxLength={MAX_REASON}
        lines={2}
        errors={errorsAt(decide.error, reasonPath)}
      />
      <div className={classes.footer}>
        <Button
          kind="primary"
          loading={decide.isPending}
          onClick={() => decide.mutate({ verdict: 'approved', reason })}
        >
          Approve
        </Button>
        <Button kind="danger" loading={decide.isPending} onClick={() => decide.mutate({ verdict: 'rejected', reason })}>
          Reject
        </Button>
      </div>
    </>
  );
}
