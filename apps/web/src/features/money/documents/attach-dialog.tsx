/** Attaches the publisher's own invoice, which is kept byte by byte. */
import { attachInvoice } from '@signpost/contract/calls/documents.ts';
import { RECEIVED_INVOICE_BYTES } from '@signpost/contract/money/views.ts';
import { useState } from 'react';
import { send } from '../../../api/calls.ts';
import { useAction } from '../../../api/use-action.ts';
import { useRefusals } from '../../../api/use-refusals.ts';
import { DropZone } from '../../../ui/fields/drop-zone.tsx';
import { FormDialog } from '../../../ui/layout/form-dialog.tsx';
import { formatBytes } from '../../../ui/values/format.ts';
import { DOCUMENT_CALLS } from './refresh.ts';

const PDF = '.pdf,application/pdf';
const TOO_LARGE = `The file is larger than ${formatBytes(RECEIVED_INVOICE_BYTES)}.`;

interface FileProps {
  file: File | null;
  onFile: (file: File) => void;
  errors: readonly string[];
}

/** The PDF of an invoice; whether it is one is seen by its content, on the server. */
export function InvoiceFile({ file, onFile, errors }: FileProps) {
  const isTooLarge = file !== null && file.size > RECEIVED_INVOICE_BYTES;
  return (
    <DropZone
      label="Your invoice as PDF"
      accept={PDF}
      value={file}
      onChange={onFile}
      help={`Up to ${formatBytes(RECEIVED_INVOICE_BYTES)}. It is kept exactly as it is.`}
      errors={isTooLarge ? [TOO_LARGE] : errors}
    />
  );
}

/** The body of the call that attaches a file. */
export function bodyWith(file: File): FormData {
  const body = new FormData();
  body.append('file', file);
  return body;
}

export function AttachDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const refusals = useRefusals((path) => path === 'file');
  const act = useAction((chosen: File) => send(attachInvoice, { params: { id }, body: bodyWith(chosen) }), {
    refresh: DOCUMENT_CALLS,
    said: () => 'Your invoice is attached.',
    onDone: onClose,
    onRefused: refusals.onRefused,
  });
  return (
    <FormDialog
      opened
      title="Attach your invoice"
      submitLabel="Attach PDF"
      canSubmit={file !== null && file.size <= RECEIVED_INVOICE_BYTES}
      submitting={act.isPending}
      onSubmit={() => file && act.mutate(file)}
      onCancel={onClose}
    >
      <InvoiceFile
        file={file}
        onFile={(chosen) => {
          refusals.clear();
          setFile(chosen);
        }}
        errors={refusals.at('file')}
      />
    </FormDialog>
  );
}
