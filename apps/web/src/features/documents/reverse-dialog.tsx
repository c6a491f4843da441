/** Takes a payment or a settlement back that was entered wrongly, with a reason. */
import { reverseAllocation, reversePayment } from '@signpost/contract/calls/payments.ts';
import { useState } from 'react';
import { send } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FormDialog } from '../../ui/layout/form-dialog.tsx';
import classes from './documents.module.css';
import { DOCUMENT_CALLS } from './refresh.ts';
import { useRefusals } from './use-refusals.ts';

/** What is taken back: a whole payment with everything that it settles, or what settles one document. */
export interface Reversed {
  what: 'payment' | 'settlement';
  id: number;
}

const WORDS = {
  payment: {
    title: 'Reverse payment',
    said: 'The payment is reversed.',
    text: 'A payment with the opposite amount is booked today, and what this one settles is open again.',
  },
  settlement: {
    title: 'Take settlement back',
    said: 'The settlement is taken back.',
    text: 'The opposite amount is booked today, and the document is open again by it.',
  },
} as const;

export function ReverseDialog({ what, id, onClose }: Reversed & { onClose: () => void }) {
  const [reason, setReason] = useState('');
  const refusals = useRefusals((path) => path === 'reason');
  const call = what === 'payment' ? reversePayment : reverseAllocation;
  const { title, said, text } = WORDS[what];
  const act = useAction(() => send(call, { params: { id }, body: { reason } }), {
    refresh: DOCUMENT_CALLS,
    said: () => said,
    onDone: onClose,
    onRefused: refusals.onRefused,
  });
  return (
    <FormDialog
      opened
      title={title}
      submitLabel={title}
      canSubmit={reason.trim() !== ''}
      submitting={act.isPending}
      onSubmit={() => act.mutate(undefined)}
      onCancel={onClose}
    >
      <p className={classes.muted}>{text} It cannot be taken back again.</p>
      <TextInput
        label="Reason"
        required
        value={reason}
        onChange={setReason}
        maxLength={200}
        errors={refusals.at('reason')}
      />
    </FormDialog>
  );
}
