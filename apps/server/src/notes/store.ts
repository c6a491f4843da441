/** Notes on records and statistics: reading, pinning, editing, resolving, and telling the people they mention. */
import { dayIn } from '@signpost/contract/dates/dates.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { ENTITY_NAMES } from '@signpost/contract/define/entity-names.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { AppError } from '@signpost/contract/errors.ts';
import {
  isDayOpen,
  type NewNote,
  NOTES_SHOWN,
  type Note,
  type NoteQuery,
  type NoteSubject,
  newNoteSchema,
  type noteChangeSchema,
  outsideNotes,
} from '@signpost/contract/notes/notes.ts';
import type { NotificationBody } from '@signpost/contract/notifications/notifications.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { isMetricId, type MetricId } from '@signpost/contract/stats/metrics.ts';
import { TAB_NAMES } from '@signpost/contract/stats/tab-names.ts';
import { tabOf } from '@signpost/contract/stats/tabs/index.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../database.ts';
import { notify, reviseNotifications, withdrawNotifications } from '../notifications/notify.ts';
import { readRows } from '../platform/rows.ts';
import { type SessionUser, USER_COLUMNS } from '../session-user.ts';
import { maySeeSubject, requireSubject } from './access.ts';

const refused = (path: string, message: string) => new AppError('VALIDATION', { errors: [{ path, message }] });

const noteRow = z.object({
  id: z.number(),
  authorId: z.number(),
  author: z.string(),
  body: z.string(),
  entity: z.enum(ENTITY_NAMES).nullable(),
  recordId: z.number().nullable(),
  tab: z.enum(TAB_NAMES).nullable(),
  day: z.string().nullable(),
  rowWords: z.string(),
  metric: z.custom<MetricId>(isMetricId).nullable(),
  createdAt: z.date(),
  editedAt: z.date().nullable(),
  resolvedAt: z.date().nullable(),
  resolver: z.string().nullable(),
  mentions: z.array(z.object({ id: z.number(), name: z.string() })),
});

async function readNotes(db: Queryable, viewer: SessionUser, where: RawBuilder<unknown>): Promise<Note[]> {
  const rows = await readRows(
    db,
    noteRow,
    sql`SELECT n.id, n.author_id, a.name AS author, n.body, n.entity, n.record_id, n.tab, n.day, n.row_words, n.metric,
        n.created_at, n.edited_at, n.resolved_at, r.name AS resolver,
        coalesce((SELECT jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) ORDER BY u.name)
          FROM note_mentions m JOIN users u ON u.id = m.user_id WHERE m.note_id = n.id), '[]') AS mentions
      FROM notes n JOIN users a ON a.id = n.author_id LEFT JOIN users r ON r.id = n.resolved_by
      WHERE n.deleted_at IS NULL AND ${where} ORDER BY n.id DESC LIMIT ${NOTES_SHOWN}`,
  );
  return rows.map((row) => ({
    id: row.id,
    subject: subjectOf(row),
    body: row.body,
    author: { id: row.authorId, name: row.author },
    mentions: row.mentions,
    at: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    resolvedBy: row.resolver,
    isOwn: row.authorId === viewer.id,
  }));
}

function subjectOf({ entity, recordId, tab, day, rowWords, metric }: z.infer<typeof noteRow>): NoteSubject {
  if (entity !== null && recordId !== null) return { kind: 'record', entity, id: recordId };
  if (tab === null || day === null) throw new RangeError('A note is about nothing.');
  return { kind: 'stats', tab, day, row: rowWords, metric };
}

const about = (query: NoteQuery): RawBuilder<unknown> =>
  query.kind === 'record'
    ? sql`n.entity = ${query.entity} AND n.record_id = ${query.id}`
    : sql`n.tab = ${query.tab} AND n.day BETWEEN ${query.start} AND ${query.end}`;

/** The notes on a subject, the newest first. Errors: ITEM_NOT_FOUND where the viewer may not see the subject. */
export async function listNotes(db: Queryable, viewer: SessionUser, query: NoteQuery): Promise<Note[]> {
  await requireSubject(db, viewer, query);
  return await readNotes(db, viewer, about(query));
}

/** One note that the viewer may read. Errors: ITEM_NOT_FOUND. */
async function readNote(db: Queryable, viewer: SessionUser, id: number): Promise<Note> {
  const [note] = await readNotes(db, viewer, sql`n.id = ${id}`);
  if (note === undefined) throw new AppError('ITEM_NOT_FOUND');
  await requireSubject(db, viewer, note.subject);
  return note;
}

/** The other people who may read notes on a subject, by name. */
export async function listMentionable(db: Queryable, viewer: SessionUser, query: NoteQuery) {
  await requireSubject(db, viewer, query);
  const people = await readPeople(db);
  const readers = await Promise.all(people.map((person) => maySeeSubject(db, person, query)));
  return people.filter(({ id }, at) => readers[at] && id !== viewer.id).map(({ id, name }) => ({ id, name }));
}

async function readPeople(db: Queryable): Promise<SessionUser[]> {
  const rows = await db
    .selectFrom('users')
    .select([...USER_COLUMNS])
    .where('archivedAt', 'is', null)
    .orderBy('name')
    .execute();
  return rows.map((row) => ({ ...row, sessionId: null, keyScope: null }));
}

