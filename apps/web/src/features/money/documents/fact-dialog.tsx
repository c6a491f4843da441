/** Holds a single fact back from a draft, or disputes it. Both need a reason. */
import { disputeFact, holdBilledFacts } from '@signpost/contract/calls/documents.ts';
import type { BilledFact } from '@signpost/contract/money/views.ts';
import { send } from '../../../api/calls.ts';
import { ReasonDialog } from '../../../api/reason-dialog.tsx';
import classes from './documents.module.css';
import { DOCUMENT_CALLS } from './refresh.ts';

interface Props {
  documentId: number;
  fact: BilledFact;
  what: 'hold' | 'dispute';
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

export function FactDialog({ documentId, fact: { factId }, what, onClose }: Props) {
  const { title, submit, help, said } = WORDS[what];
  const params = { id: documentId };
  return (
    <ReasonDialog
      call={disputeFact}
      name="reason"
      run={(reason) => {
        if (what === 'hold') return send(holdBilledFacts, { params, body: { factIds: [factId], reason } });
        return send(disputeFact, { params, body: { factId, reason } });
      }}
      refresh={DOCUMENT_CALLS}
      said={said}
      title={title}
      submitLabel={submit}
      lines={3}
      onClose={onClose}
    >
      <p className={classes.muted}>{help}</p>
    </ReasonDialog>
  );
}
