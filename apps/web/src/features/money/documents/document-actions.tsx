/** The actions on a document that its state allows: the next step first, then all others. */

import { mayOpen } from '@signpost/contract/access/access.ts';
import { acceptDocument, deleteDraft, issueDocument, proposeDocument } from '@signpost/contract/calls/documents.ts';
import { nameOf } from '@signpost/contract/money/labels.ts';
import type { DocumentView } from '@signpost/contract/money/views.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { send } from '../../../api/calls.ts';
import { ConfirmCallButton } from '../../../api/confirm-call.tsx';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogButton } from '../../../ui/layout/dialog-button.tsx';
import { formatMoney } from '../../../ui/values/format.ts';
import { ApplyDialog } from './apply-dialog.tsx';
import { AttachDialog } from './attach-dialog.tsx';
import { CreditDialog } from './credit-dialog.tsx';
import classes from './documents.module.css';
import { EditDialog } from './edit-dialog.tsx';
import { PayDialog } from './pay-dialog.tsx';
import { DOCUMENT_CALLS } from './refresh.ts';
import { SendDialog } from './send-dialog.tsx';
import { WriteOffDialog } from './write-off-dialog.tsx';

interface Props {
  document: DocumentView;
  onClose: () => void;
  onOpen: (id: number) => void;
}

/** The steps that are taken at once. */
function useSteps({ id, payloadHash }: DocumentView) {
  const propose = useAction(() => send(proposeDocument, { params: { id }, body: { payloadHash } }), {
    refresh: DOCUMENT_CALLS,
    said: () => 'The document waits for approval now.',
  });
  const accept = useAction(() => send(acceptDocument, { params: { id } }), {
    refresh: DOCUMENT_CALLS,
    said: () => 'You have accepted the document.',
  });
  return { propose, accept };
}

export function DocumentActions({ document, onClose, onOpen }: Props) {
  const user = useUser();
  const { propose, accept } = useSteps(document);
  const { may, state, kind, id, payloadHash } = document;
  const isCredit = kind === 'creditNote';
  return (
    <div className={classes.footer}>
      {may.propose && (
        <Button kind="primary" loading={propose.isPending} onClick={() => propose.mutate(undefined)}>
          Propose for approval
        </Button>
      )}
      {state === 'proposed' && mayOpen(user, ROUTES.approval) && (
        <Button kind={may.decide ? 'primary' : 'default'} href={`${hashHref(path.approval())}?document=${id}`}>
          {may.decide ? 'Decide' : 'Show in approvals'}
        </Button>
      )}
      {may.issue && (
        <ConfirmCallButton
          label="Issue"
          kind="primary"
          title={`Issue ${nameOf(document)}`}
          confirmLabel={isCredit ? 'Issue credit note' : 'Issue invoice'}
          run={() => send(issueDocument, { params: { id }, body: { payloadHash } })}
          refresh={DOCUMENT_CALLS}
          said={({ number }) => `Issued as ${number}.`}
        >
          {document.party}, {formatMoney(document.total, document.currency)}. {document.disputed} {document.oldRate} The
          document gets the next number and today’s date. It is never changed after that; corrections are credit notes.
        </ConfirmCallButton>
      )}
      {may.settle && (
        <DialogButton kind="primary" dialog={(close) => <PayDialog document={document} onClose={close} />}>
          {isCredit ? 'Record refund' : 'Record payment'}
        </DialogButton>
      )}
      {may.settle && isCredit && (
        <DialogButton dialog={(close) => <ApplyDialog document={document} onClose={close} />}>
          Apply to an invoice
        </DialogButton>
      )}
      {may.accept && (
        <Button kind="primary" loading={accept.isPending} onClick={() => accept.mutate(undefined)}>
          Accept
        </Button>
      )}
      {may.attach && (
        <DialogButton dialog={(close) => <AttachDialog id={id} onClose={close} />}>Attach PDF</DialogButton>
      )}
      {may.edit && !isCredit && (
        <DialogButton dialog={(close) => <EditDialog document={document} onClose={close} />}>Edit</DialogButton>
      )}
      {may.send && (
        <DialogButton dialog={(close) => <SendDialog document={document} onClose={close} />}>
          Send by e-mail
        </DialogButton>
      )}
      {may.credit && (
        <DialogButton dialog={(close) => <CreditDialog document={document} onClose={close} onMade={onOpen} />}>
          Credit
        </DialogButton>
      )}
      {may.settle && !isCredit && (
        <DialogButton dialog={(close) => <WriteOffDialog document={document} onClose={close} />}>
          Write off
        </DialogButton>
      )}
      {may.edit && (
        <ConfirmCallButton
          label="Delete draft"
          title="Delete the draft"
          danger
          run={() => send(deleteDraft, { params: { id } })}
          refresh={DOCUMENT_CALLS}
          said={() => 'The draft is deleted. Its facts are due again.'}
          onDone={onClose}
        >
          Its facts are due again and go to the next document. Its history is kept.
        </ConfirmCallButton>
      )}
    </div>
  );
}
