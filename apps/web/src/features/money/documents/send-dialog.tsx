/** Sends an issued document by e-mail. */
import { sendDocument } from '@signpost/contract/calls/documents.ts';
import type { DocumentView } from '@signpost/contract/money/views.ts';
import { xmlProblem } from '@signpost/contract/reading/minor-units.ts';
import { CallDialog } from '../../../api/call-dialog.tsx';
import { useCallForm } from '../../../api/use-call-form.ts';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Toggle } from '../../../ui/fields/toggle.tsx';
import classes from './documents.module.css';
import { DOCUMENT_CALLS } from './refresh.ts';

export function SendDialog({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const { id, number, payload } = document;
  const problem = xmlProblem(payload.currency);
  const other = payload.seller.kind === 'legalEntity' ? payload.buyer : payload.seller;
  const form = useCallForm(sendDocument, {
    initial: { to: other.email, message: '', hasXml: false },
    input: (body) => ({ params: { id }, body }),
    refresh: DOCUMENT_CALLS,
    said: (_, { to }) => `${number} is on its way to ${to}. You are told if it does not arrive.`,
    onDone: onClose,
  });
  return (
    <CallDialog form={form} title={`Send ${number}`} submitLabel="Send" onClose={onClose}>
      <TextInput label="To" type="email" {...form.field('to')} />
      <TextInput
        label="Message"
        {...form.field('message')}
        lines={4}
        help="Number, amount and due date are added below it. The PDF is attached."
      />
      {problem === '' && <Toggle label="Attach the UBL XML as well" {...form.field('hasXml')} />}
      {problem !== '' && <p className={classes.muted}>{problem}</p>}
    </CallDialog>
  );
}
