/** Makes an invoice of what is due: self-billed by us, or with the publisher's own number and PDF. */
import { attachInvoice } from '@signpost/contract/calls/documents.ts';
import { createMyDraft } from '@signpost/contract/calls/my-invoices.ts';
import { type Due, RECEIVED_INVOICE_BYTES } from '@signpost/contract/money/views.ts';
import { useState } from 'react';
import { send } from '../../../api/calls.ts';
import { useAction } from '../../../api/use-action.ts';
import { useRefusals } from '../../../api/use-refusals.ts';
import { bodyWith, InvoiceFile } from '../../../features/money/documents/attach-dialog.tsx';
import classes from '../../../features/money/documents/documents.module.css';
import { DOCUMENT_CALLS } from '../../../features/money/documents/refresh.ts';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Toggle } from '../../../ui/fields/toggle.tsx';
import { FormDialog } from '../../../ui/layout/form-dialog.tsx';
import { Money } from '../../../ui/values/values.tsx';

interface Props {
  due: Due;
  month: string;
  onClose: () => void;
  onMade: (id: number) => void;
}

const FIELDS = ['externalNumber', 'note', 'file'];

export function CreateInvoice({ due, month, onClose, onMade }: Props) {
  const { partyId, party, currency, exact } = due;
  const [isOwn, setOwn] = useState(false);
  const [externalNumber, setNumber] = useState('');
  const [note, setNote] = useState('');
  const [file, setFile] = useState<File | null>(null);
  /** The draft, once it is made: if only the file is refused, another one goes to the same draft. */
  const [madeId, setMadeId] = useState<number | null>(null);
  const draft = { partyId, currency, month, externalNumber: isOwn ? externalNumber : '', note };
  const refusals = useRefusals((path) => FIELDS.includes(path));
  const create = useAction(
    async () => {
      const attach = (id: number, chosen: File) => send(attachInvoice, { params: { id }, body: bodyWith(chosen) });
      if (madeId !== null && file !== null) return await attach(madeId, file);
      const made = await send(createMyDraft, { body: draft });
      if (!isOwn || file === null) return made;
      setMadeId(made.data.id);
      return await attach(made.data.id, file);
    },
    {
      refresh: DOCUMENT_CALLS,
      said: () => 'The invoice is a draft. Check it and propose it for approval.',
      onDone: ({ id }) => {
        onClose();
        onMade(id);
      },
      onRefused: refusals.onRefused,
    },
  );
  const isComplete = !isOwn || (externalNumber.trim() !== '' && file !== null && file.size <= RECEIVED_INVOICE_BYTES);
  return (
    <FormDialog
      opened
      title={`Invoice of ${party}`}
      submitLabel="Create invoice"
      canSubmit={isComplete}
      submitting={create.isPending}
      onSubmit={() => create.mutate(undefined)}
      onCancel={onClose}
    >
      <p className={classes.muted}>
        <Money value={exact} currency={currency} /> net are due up to {month}. VAT is added by the table.
      </p>
      <Toggle
        label="With your own invoice"
        value={isOwn}
        onChange={setOwn}
        disabled={madeId !== null}
        help="Otherwise we write the invoice in your name (self-billing)."
      />
      {isOwn && (
        <>
          <TextInput
            label="Number of your invoice"
            required
            value={externalNumber}
            onChange={setNumber}
            maxLength={60}
            disabled={madeId !== null}
            errors={refusals.at('externalNumber')}
          />
          <InvoiceFile
            file={file}
            onFile={(chosen) => {
              refusals.clear();
              setFile(chosen);
            }}
            errors={refusals.at('file')}
          />
        </>
      )}
      <TextInput label="Note" value={note} onChange={setNote} maxLength={1000} lines={2} errors={refusals.at('note')} />
    </FormDialog>
  );
}
