/** Telling the people whom a note mentions, and withdrawing it from those who are mentioned no longer or may not read it. */
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { invalid } from '@signpost/contract/errors.ts';
import type { NoteSubject } from '@signpost/contract/insight/notes/notes.ts';
import { metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import type { NotificationBody } from '@signpost/contract/workplace/notifications/notifications.ts';
import type { Trx } from '../../database.ts';
import type { SessionUser } from '../../session-user.ts';
import { notify, withdrawNotifications } from '../../workplace/notifications/notify.ts';
import { readRecord } from '../../workplace/records/read.ts';
import { rowFilter } from '../../workplace/records/scope.ts';
import { maySeeSubject, readPeople } from './access.ts';

interface Mentioning {
  id: number;
  subject: NoteSubject;
  body: string;
}

/** The people among these who may read notes on a subject. */
async function readersAmong(trx: Trx, userIds: readonly number[], subject: NoteSubject): Promise<Set<number>> {
  const people = (await readPeople(trx)).filter(({ id }) => userIds.includes(id));
  const readers = new Set<number>();
  for (const person of people) if (await maySeeSubject(trx, person, subject)) readers.add(person.id);
  return readers;
}

/** Ends the mentions of people who may no longer read the note's subject, so that they do not get its new text. */
export async function dropLostReaders(
  trx: Trx,
  { id, subject, mentions }: Pick<Mentioning, 'id' | 'subject'> & { mentions: readonly { id: number }[] },
  now: Date,
): Promise<void> {
  const userIds = mentions.map((person) => person.id);
  const readers = await readersAmong(trx, userIds, subject);
  const lost = userIds.filter((userId) => !readers.has(userId));
  await endMentions(trx, { id, userIds: lost, problem: 'The person may no longer read what the note is about.' }, now);
}

async function endMentions(
  trx: Trx,
  { id, userIds, problem }: { id: number; userIds: readonly number[]; problem: string },
  now: Date,
): Promise<void> {
  if (userIds.length === 0) return;
  await trx.deleteFrom('noteMentions').where('noteId', '=', id).where('userId', 'in', userIds).execute();
  await withdrawNotifications(trx, `note ${id}`, now, { userIds, problem });
}

/**
 * Stores who is mentioned, tells those who were not mentioned before, and withdraws the note from those who are mentioned
 * no longer. `before` are the people whom the caller saw mentioned; those among them who lost the right to read the
 * note are left out without an error.
 */
export async function setMentions(
  trx: Trx,
  note: Mentioning & { before: readonly number[] },
  userIds: readonly number[],
  { viewer, now }: { viewer: SessionUser; now: Date },
): Promise<void> {
  if (userIds.includes(viewer.id))
    throw invalid('mentions', 'You cannot mention yourself, because nobody is notified of their own notes.');
  const readers = await readersAmong(trx, userIds, note.subject);
  const wanted = [...new Set(userIds)].filter((id) => readers.has(id) || !note.before.includes(id));
  if (wanted.some((id) => !readers.has(id)))
    throw invalid('mentions', 'Somebody who is mentioned may not see what this note is about.');
  const removed = await trx
    .selectFrom('noteMentions')
    .select('userId')
    .where('noteId', '=', note.id)
    .where('userId', 'not in', [0, ...wanted])
    .execute();
  const ended = { id: note.id, userIds: removed.map(({ userId }) => userId), problem: 'The mention was removed.' };
  await endMentions(trx, ended, now);
  if (wanted.length === 0) return;
  const added = await trx
    .insertInto('noteMentions')
    .values(wanted.map((userId) => ({ noteId: note.id, userId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .execute();
  if (added.length === 0) return;
  const facts = await factsOf(trx, viewer, note.subject);
  for (const { userId } of added)
    await notify(trx, now, {
      topic: 'mentions',
      // Somebody who is mentioned again after the mention was removed is told again.
      dedupeKey: `note ${note.id} mentions ${userId} ${now.toISOString()}`,
      threadKey: `note ${note.id}`,
      severity: 'info',
      title: `${viewer.name} mentioned you in a note`,
      body: { lines: [note.body], facts, link: linkTo(note.subject) },
      userIds: [userId],
    });
}

/** The subject of the note, in words, for messages outside the app. */
async function factsOf(trx: Trx, viewer: SessionUser, subject: NoteSubject): Promise<NotificationBody['facts']> {
  if (subject.kind === 'stats') {
    const facts = [
      { label: 'Statistics', value: tabOf(subject.tab).title },
      { label: 'Day', value: subject.day },
    ];
    if (subject.row !== '') facts.push({ label: 'Row', value: subject.row });
    if (subject.metric !== null) facts.push({ label: 'Metric', value: metricOf(subject.metric).label });
    return facts;
  }
  const entity: EntityDefinition = entities[subject.entity];
  const record = await readRecord(trx, entity, subject.id, rowFilter(entity, viewer));
  const title = record[entity.title];
  return [{ label: entity.one, value: typeof title === 'string' && title !== '' ? title : `No. ${subject.id}` }];
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
  if (entity.listKind === undefined && ROUTES[route].path.includes('$'))
    return { route, params: { id: String(subject.id) }, label };
  return { route: list, search: { ...(entity.listKind && { kind: entity.listKind }), open: subject.id }, label };
}
