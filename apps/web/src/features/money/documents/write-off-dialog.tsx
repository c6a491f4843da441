/** Gives up an open amount, with a reason. */
import { writeOffDocument } from '@signpost/contract/calls/payments.ts';
import type { DocumentView } from '@signpost/contract/money/views.ts';
import { CallDialog } from '../../../api/call-dialog.tsx';
import { useCallForm } from '../../../api/use-call-form.ts';
import { DecimalField } from '../../../fields/decimal-field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { formatMoney } from '../../../ui/values/format.ts';
import { DOCUMENT_CALLS } from './refresh.ts';

interface Values {
  amount: string | null;
  reason: string;
}

export function WriteOffDialog({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const { id, open, currency } = document;
  const initial: Values = { amount: open, reason: '' };
  const form = useCallForm(writeOffDocument, {
    initial,
    input: ({ amount, reason }) => ({ params: { id }, body: { amount: amount ?? '', reason } }),
    refresh: DOCUMENT_CALLS,
    said: () => 'The amount is written off.',
    onDone: onClose,
  });
  return (
    <CallDialog form={form} title="Write off" onClose={onClose}>
      <DecimalField
        label={`Amount, ${currency}`}
        {...form.field('amount')}
        currency={currency}
        help={`${formatMoney(open, currency)} are open. The loss is booked today.`}
      />
      <TextInput label="Reason" {...form.field('reason')} />
    </CallDialog>
  );
}
