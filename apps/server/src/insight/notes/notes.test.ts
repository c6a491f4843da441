import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { addNote, changeNote, deleteNote, listMentionable, listNotes } from '@signpost/contract/calls/notes.ts';
import { listNotices } from '@signpost/contract/calls/notifications.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import type { Note } from '@signpost/contract/insight/notes/notes.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { buildPartner } from '@signpost/testkit/factories.ts';
import { describe, expect, it } from 'vitest';
import { mayReadNotification } from './store.ts';

const partnerCalls = entityCalls(partner);

const world = await testApp();
const author = await world.signIn('Default User');
const colleague = await world.signIn('Management');
const seo = await world.signIn('Seo User');
const stranger = await world.signIn('Exclude All Pages');
const publisher = await world.signIn('Publisher', { includedPaths: ['/partners', '/stats'] });
const { id: partnerId } = await buildPartner(world.db);

const { name: partnerName } = await world.db
  .selectFrom('partners')
  .select('name')
  .where('id', '=', partnerId)
  .executeTakeFirstOrThrow();
const partnerRow = { dimension: 'partner', id: partnerId };

const onPartner = { kind: 'record', entity: 'partner', id: partnerId } as const;
const onDay = (day: string, more = {}) => ({ kind: 'stats', tab: 'global', day, ...more }) as const;
const ofDays = (start: string, end: string, tab: 'costs' | 'global' | 'seo' = 'global') => ({
  query: { kind: 'stats' as const, tab, start, end },
});

async function add(subject: object, body: string, mentions: number[] = [], by = author): Promise<Note> {
  const answer = await attempt(by, addNote, { body: { subject, body, mentions } });
  expect([answer.status, answer.body.errors ?? []]).toEqual([201, []]);
  return answer.body.data;
}
const bodies = (notes: Note[]) => notes.map(({ body }) => body);
const toldOf = (userId: number) =>
  world.db
    .selectFrom('notices')
    .innerJoin('notifications', 'notifications.id', 'notices.notificationId')
    .select(['title', 'topic', 'body'])
    .where('userId', '=', userId)
    .execute();

const statesOf = async (userId: number) =>
  (await world.db.selectFrom('deliveries').select('state').where('userId', '=', userId).orderBy('id').execute()).map(
    ({ state }) => state,
  );
const loseRights = (userId: number) =>
  world.db.updateTable('users').set({ grade: 'Exclude All Pages' }).where('id', '=', userId).execute();
const newestNote = () =>
  world.db.selectFrom('notes').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();

describe('a note on a record', () => {
  it('is read by everybody who may read the record, and by nobody else', async () => {
    await add(onPartner, 'They pay on the fifth.');
    expect(
      bodies(await call(colleague, listNotes, { query: { kind: 'record', entity: 'partner', id: partnerId } })),
    ).toEqual(['They pay on the fifth.']);
    for (const outsider of [seo, stranger, publisher]) {
      expect(
        (await refusal(outsider, listNotes, { query: { kind: 'record', entity: 'partner', id: partnerId } })).status,
      ).toBe(404);
      expect((await refusal(outsider, addNote, { body: { subject: onPartner, body: 'x' } })).status).toBe(404);
    }
    const unknown = { ...onPartner, id: 999_999_999 };
    expect((await refusal(author, addNote, { body: { subject: unknown, body: 'x' } })).status).toBe(404);
  });

  it('is edited and deleted by its author only, and resolved by any reader', async () => {
    const { id } = await add(onPartner, 'Draft.');
    expect((await refusal(colleague, changeNote, { params: { id }, body: { body: 'Mine.' } })).status).toBe(403);
    expect((await refusal(colleague, deleteNote, { params: { id } })).status).toBe(403);
    expect((await refusal(seo, changeNote, { params: { id }, body: { isResolved: true } })).status).toBe(404);
    const edited: Note = await call(author, changeNote, { params: { id }, body: { body: 'Final.' } });
    expect(edited).toMatchObject({ body: 'Final.', editedAt: expect.any(String), resolvedAt: null });
    const resolved: Note = await call(colleague, changeNote, { params: { id }, body: { isResolved: true } });
    expect(resolved).toMatchObject({ resolvedBy: 'Test Management', resolvedAt: expect.any(String) });
    const reopened: Note = await call(author, changeNote, { params: { id }, body: { isResolved: false } });
    expect(reopened).toMatchObject({ resolvedBy: null, resolvedAt: null });
    expect((await attempt(author, deleteNote, { params: { id } })).status).toBe(200);
    expect((await refusal(author, changeNote, { params: { id }, body: { body: 'Back.' } })).status).toBe(404);
  });

  it('is refused without a visible text and with one that is too long', async () => {
    const invisible = ['\u200b\u200d', '\u2060', '\u3164', '\u00ad \ufe0f', '\u2800', '\u{e0041}'];
    for (const body of ['', '   ', 'x'.repeat(2_001), ...invisible])
      expect((await refusal(author, addNote, { body: { subject: onPartner, body } })).status).toBe(400);
  });
});

