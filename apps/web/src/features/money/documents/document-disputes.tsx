/** The disputes of a document, with the answers. */
import { decideDispute, listDisputes, showDocument } from '@signpost/contract/calls/documents.ts';
import type { Dispute, DocumentView } from '@signpost/contract/money/views.ts';
import { keysOf } from '@signpost/contract/objects.ts';
import { send, useCall } from '../../../api/calls.ts';
import { ReasonDialog } from '../../../api/reason-dialog.tsx';
import { useUser } from '../../../api/session.ts';
import { DialogButton } from '../../../ui/layout/dialog-button.tsx';
import { Badge, Money } from '../../../ui/values/values.tsx';
import classes from './documents.module.css';

const TONES = { open: 'attention', accepted: 'good', rejected: 'neutral' } as const;
const WORDS = { open: 'Open', accepted: 'Accepted', rejected: 'Rejected' } as const;

export function DisputeBadge({ state }: Pick<Dispute, 'state'>) {
  return <Badge tone={TONES[state]}>{WORDS[state]}</Badge>;
}

interface DialogProps {
  dispute: Dispute;
  verdict: Verdict;
  onClose: () => void;
}

type Verdict = 'accepted' | 'rejected';
const VERBS = { accepted: 'Accept', rejected: 'Reject' } as const satisfies Record<Verdict, string>;

/** The answer to a dispute, which the publisher reads. */
export function DisputeDialog({ dispute, verdict, onClose }: DialogProps) {
  const verb = VERBS[verdict];
  return (
    <ReasonDialog
      call={decideDispute}
      name="answer"
      run={(answer) => send(decideDispute, { params: { id: dispute.id }, body: { state: verdict, answer } })}
      refresh={[listDisputes, showDocument, ['records', 'documents']]}
      said={`The dispute is ${verdict}.`}
      title={`${verb} the dispute`}
      submitLabel={`${verb} dispute`}
      label="Answer"
      lines={3}
      onClose={onClose}
    >
      <p className={classes.muted}>
        {dispute.openedBy}: {dispute.reason}
      </p>
      {verdict === 'accepted' && (
        <p className={classes.muted}>
          Correct it by holding the fact back from the draft, or by a credit note after the document was issued.
        </p>
      )}
    </ReasonDialog>
  );
}

export function DocumentDisputes({ document }: { document: DocumentView }) {
  const user = useUser();
  const { data = [] } = useCall(listDisputes, { query: { documentId: document.id } });
  if (data.length === 0) return null;
  const decides = user.grade !== 'Publisher' && document.may.dispute;
  return (
    <section>
      <h3 className={classes.sub}>Disputes ({data.length})</h3>
      <ul className={classes.lines}>
        {data.map((dispute) => (
          <li key={dispute.id}>
            <span>
              <DisputeBadge state={dispute.state} /> {dispute.kind.replaceAll('_', ' ')}{' '}
              {dispute.exact !== null && <Money value={dispute.exact} currency={document.currency} />}{' '}
              {dispute.openedBy}: {dispute.reason}
              {dispute.answer !== '' && <span className={classes.muted}> Answer: {dispute.answer}</span>}
            </span>
            {decides && dispute.state === 'open' && dispute.openedById !== user.id && (
              <span className={classes.footer}>
                {keysOf(VERBS).map((verdict) => (
                  <DialogButton
                    key={verdict}
                    dialog={(close) => <DisputeDialog dispute={dispute} verdict={verdict} onClose={close} />}
                  >
                    {VERBS[verdict]}
                  </DialogButton>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
