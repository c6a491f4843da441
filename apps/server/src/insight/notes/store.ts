/** Notes on records and statistics: reading, pinning, editing, resolving, and telling the people they mention. */
import { dayIn } from '@signpost/contract/dates/dates.ts';
import { ENTITY_NAMES } from '@signpost/contract/define/entity-names.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import {
  isDayOpen,
  type MentionableQuery,
  type NewNote,
  NOTES_SHOWN,
  type Note,
  type NoteQuery,
  type NoteSubject,
  newNoteSchema,
  type noteChangeSchema,
  outsideNotes,
} from '@signpost/contract/insight/notes/notes.ts';
import { isMetricId, type MetricId } from '@signpost/contract/insight/stats/metrics.ts';
import { TAB_NAMES } from '@signpost/contract/routes/tab-names.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { reviseNotifications, withdrawNotifications } from '../../workplace/notifications/notify.ts';
import { maySeeSubject, readPeople, requireSubject } from './access.ts';
import { dropLostReaders, setMentions } from './mentions.ts';
import { rowInWords } from './row.ts';

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

const about = (query: NoteQuery): RawBuilder<unknown> => {
  if (query.kind === 'record') return sql`n.entity = ${query.entity} AND n.record_id = ${query.id}`;
  return sql`n.tab = ${query.tab} AND n.day BETWEEN ${query.start} AND ${query.end}`;
};

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
export async function listMentionable(db: Queryable, viewer: SessionUser, query: MentionableQuery) {
  await requireSubject(db, viewer, query);
  const people = await readPeople(db);
  const readers = await Promise.all(people.map((person) => maySeeSubject(db, person, query)));
  return people.filter(({ id }, at) => readers[at] && id !== viewer.id).map(({ id, name }) => ({ id, name }));
}

/**
 * Pins a note and tells the people it mentions. Errors: ITEM_NOT_FOUND where the viewer may not see the subject;
 * VALIDATION where somebody is mentioned who may not, the day is outside the statistics, or the row does not exist.
 */
export async function addNote(trx: Trx, viewer: SessionUser, input: NewNote, now: Date): Promise<Note> {
  const { subject: wanted, body, mentions } = newNoteSchema.parse(input);
  await requireSubject(trx, viewer, wanted);
  const subject: NoteSubject =
    wanted.kind === 'record' ? wanted : { ...wanted, row: await rowInWords(trx, wanted.tab, wanted.row) };
  const today = dayIn(now, viewer.timeZone);
  if (subject.kind === 'stats' && !isDayOpen(subject.day, today)) throw invalid('subject.day', outsideNotes(today));
  const { id } = await trx
    .insertInto('notes')
    .values({ authorId: viewer.id, body, ...columnsOf(subject), createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setMentions(trx, { id, subject, body, before: [] }, mentions, { viewer, now });
  return await readNote(trx, viewer, id);
}

function columnsOf(subject: NoteSubject) {
  if (subject.kind === 'record') return { entity: subject.entity, recordId: subject.id };
  return { tab: subject.tab, day: subject.day, rowWords: subject.row, metric: subject.metric };
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
  if (isEdit) await dropLostReaders(trx, note, now);
  if (body !== undefined && body !== note.body) {
    await trx.updateTable('notes').set({ body, editedAt: now }).where('id', '=', id).execute();
    await reviseNotifications(trx, `note ${id}`, [body]);
  }
  if (mentions !== undefined) {
    const before = note.mentions.map((person) => person.id);
    await setMentions(trx, { id, subject: note.subject, body: body ?? note.body, before }, mentions, { viewer, now });
  }
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

/**
 * The threads of notifications about notes that the viewer may not read (any more). A worker takes such notifications
 * out of the bell; until it does, the bell must not show them.
 */
export async function hiddenThreads(
  db: Queryable,
  viewer: SessionUser,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const about = new Map(
    keys.flatMap((key) => {
      const id = /^note (\d+)$/.exec(key)?.[1];
      if (id === undefined) return [];
      return [[Number(id), key] as const];
    }),
  );
  if (about.size === 0) return new Set();
  for (const { id, subject } of await readNotes(db, viewer, sql`n.id = ANY(${[...about.keys()]}::bigint[])`))
    if (await maySeeSubject(db, viewer, subject)) about.delete(id);
  return new Set(about.values());
}

/** Whether a person may read the note that a notification is about; true for notifications that are about no note. */
export async function mayReadNotification(
  db: Queryable,
  userId: number,
  { topic, threadKey }: { topic: string; threadKey: string },
): Promise<boolean> {
  const id = topic === 'mentions' ? /^note (\d+)$/.exec(threadKey)?.[1] : undefined;
  if (id === undefined) return true;
  const person = (await readPeople(db)).find((one) => one.id === userId);
  if (person === undefined) return false;
  const [note] = await readNotes(db, person, sql`n.id = ${Number(id)}`);
  return note !== undefined && (await maySeeSubject(db, person, note.subject));
}
