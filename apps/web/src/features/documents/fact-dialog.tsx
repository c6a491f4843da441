/** Holds a single fact back from a draft, or disputes it. Both need a reason. */
import { disputeFact, holdBilledFacts } from '@signpost/contract/calls/documents.ts';
import type { BilledFact } from '@signpost/contract/money/views.ts';
import { useState } from 'react';
import { send } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FormDialog } from '../../ui/layout/form-dialog.tsx';
import classes from './documents.module.css';
import { DOCUMENT_CALLS } from './refresh.ts';

interface Props {
  documentId: number;
  asked: { fact: BilledFact; what: 'hold' | 'dispute' } | null;
  onClose: () => void;
}

const WORDS = {
  hold: {
    title: 'Hold the fact back',
    submit: 'Hold back',
    help: 'It waits until another document takes it. The document is a draft again, because its content changes.',
    said: 'The fact is held back.',
  },
  dispute: {
    title: 'Dispute the fact',
    submit: 'Dispute fact',
    help: 'Say what is wrong. A manager answers; the amount does not change until then.',
    said: 'The fact is disputed.',
  },
} as const;

export function FactDialog({ documentId, asked, onClose }: Props) {
  const [reason, setReason] = useState('');
  const params = { id: documentId };
  const act = useAction(
    ({ fact: { factId }, what }: NonNullable<Props['asked']>) => {
      if (what === 'hold') return send(holdBilledFacts, { params, body: { factIds: [factId], reason } });
      return send(disputeFact, { params, body: { factId, reason } });
    },
    {
      refresh: DOCUMENT_CALLS,
      said: (_data, { what }) => WORDS[what].said,
      onDone: () => {
        setReason('');
        onClose();
      },
    },
  );
  const words = WORDS[asked?.what ?? 'dispute'];
  return (
    <FormDialog
      opened={asked !== null}
      title={words.title}
      submitLabel={words.submit}
      canSubmit={reason.trim() !== ''}
      submitting={act.isPending}
      onSubmit={() => asked && act.mutate(asked)}
      onCancel={onClose}
    >
      <p className={classes.muted}>{words.help}</p>
      <TextInput label="Reason" required autoFocus value={reason} onChange={setReason} maxLength={500} lines={3} />
    </FormDialog>
  );
}