describe('a note on statistics', () => {
  it('stands on its day and number, and shows in every range with that day', async () => {
    await add(onDay('2026-03-05', { row: partnerRow, metric: 19 }), 'Their tracker was down.');
    await add(onDay('2026-03-09'), 'A holiday in Austria.');
    const march: Note[] = await call(colleague, listNotes, ofDays('2026-03-01', '2026-03-08'));
    expect(march).toMatchObject([{ subject: { day: '2026-03-05', row: `Partner: ${partnerName}`, metric: 19 } }]);
    expect(bodies(await call(colleague, listNotes, ofDays('2026-03-01', '2026-03-31')))).toHaveLength(2);
    expect(await call(colleague, listNotes, ofDays('2026-03-01', '2026-03-31', 'seo'))).toEqual([]);
  });

  it('stands on no day before 2021 or after today, and is not sought in a range that ends before it begins', async () => {
    for (const day of ['2020-12-31', '2999-01-01'])
      expect((await refusal(author, addNote, { body: { subject: onDay(day), body: 'x' } })).errors).toMatchObject([
        { path: 'subject.day', message: expect.stringMatching(/^Enter a day between 2021-01-01 and today/) },
      ]);
    expect((await refusal(author, listNotes, ofDays('2026-03-02', '2026-03-01'))).errors).toMatchObject([
      { message: 'The last day is before the first day.' },
    ]);
  });

  it('stands on rows that exist only, and names them as the tab does', async () => {
    const rowOf = async (row: object) => {
      const { status, body } = await attempt(author, addNote, {
        body: { subject: onDay('2026-05-05', { row }), body: 'x' },
      });
      return status === 201 ? body.data.subject : body.errors;
    };
    const none = [{ path: 'subject.row', message: 'This row does not exist.' }];
    expect(await rowOf({ dimension: 'partner', id: 999_999_999 })).toEqual(none);
    expect(await rowOf({ dimension: 'partner', id: 'Alpha' })).toEqual(none);
    expect(await rowOf({ dimension: 'partner', id: 0 })).toMatchObject({ row: 'Partner: Und.' });
    expect(await rowOf({ dimension: 'invented', id: 1 })).toMatchObject([{ path: 'subject.row.dimension' }]);
    expect(await rowOf({ dimension: 'date_day', id: '2026-05-05' })).toMatchObject({ row: 'Day: 2026-05-05' });
  });

  it('can mention people who are asked for without days', async () => {
    const answer = await attempt(author, listMentionable, { query: { kind: 'stats', tab: 'global' } });
    expect([answer.status, answer.body.data.map(({ id }) => id)]).toEqual([
      200,
      expect.arrayContaining([colleague.userId]),
    ]);
  });

  it('is hidden from people without that tab, and from Publishers whatever they are given', async () => {
    for (const outsider of [stranger, publisher])
      expect((await refusal(outsider, listNotes, ofDays('2026-03-01', '2026-03-31'))).status).toBe(404);
    expect((await refusal(author, listNotes, ofDays('2026-03-01', '2026-03-31', 'costs'))).status).toBe(404);
    expect((await refusal(author, addNote, { body: { subject: onDay('2026-02-30'), body: 'x' } })).status).toBe(400);
  });
});

