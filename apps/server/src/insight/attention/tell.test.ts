import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { chooseNotification, listNotices } from '@signpost/contract/calls/notifications.ts';
import { referrer } from '@signpost/contract/entities/referrer.ts';
import type { Caller } from '@signpost/testkit/app.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { tellAttention } from './tell.ts';

const referrerCalls = entityCalls(referrer);

const world = await testApp();
const { db } = world;
const admin = await world.signIn('Admin');
const other = await world.signIn('Admin');
const publisher = await world.signIn('Publisher', { includedPaths: ['/referrers'] });

const look = () => tellAttention(db, new Date());
const titlesOf = async (by: Caller): Promise<string[]> => {
  const { body } = await attempt(by, listNotices, {});
  return body.data.flatMap(({ notices }) => notices.map(({ title }) => title));
};
const addReferrer = (name: string) => attempt(admin, referrerCalls.create, { body: { name } });
const choose = async (by: Caller, isOn: boolean) =>
  expect((await attempt(by, chooseNotification, { body: { topic: 'attention', place: 'bell', isOn } })).status).toBe(
    200,
  );

it('tells those who chose it, once for each state, and anew when a resolved one returns', async () => {
  await addReferrer('one.example');
  expect(await look()).toBe(0);
  await choose(admin, true);
  expect(await look()).toBe(1);
  expect(await look()).toBe(0);
  expect(await titlesOf(admin)).toEqual(['1 referrer without an owner']);
  expect(await titlesOf(other)).toEqual([]);

  await addReferrer('two.example');
  expect(await look()).toBe(1);
  const { body } = await db.selectFrom('notifications').select('body').orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(body).toMatchObject({ lines: ['There was 1 before.'] });
  await sql`UPDATE referrers SET archived_at = now()`.execute(db);
  expect(await look()).toBe(0);
  await addReferrer('three.example');
  expect(await look()).toBe(1);
  expect(await titlesOf(admin)).toEqual([
    '1 referrer without an owner',
    '2 referrers without an owner',
    '1 referrer without an owner',
  ]);
});

it('tells once, also when two processes look at the same time', async () => {
  await addReferrer('four.example');
  const told = await Promise.all([look(), look(), look()]);
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(1);
});

it('tells nobody of what they may not open, and nobody who is archived or turned it off', async () => {
  await db
    .insertInto('notificationChoices')
    .values({ userId: publisher.userId, topic: 'attention', channel: 'bell', isOn: true })
    .execute();
  await choose(other, true);
  await sql`UPDATE users SET archived_at = now() WHERE id = ${other.userId}`.execute(db);
  await choose(admin, false);
  await sql`INSERT INTO dead_letters (source, chunk_id, place, refused_at, code, problem, line)
    VALUES ('click', 'c', '1', now(), 6, 'cannot parse', '{}')`.execute(db);
  await look();
  expect((await titlesOf(publisher)).filter((title) => title.includes('refused'))).toEqual([]);
  const { rows } = await sql`SELECT 1 FROM notices WHERE user_id = ${other.userId}`.execute(db);
  expect(rows).toEqual([]);
  expect(await titlesOf(admin)).toHaveLength(4);
});
