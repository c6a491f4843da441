/** Sends an issued document by e-mail. */
import { sendDocument } from '@signpost/contract/calls/documents.ts';
import { xmlProblem } from '@signpost/contract/money/minor-units.ts';
import type { DocumentView } from '@signpost/contract/money/views.ts';
import { useState } from 'react';
import { send } from '../../api/calls.ts';
import { useOnceKey } from '../../api/once-key.ts';
import { useAction } from '../../api/use-action.ts';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Toggle } from '../../ui/fields/toggle.tsx';
import { FormDialog } from '../../ui/layout/form-dialog.tsx';
import classes from './documents.module.css';
import { DOCUMENT_CALLS } from './refresh.ts';
import { useRefusals } from './use-refusals.ts';

export function SendDialog({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const { id, number, payload } = document;
  const problem = xmlProblem(payload.currency);
  const other = payload.seller.kind === 'legalEntity' ? payload.buyer : payload.seller;
  const [to, setTo] = useState(other.email);
  const [message, setMessage] = useState('');
  const [hasXml, setXml] = useState(false);
  const once = useOnceKey();
  const refusals = useRefusals((path) => path === 'to' || path === 'message');
  const act = useAction(
    () => send(sendDocument, { params: { id }, body: { to, message, hasXml } }, { idempotencyKey: once.keyNow() }),
    {
      refresh: DOCUMENT_CALLS,
      said: () => `${number} is on its way to ${to}. You are told if it does not arrive.`,
      onDone: onClose,
      onRefused: (error) => {
        once.renewIfRefused(error);
        return refusals.onRefused(error);
      },
    },
  );
  const renderXmlChoice = () => {
    if (problem === '') return <Toggle label="Attach the UBL XML as well" value={hasXml} onChange={setXml} />;
    return <p className={classes.muted}>{problem}</p>;
  };
  return (
    <FormDialog
      opened
      title={`Send ${number}`}
      submitLabel="Send"
      canSubmit={to.trim() !== ''}
      submitting={act.isPending}
      onSubmit={() => act.mutate(undefined)}
      onCancel={onClose}
    >
      <TextInput
        label="To"
        type="email"
        required
        value={to}
        onChange={setTo}
        maxLength={254}
        errors={refusals.at('to')}
      />
      <TextInput
        label="Message"
        value={message}
        onChange={setMessage}
        maxLength={2000}
        lines={4}
        help="Number, amount and due date are added below it. The PDF is attached."
        errors={refusals.at('message')}
      />
      {renderXmlChoice()}
    </FormDialog>
  );
}
