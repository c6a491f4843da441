/** Takes a payment or a settlement back that was entered wrongly, with a reason. */
import { reverseAllocation, reversePayment } from '@signpost/contract/calls/payments.ts';
import { send } from '../../../api/calls.ts';
import { ReasonDialog } from '../../../api/reason-dialog.tsx';
import classes from './documents.module.css';
import { DOCUMENT_CALLS } from './refresh.ts';

/** The entry that is taken back: a whole payment with everything that it settles, or one settlement of a document. */
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
  const { title, said, text } = WORDS[what];
  const call = what === 'payment' ? reversePayment : reverseAllocation;
  return (
    <ReasonDialog
      call={call}
      name="reason"
      run={(reason, key) => send(call, { params: { id }, body: { reason } }, key)}
      refresh={DOCUMENT_CALLS}
      said={said}
      title={title}
      onClose={onClose}
    >
      <p className={classes.muted}>{text} It cannot be taken back again.</p>
    </ReasonDialog>
  );
}
