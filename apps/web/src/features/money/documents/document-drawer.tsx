/** One document beside its list: its total, the next actions, and all its details. */

import { showDocument } from '@signpost/contract/calls/documents.ts';
import { AGE_LABELS, KIND_LABELS, nameOf, STATE_LABELS } from '@signpost/contract/money/labels.ts';
import { compareMoney } from '@signpost/contract/money/money.ts';
import type { DocumentView } from '@signpost/contract/money/views.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { ApiError } from '../../../api/error.ts';
import { EmptyState, FormSkeleton } from '../../../ui/feedback/states.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { Badge, Money } from '../../../ui/values/values.tsx';
import { DocumentActions } from './document-actions.tsx';
import { DocumentContent } from './document-content.tsx';
import { DocumentDisputes } from './document-disputes.tsx';
import { DocumentFiles } from './document-files.tsx';
import classes from './documents.module.css';
import { Settlements } from './settlements.tsx';
import { Today } from './today.tsx';
import { STATE_TONES } from './words.ts';

const WIDTH = 860;

interface Props {
  /** The id of the row whose details are shown; undefined while the drawer is closed. */
  id: number | undefined;
  onClose: () => void;
  onOpen: (id: number) => void;
}

export function DocumentDrawer({ id, onClose, onOpen }: Props) {
  const { data, error, isPending, refetch } = useCall(
    showDocument,
    { params: { id: id ?? 0 } },
    // Others approve and settle documents meanwhile, so a document is read again whenever it is opened.
    { enabled: id !== undefined, staleTime: 0 },
  );
  const title = data === undefined ? 'Document' : `${KIND_LABELS[data.kind]} ${nameOf(data)}`;
  return (
    <Drawer opened={id !== undefined} onClose={onClose} title={title} width={WIDTH}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {id !== undefined && isPending && <FormSkeleton />}
      {data !== undefined && <Whole key={data.id} document={data} onClose={onClose} onOpen={onOpen} />}
    </Drawer>
  );
}

function Problem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!(error instanceof ApiError) || error.httpStatus !== 404) return <CallError error={error} onRetry={onRetry} />;
  return (
    <EmptyState title="There is no such document">
      It was deleted before it was issued, or it belongs to somebody else. Close this to see the list.
    </EmptyState>
  );
}

/** The warnings of a document, such as a problem that keeps it from being issued. They stand above all its actions. */
export function DocumentWarnings({ document }: { document: DocumentView }) {
  const warnings = [document.problem, document.disputed, document.oldRate].filter((text) => text !== '');
  if (warnings.length === 0) return null;
  return (
    <div role="status">
      {warnings.map((text) => (
        <p key={text}>
          <Badge tone="attention">Attention</Badge> {text}
        </p>
      ))}
    </div>
  );
}

/** The total of the document and its state, party and dates. */
export function DocumentHead({ document }: { document: DocumentView }) {
  const { total, currency, state, age, open, issueDate, dueDate, party } = document;
  return (
    <div className={classes.head}>
      <strong>
        <Money value={total} currency={currency} />
      </strong>
      <Badge tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Badge>
      {age !== null && age !== 'notDue' && <Badge tone="bad">{`Overdue: ${AGE_LABELS[age]}`}</Badge>}
      <span>{party}</span>
      {issueDate !== null && (
        <span className={classes.muted}>
          Issued {issueDate}, due {dueDate}
        </span>
      )}
      {issueDate !== null && compareMoney(open, '0') > 0 && compareMoney(open, total) < 0 && (
        <span className={classes.muted}>
          Open <Money value={open} currency={currency} />
        </span>
      )}
    </div>
  );
}

function Whole({ document, onClose, onOpen }: { document: DocumentView } & Omit<Props, 'id'>) {
  return (
    <div className={classes.stack}>
      <DocumentHead document={document} />
      <DocumentWarnings document={document} />
      <DocumentActions document={document} onClose={onClose} onOpen={onOpen} />
      <DocumentFiles document={document} />
      <DocumentDisputes document={document} />
      <Settlements document={document} onOpen={onOpen} />
      <DocumentContent document={document} />
      {document.kind !== 'creditNote' && <Today id={document.id} currency={document.currency} />}
    </div>
  );
}
