/** Approve or reject, with a reason. What is typed stays until it is sent. */
import { useState } from 'react';
import classes from '../../../features/money/documents/documents.module.css';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';

export type Verdict = 'approved' | 'rejected';

interface Props {
  /** Why the viewer cannot decide; empty if they can. */
  obstacle: string;
  isBusy: boolean;
  errors: readonly string[];
  onDecide: (verdict: Verdict, reason: string) => void;
}

const MAX_REASON = 500;

export function VerdictForm({ obstacle, isBusy, errors, onDecide }: Props) {
  const [reason, setReason] = useState('');
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
        errors={errors}
      />
      <div className={classes.footer}>
        <Button kind="primary" loading={isBusy} onClick={() => onDecide('approved', reason)}>
          Approve
        </Button>
        <Button kind="danger" loading={isBusy} onClick={() => onDecide('rejected', reason)}>
          Reject
        </Button>
      </div>
    </>
  );
}
