/** A publisher accepts a document that we made in its name. */
import { dayIn } from '@signpost/contract/dates/dates.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { DocumentListRow } from '@signpost/contract/money/views.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { isPublisher } from './publisher-side.ts';
import { addEvent, type By, readDocument } from './store.ts';

/** The entry of the history that says so. */
export const ACCEPTED = 'accepted by the publisher';

const earlierRow = z.object({ at: z.date(), name: z.string() });

/** Whether a publisher may accept the document now, if it has not accepted it before. */
export const mayAccept = (viewer: SessionUser, { kind, issueDate, disputes }: DocumentListRow): boolean =>
  isPublisher(viewer) && viewer.keyScope === null && kind === 'selfBilled' && issueDate !== null && disputes === 0;

/**
 * Notes that the publisher accepts the issued document, whose content never changes any more. Errors: FORBIDDEN for staff
 * and for programs; CONFLICT for a draft, for a document with an open dispute, and for one that is accepted.
 */
export async function acceptDocument(trx: Trx, row: DocumentListRow, viewer: SessionUser, by: By): Promise<void> {
  const { id, kind, issueDate, disputes } = row;
  if (!isPublisher(viewer) || viewer.keyScope !== null || kind !== 'selfBilled') throw new AppError('FORBIDDEN');
  if (issueDate === null)
    throw new AppError('CONFLICT', { message: 'This document is not issued yet and can still change.' });
  if (disputes > 0)
    throw new AppError('CONFLICT', { message: 'Facts of this document are disputed. Wait for the answer first.' });
  await readDocument(trx, id, { lock: true });
  const [earlier] = await readRows(
    trx,
    earlierRow,
    sql`SELECT e.at, u.name FROM document_events e JOIN users u ON u.id = e.user_id
      WHERE e.document_id = ${id} AND e.what = ${ACCEPTED}`,
  );
  if (earlier !== undefined) {
    const day = dayIn(earlier.at, viewer.timeZone);
    const message = `${earlier.name} accepted this document on ${day}. Nothing is left to do.`;
    throw new AppError('CONFLICT', { message });
  }
  await addEvent(trx, id, by, { what: ACCEPTED });
}
