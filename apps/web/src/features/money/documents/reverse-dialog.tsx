/** Takes a payment or a settlement back that was entered wrongly, with a reason. */
import { reverseAllocation, reversePayment } from '@signpost/contract/calls/payments.ts';
import { CallDialog } from '../../../api/call-dialog.tsx';
import { useCallForm } from '../../../api/use-call-form.ts';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import classes from './documents.module.css';
import { DOCUMENT_CALLS } from './refresh.ts';

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
  const { title, said, text } = WORDS[what];
  const form = useCallForm(what === 'payment' ? reversePayment : reverseAllocation, {
    initial: { reason: '' },
    input: (body) => ({ params: { id }, body }),
    refresh: DOCUMENT_CALLS,
    said: () => said,
    onDone: onClose,
  });
  return (
    <CallDialog form={form} title={title} onClose={onClose}>
      <p className={classes.muted}>{text} It cannot be taken back again.</p>
      <TextInput label="Reason" {...form.field('reason')} />
    </CallDialog>
  );
}
