/** Access to the notes on a subject: everybody who may see the subject itself may read them. */
import { mayDo, mayOpen, mayOpenTab, seesOwnPublisherOnly } from '@signpost/contract/access/access.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type {
  MentionableQuery,
  NewNoteSubject,
  NoteQuery,
  NoteSubject,
} from '@signpost/contract/insight/notes/notes.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import type { Queryable } from '../../database.ts';
import { type SessionUser, USER_COLUMNS } from '../../session-user.ts';
import { readRecord } from '../../workplace/records/read.ts';
import { rowFilter } from '../../workplace/records/scope.ts';

type Subject = NoteSubject | NewNoteSubject | NoteQuery | MentionableQuery;

/** Errors: ITEM_NOT_FOUND where the viewer may not see the record or the tab. */
export async function requireSubject(db: Queryable, viewer: SessionUser, subject: Subject): Promise<void> {
  if (subject.kind === 'record') {
    const entity: EntityDefinition = entities[subject.entity];
    if (!mayDo(viewer, entity, 'read')) throw new AppError('ITEM_NOT_FOUND');
    await readRecord(db, entity, subject.id, rowFilter(entity, viewer));
    return;
  }
  // Notes on statistics are about the numbers of all publishers.
  if (seesOwnPublisherOnly(viewer) || !mayOpen(viewer, ROUTES.stats) || !mayOpenTab(viewer, subject.tab))
    throw new AppError('ITEM_NOT_FOUND');
}

/** Whether a person may read the notes on a subject. */
export async function maySeeSubject(db: Queryable, viewer: SessionUser, subject: Subject): Promise<boolean> {
  try {
    await requireSubject(db, viewer, subject);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'ITEM_NOT_FOUND') return false;
    throw error;
  }
}

/** All people who are not archived, by name. */
export async function readPeople(db: Queryable): Promise<SessionUser[]> {
  const rows = await db
    .selectFrom('users')
    .select([...USER_COLUMNS])
    .where('archivedAt', 'is', null)
    .orderBy('name')
    .execute();
  return rows.map((row) => ({ ...row, sessionId: null, keyScope: null }));
}
