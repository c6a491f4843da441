/** What can be done with a document in its state: one step forward first, then everything else. */

import { mayOpen } from '@signpost/contract/access/access.ts';
import { acceptDocument, deleteDraft, issueDocument, proposeDocument } from '@signpost/contract/calls/documents.ts';
import { nameOf } from '@signpost/contract/money/labels.ts';
import type { DocumentView } from '@signpost/contract/money/views.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { useState } from 'react';
import { send } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
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

type Asked = 'apply' | 'edit' | 'attach' | 'pay' | 'credit' | 'send' | 'writeOff' | 'issue' | 'delete';

interface Props {
  document: DocumentView;
  onClose: () => void;
  onOpen: (id: number) => void;
}

/** The steps that need nothing but a confirmation. */
function useSteps({ document, onClose }: Omit<Props, 'onOpen'>, done: () => void) {
  const { id, payloadHash } = document;
  const propose = useAction(() => send(proposeDocument, { params: { id }, body: { payloadHash } }), {
    refresh: DOCUMENT_CALLS,
    said: () => 'The document waits for approval now.',
  });
  const issue = useAction(() => send(issueDocument, { params: { id }, body: { payloadHash } }), {
    refresh: DOCUMENT_CALLS,
    said: ({ number }) => `Issued as ${number}.`,
    onDone: done,
  });
  const remove = useAction(() => send(deleteDraft, { params: { id } }), {
    refresh: DOCUMENT_CALLS,
    said: () => 'The draft is deleted. Its facts are due again.',
    onDone: () => {
      done();
      onClose();
    },
  });
  const accept = useAction(() => send(acceptDocument, { params: { id } }), {
    refresh: DOCUMENT_CALLS,
    said: () => 'You have accepted the document.',
  });
  return { propose, accept, issue, remove };
}

export function DocumentActions({ document, onClose, onOpen }: Props) {
  const user = useUser();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { propose, accept, issue, remove } = useSteps({ document, onClose }, () => setAsked(null));
  const { may, state, kind, id } = document;
  const close = () => setAsked(null);
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
        <Button kind="primary" onClick={() => setAsked('issue')}>
          Issue
        </Button>
      )}
      {may.settle && (
        <Button kind="primary" onClick={() => setAsked('pay')}>
          {isCredit ? 'Record refund' : 'Record payment'}
        </Button>
      )}
      {may.settle && isCredit && <Button onClick={() => setAsked('apply')}>Apply to an invoice</Button>}
      {may.accept && (
        <Button kind="primary" loading={accept.isPending} onClick={() => accept.mutate(undefined)}>
          Accept
        </Button>
      )}
      {may.attach && <Button onClick={() => setAsked('attach')}>Attach PDF</Button>}
      {may.edit && !isCredit && <Button onClick={() => setAsked('edit')}>Edit</Button>}
      {may.send && <Button onClick={() => setAsked('send')}>Send by e-mail</Button>}
      {may.credit && <Button onClick={() => setAsked('credit')}>Credit</Button>}
      {may.settle && !isCredit && <Button onClick={() => setAsked('writeOff')}>Write off</Button>}
      {may.edit && <Button onClick={() => setAsked('delete')}>Delete draft</Button>}
      {asked === 'apply' && <ApplyDialog document={document} onClose={close} />}
      {asked === 'edit' && <EditDialog document={document} onClose={close} />}
      {asked === 'attach' && <AttachDialog id={id} onClose={close} />}
      {asked === 'pay' && <PayDialog document={document} onClose={close} />}
      {asked === 'credit' && <CreditDialog document={document} onClose={close} onMade={onOpen} />}
      {asked === 'send' && <SendDialog document={document} onClose={close} />}
      {asked === 'writeOff' && <WriteOffDialog document={document} onClose={close} />}
      <ConfirmDialog
        opened={asked === 'issue'}
        title={`Issue ${nameOf(document)}`}
        confirmLabel={isCredit ? 'Issue credit note' : 'Issue invoice'}
        loading={issue.isPending}
        onConfirm={() => issue.mutate(undefined)}
        onCancel={close}
      >
        {document.party}, {formatMoney(document.total, document.currency)}. {document.disputed} {document.oldRate} The
        document gets the next number and today’s date. It is never changed after that; corrections are credit notes.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'delete'}
        title="Delete the draft"
        danger
        loading={remove.isPending}
        onConfirm={() => remove.mutate(undefined)}
        onCancel={close}
      >
        Its facts are due again and go to the next document. Its history is kept.
      </ConfirmDialog>
    </div>
  );
}
