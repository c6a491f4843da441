/** Gives up an open amount, with a reason. */
import { writeOffDocument } from '@signpost/contract/calls/payments.ts';
import type { DocumentView } from '@signpost/contract/money/views.ts';
import { useState } from 'react';
import { send } from '../../api/calls.ts';
import { useOnceKey } from '../../api/once-key.ts';
import { useAction } from '../../api/use-action.ts';
import { DecimalField } from '../../fields/decimal-field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FormDialog } from '../../ui/layout/form-dialog.tsx';
import { formatMoney } from '../../ui/values/format.ts';
import { DOCUMENT_CALLS } from './refresh.ts';
import { useRefusals } from './use-refusals.ts';

export function WriteOffDialog({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const { id, open, currency } = document;
  const once = useOnceKey();
  const [amount, setAmount] = useState<string | null>(open);
  const [reason, setReason] = useState('');
  const refusals = useRefusals((path) => path === 'amount' || path === 'reason');
  const act = useAction(
    () =>
      send(
        writeOffDocument,
        { params: { id }, body: { amount: amount ?? '', reason } },
        { idempotencyKey: once.keyNow() },
      ),
    {
      refresh: DOCUMENT_CALLS,
      said: () => 'The amount is written off.',
      onDone: onClose,
      onRefused: (error) => {
        once.renewIfRefused(error);
        return refusals.onRefused(error);
      },
    },
  );
  return (
    <FormDialog
      opened
      title="Write off"
      submitLabel="Write off"
      canSubmit={amount !== null && reason.trim() !== ''}
      submitting={act.isPending}
      onSubmit={() => act.mutate(undefined)}
      onCancel={onClose}
    >
      <DecimalField
        label={`Amount, ${currency}`}
        value={amount}
        onChange={setAmount}
        currency={currency}
        required
        help={`${formatMoney(open, currency)} are open. The loss is booked today.`}
        errors={refusals.at('amount')}
      />
      <TextInput
        label="Reason"
        required
        value={reason}
        onChange={setReason}
        maxLength={500}
        errors={refusals.at('reason')}
      />
    </FormDialog>
  );
}
