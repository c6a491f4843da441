/** Attaches the publisher's own invoice, which is kept byte by byte. */
import { attachInvoice } from '@signpost/contract/calls/documents.ts';
import { RECEIVED_INVOICE_BYTES } from '@signpost/contract/money/views.ts';
import { CallDialog } from '../../../api/call-dialog.tsx';
import { useCallForm } from '../../../api/use-call-form.ts';
import { DropZone, type DropZoneProps } from '../../../ui/fields/drop-zone.tsx';
import { formatBytes } from '../../../ui/values/format.ts';
import { DOCUMENT_CALLS } from './refresh.ts';

const PDF = '.pdf,application/pdf';
const TOO_LARGE = `The file is larger than ${formatBytes(RECEIVED_INVOICE_BYTES)}.`;

const NO_FILE: { file: File | null } = { file: null };

/** Whether there is a file that is not too large. */
export const isFitting = (file: File | null): boolean => file !== null && file.size <= RECEIVED_INVOICE_BYTES;

/** The PDF of an invoice; whether it is one is seen by its content, on the server. */
export function InvoiceFile({ value, onChange, errors = [] }: Pick<DropZoneProps, 'value' | 'onChange' | 'errors'>) {
  return (
    <DropZone
      label="Your invoice as PDF"
      accept={PDF}
      value={value}
      onChange={onChange}
      help={`Up to ${formatBytes(RECEIVED_INVOICE_BYTES)}. It is kept exactly as it is.`}
      errors={value === null || isFitting(value) ? errors : [TOO_LARGE]}
    />
  );
}

/** The body of the call that attaches a file. */
export function bodyWith(file: File | null): FormData {
  const body = new FormData();
  if (file !== null) body.append('file', file);
  return body;
}

export function AttachDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const form = useCallForm(attachInvoice, {
    initial: NO_FILE,
    input: ({ file }) => ({ params: { id }, body: bodyWith(file) }),
    refresh: DOCUMENT_CALLS,
    said: () => 'Your invoice is attached.',
    onDone: onClose,
  });
  return (
    <CallDialog
      form={form}
      title="Attach your invoice"
      submitLabel="Attach PDF"
      canSubmit={isFitting(form.values.file)}
      onClose={onClose}
    >
      <InvoiceFile {...form.field('file')} />
    </CallDialog>
  );
}