describe('a mention', () => {
  it('tells the person once, with the text as it is now and a link to the record', async () => {
    const note = await add(onPartner, '@Test Management please call them.', [colleague.userId, colleague.userId]);
    const change = { body: '@Test Management call them today.', mentions: [colleague.userId] };
    await call(author, changeNote, { params: { id: note.id }, body: change });
    expect(await toldOf(colleague.userId)).toMatchObject([
      {
        topic: 'mentions',
        title: 'Test Default User mentioned you in a note',
        body: {
          lines: ['@Test Management call them today.'],
          link: { route: 'partnersEdit', params: { id: String(partnerId) } },
        },
      },
    ]);
    expect(await toldOf(author.userId)).toEqual([]);
    expect(note.mentions.map(({ id }) => id)).toEqual([colleague.userId]);
  });

  it('of oneself is refused with the reason', async () => {
    const answer = await attempt(author, addNote, {
      body: { subject: onPartner, body: 'Me', mentions: [author.userId] },
    });
    expect(answer.body.errors).toMatchObject([
      { path: 'mentions', message: expect.stringMatching(/cannot mention yourself/) },
    ]);
  });

  it('is withdrawn from the bell and the outbox when its note is deleted', async () => {
    const reader = await world.signIn('Management');
    const note = await add(onPartner, 'To be deleted.', [reader.userId]);
    expect(await toldOf(reader.userId)).toHaveLength(1);
    await call(author, deleteNote, { params: { id: note.id } });
    expect(await toldOf(reader.userId)).toEqual([]);
    const waiting = await world.db
      .selectFrom('deliveries')
      .select('state')
      .where('userId', '=', reader.userId)
      .execute();
    expect(waiting).toEqual([{ state: 'dropped' }]);
  });

  it('is not shown in the bell of a person who may no longer read it, also before any worker has taken it out', async () => {
    const reader = await world.signIn('Management');
    await add(onPartner, 'Only for those who may.', [reader.userId]);
    const shown = async () => (await call(reader, listNotices, { query: {} })).length;
    expect(await shown()).toBe(1);
    await world.db
      .updateTable('users')
      .set({ excludedPaths: ['/partners', '/partners/edit/{id}'] })
      .where('id', '=', reader.userId)
      .execute();
    expect((await refusal(reader, partnerCalls.read, { params: { id: partnerId } })).status).toBe(403);
    expect(await shown()).toBe(0);
  });

  it('is offered and accepted only for people who may see what the note is about', async () => {
    const people: { id: number }[] = await call(author, listMentionable, {
      query: { kind: 'record', entity: 'partner', id: partnerId },
    });
    const ids = people.map(({ id }) => id);
    expect(ids).toContain(colleague.userId);
    for (const { userId } of [seo, author]) expect(ids).not.toContain(userId);
    const before: Note[] = await call(author, listNotes, {
      query: { kind: 'record', entity: 'partner', id: partnerId },
    });
    const answer = await attempt(author, addNote, {
      body: { subject: onPartner, body: 'Hello', mentions: [seo.userId] },
    });
    expect(answer.status).toBe(400);
    expect(await toldOf(seo.userId)).toEqual([]);
    expect(await call(author, listNotes, { query: { kind: 'record', entity: 'partner', id: partnerId } })).toHaveLength(
      before.length,
    );
  });

  it('names the record, or the tab and the day, for messages outside the app', async () => {
    const reader = await world.signIn('Management');
    await add(onPartner, 'Look.', [reader.userId]);
    await add(onDay('2026-03-05', { row: partnerRow }), 'Look.', [reader.userId]);
    const facts = (await toldOf(reader.userId)).map(({ body }) => body);
    expect(facts).toMatchObject([
      { facts: [{ label: 'Partner', value: partnerName }] },
      {
        facts: [
          { label: 'Statistics', value: expect.any(String) },
          { label: 'Day', value: '2026-03-05' },
          { label: 'Row', value: `Partner: ${partnerName}` },
        ],
      },
    ]);
  });

  it('is withdrawn when it is removed from its note, and told again when it comes back', async () => {
    const reader = await world.signIn('Management');
    const other = await world.signIn('Management');
    const { id } = await add(onPartner, 'For both.', [reader.userId, other.userId]);
    await call(author, changeNote, { params: { id }, body: { body: 'For the other.', mentions: [other.userId] } });
    expect(await toldOf(reader.userId)).toEqual([]);
    expect(await statesOf(reader.userId)).toEqual(['dropped']);
    expect(await toldOf(other.userId)).toHaveLength(1);
    expect(await statesOf(other.userId)).toEqual(['waiting']);
    await call(author, changeNote, { params: { id }, body: { mentions: [reader.userId, other.userId] } });
    expect(await toldOf(reader.userId)).toHaveLength(1);
    expect(await statesOf(reader.userId)).toEqual(['dropped', 'waiting']);
    expect(await toldOf(other.userId)).toHaveLength(1);
  });

  it('ends with the right to read what the note is about, so that no new text arrives', async () => {
    const reader = await world.signIn('Management');
    const { id } = await add(onPartner, 'Old text.', [reader.userId]);
    await loseRights(reader.userId);
    const change = { body: 'Secret text.', mentions: [reader.userId] };
    const edited = await attempt(author, changeNote, { params: { id }, body: change });
    expect(edited).toMatchObject({ status: 200, body: { data: { mentions: [] } } });
    expect(await toldOf(reader.userId)).toEqual([]);
    expect(await statesOf(reader.userId)).toEqual(['dropped']);
  });

  it('is not sent to a person who has lost the right since, for example in quiet hours', async () => {
    const [lost, reader] = [await world.signIn('Management'), await world.signIn('Management')];
    await add(onPartner, 'Waiting.', [lost.userId, reader.userId]);
    await loseRights(lost.userId);
    const told = { topic: 'mentions', threadKey: `note ${(await newestNote()).id}` };
    expect(await mayReadNotification(world.db, lost.userId, told)).toBe(false);
    expect(await mayReadNotification(world.db, reader.userId, told)).toBe(true);
    expect(await mayReadNotification(world.db, lost.userId, { topic: 'runs', threadKey: 'run 1' })).toBe(true);
  });
});
