/**
 * The publisher's side of a document: what a publisher writes, and what it reads of what our staff wrote. It reads no
 * reason that staff gave, no name of staff and no account of ours (docs/product/documents.md#a-publishers-side).
 */
import type { DocumentView } from '@signpost/contract/money/views.ts';
import { type RawBuilder, sql } from 'kysely';
import type { SessionUser } from '../../session-user.ts';

export const isPublisher = (viewer: SessionUser): boolean => viewer.grade === 'Publisher';

/** Whether a person (`users`) belongs to the publisher of the document `d`. */
export const isPublishersPerson = (person: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(${person}.grade = 'Publisher' AND ${person}.publisher_id = d.publisher_id, false)`;

/** Whether the publisher sent the document `d` in, or one of its people made it. */
export const WRITTEN_BY_PUBLISHER = sql`(d.kind = 'received' OR EXISTS (SELECT 1 FROM users author
  WHERE author.id = d.created_by AND ${isPublishersPerson(sql`author`)}))`;

/** The name under which a publisher sees our people. */
export const STAFF = 'Staff';

/** The parts of an entry of the history that a publisher reads, whoever wrote it. `answer` is written for the publisher. */
const FOR_EVERYBODY = ['total', 'amount', 'currency', 'fact', 'answer'];

type Written<T> = T & { isPublishers: boolean };
interface WholeView extends Omit<DocumentView, 'authors' | 'allocations' | 'history'> {
  authors: Written<{ name: string }>[];
  /** `isReasoned`: the text is a reason that somebody gave. */
  allocations: (DocumentView['allocations'][number] & { isReasoned: boolean })[];
  history: Written<DocumentView['history'][number]>[];
}

const withoutReason = ({ detail, ...event }: WholeView['history'][number]): WholeView['history'][number] => ({
  ...event,
  user: STAFF,
  detail: Object.fromEntries(Object.entries(detail).filter(([name]) => FOR_EVERYBODY.includes(name))),
});

function withoutOurBank(payload: WholeView['payload']): WholeView['payload'] {
  if (payload.side === 'receivable') return payload;
  return { ...payload, buyer: { ...payload.buyer, bank: null } };
}

/** The document as a publisher reads it. */
export function forPublisher(view: WholeView): WholeView {
  const { payload } = view;
  return {
    ...view,
    payload: withoutOurBank(payload),
    authors: view.authors.filter(({ isPublishers }) => isPublishers),
    verdicts: [],
    // References of payments and numbers of credit notes are meant for the publisher; reasons are not.
    allocations: view.allocations.map((one) => (one.isReasoned ? { ...one, text: '' } : one)),
    history: view.history.map((event) => (event.isPublishers ? event : withoutReason(event))),
  };
}
