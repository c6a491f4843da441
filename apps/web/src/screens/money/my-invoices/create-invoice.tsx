/** Makes an invoice of what is due: self-billed by us, or with the publisher's own number and PDF. */
import type { CallInput } from '@signpost/contract/calls/define-call.ts';
import { attachInvoice } from '@signpost/contract/calls/documents.ts';
import { createMyDraft } from '@signpost/contract/calls/my-invoices.ts';
import type { Due } from '@signpost/contract/money/views.ts';
import { useMutation } from '@tanstack/react-query';
import { CallDialog } from '../../../api/call-dialog.tsx';
import { send } from '../../../api/calls.ts';
import type { OnceKey } from '../../../api/once-key.ts';
import { useFormOf } from '../../../api/use-call-form.ts';
import { bodyWith, InvoiceFile, isFitting } from '../../../features/money/documents/attach-dialog.tsx';
import classes from '../../../features/money/documents/documents.module.css';
import { DOCUMENT_CALLS } from '../../../features/money/documents/refresh.ts';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Toggle } from '../../../ui/fields/toggle.tsx';
import { Money } from '../../../ui/values/values.tsx';

interface Props {
  due: Due;
  month: string;
  onClose: () => void;
  onMade: (id: number) => void;
}

interface DraftInput extends CallInput<typeof createMyDraft> {
  key: OnceKey;
}

interface Values {
  /** Whether the publisher writes the invoice, with a number and a file of its own. */
  isOwn: boolean;
  externalNumber: string;
  note: string;
  file: File | null;
}

const NOTHING_ENTERED: Values = { isOwn: false, externalNumber: '', note: '', file: null };

export function CreateInvoice({ due, month, onClose, onMade }: Props) {
  const { partyId, party, currency, exact } = due;
  /** The draft is made once: if only the file is refused, another one goes to the same draft. */
  const draft = useMutation({ mutationFn: ({ body, key }: DraftInput) => send(createMyDraft, { body }, key) });
  const form = useFormOf(createMyDraft, {
    initial: NOTHING_ENTERED,
    run: async ({ isOwn: hasFile, externalNumber, note, file }, key) => {
      const body = { partyId, currency, month, externalNumber: hasFile ? externalNumber : '', note };
      const made = draft.data ?? (await draft.mutateAsync({ body, key }));
      if (hasFile) await send(attachInvoice, { params: { id: made.data.id }, body: bodyWith(file) });
      return made;
    },
    refresh: DOCUMENT_CALLS,
    said: () => 'The invoice is a draft. Check it and propose it for approval.',
    onDone: ({ id }) => {
      onClose();
      onMade(id);
    },
  });
  const { isOwn, externalNumber, file } = form.values;
  const isMade = draft.data !== undefined;
  return (
    <CallDialog
      form={form}
      title={`Invoice of ${party}`}
      submitLabel="Create invoice"
      canSubmit={!isOwn || (externalNumber.trim() !== '' && isFitting(file))}
      onClose={onClose}
    >
      <p className={classes.muted}>
        <Money value={exact} currency={currency} /> net are due up to {month}. VAT is added by the table.
      </p>
      <Toggle
        label="With your own invoice"
        value={isOwn}
        onChange={(next) => form.set({ isOwn: next })}
        disabled={isMade}
        help="Otherwise we write the invoice in your name (self-billing)."
      />
      {isOwn && (
        <>
          <TextInput label="Number of your invoice" {...form.field('externalNumber')} required disabled={isMade} />
          <InvoiceFile {...form.field('file')} />
        </>
      )}
      <TextInput label="Note" {...form.field('note')} lines={2} />
    </CallDialog>
  );
}