/**
 * Pins a note and tells the people it mentions. Errors: ITEM_NOT_FOUND where the viewer may not see the subject;
 * VALIDATION where somebody is mentioned who may not, or the day is outside the statistics.
 */
export async function addNote(trx: Trx, viewer: SessionUser, input: NewNote, now: Date): Promise<Note> {
  const { subject, body, mentions } = newNoteSchema.parse(input);
  await requireSubject(trx, viewer, subject);
  const today = dayIn(now, viewer.timeZone);
  if (subject.kind === 'stats' && !isDayOpen(subject.day, today)) throw refused('subject.day', outsideNotes(today));
  const { id } = await trx
    .insertInto('notes')
    .values({ authorId: viewer.id, body, ...columnsOf(subject), createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setMentions(trx, viewer, { id, subject, body }, mentions, now);
  return await readNote(trx, viewer, id);
}

function columnsOf(subject: NoteSubject) {
  return subject.kind === 'record'
    ? { entity: subject.entity, recordId: subject.id }
    : { tab: subject.tab, day: subject.day, rowWords: subject.row, metric: subject.metric };
}

/** Errors: ITEM_NOT_FOUND; FORBIDDEN where the text of somebody else's note would change. */
export async function changeNote(
  trx: Trx,
  viewer: SessionUser,
  { id, change, now }: { id: number; change: z.output<typeof noteChangeSchema>; now: Date },
): Promise<Note> {
  const note = await readNote(trx, viewer, id);
  const { body, mentions, isResolved } = change;
  const isEdit = body !== undefined || mentions !== undefined;
  if (isEdit && !note.isOwn) throw new AppError('FORBIDDEN', { message: 'Only its author may edit a note.' });
  if (body !== undefined && body !== note.body) {
    await trx.updateTable('notes').set({ body, editedAt: now }).where('id', '=', id).execute();
    await reviseNotifications(trx, `note ${id}`, [body]);
  }
  if (mentions !== undefined)
    await setMentions(trx, viewer, { id, subject: note.subject, body: body ?? note.body }, mentions, now);
  if (isResolved !== undefined && isResolved !== (note.resolvedAt !== null))
    await trx
      .updateTable('notes')
      .set(isResolved ? { resolvedAt: now, resolvedBy: viewer.id } : { resolvedAt: null, resolvedBy: null })
      .where('id', '=', id)
      .execute();
  return await readNote(trx, viewer, id);
}

/** Also withdraws what was told of the note and not sent yet. Errors: ITEM_NOT_FOUND; FORBIDDEN for somebody else's note. */
export async function deleteNote(trx: Trx, viewer: SessionUser, id: number, now: Date): Promise<void> {
  const note = await readNote(trx, viewer, id);
  if (!note.isOwn) throw new AppError('FORBIDDEN', { message: 'Only its author may delete a note.' });
  await trx.updateTable('notes').set({ deletedAt: now }).where('id', '=', id).execute();
  await withdrawNotifications(trx, `note ${id}`, now);
}

interface Mentioning {
  id: number;
  subject: NoteSubject;
  body: string;
}

/** Stores who is mentioned, and tells those who were not mentioned before. */
async function setMentions(
  trx: Trx,
  viewer: SessionUser,
  note: Mentioning,
  userIds: readonly number[],
  now: Date,
): Promise<void> {
  const wanted = [...new Set(userIds)];
  if (wanted.includes(viewer.id))
    throw refused('mentions', 'You cannot mention yourself, because nobody is notified of their own notes.');
  const people = (await readPeople(trx)).filter(({ id }) => wanted.includes(id));
  const readers = await Promise.all(people.map((person) => maySeeSubject(trx, person, note.subject)));
  if (people.length !== wanted.length || readers.includes(false))
    throw refused('mentions', 'Somebody who is mentioned may not see what this note is about.');
  await trx
    .deleteFrom('noteMentions')
    .where('noteId', '=', note.id)
    .where('userId', 'not in', [0, ...wanted])
    .execute();
  if (wanted.length === 0) return;
  const added = await trx
    .insertInto('noteMentions')
    .values(wanted.map((userId) => ({ noteId: note.id, userId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .execute();
  for (const { userId } of added)
    await notify(trx, now, {
      topic: 'mentions',
      dedupeKey: `note ${note.id} mentions ${userId}`,
      threadKey: `note ${note.id}`,
      severity: 'info',
      title: `${viewer.name} mentioned you in a note`,
      body: { lines: [note.body], facts: [], link: linkTo(note.subject) },
      userIds: [userId],
    });
}

function linkTo(subject: NoteSubject): NotificationBody['link'] {
  if (subject.kind === 'stats')
    return {
      route: 'stats',
      search: { tab: subject.tab, dateRange: { start: subject.day, end: subject.day } },
      label: `Open ${tabOf(subject.tab).title}`,
    };
  const entity: EntityDefinition = entities[subject.entity];
  const { edit, view, list } = entity.routes;
  const label = `Open the ${inSentence(entity.one)}`;
  const route = edit ?? view ?? list;
  // A record without a page of its own opens beside its list.
  return entity.listKind === undefined && ROUTES[route].path.includes('$')
    ? { route, params: { id: String(subject.id) }, label }
    : { route: list, search: { ...(entity.listKind && { kind: entity.listKind }), open: subject.id }, label };
}
