import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { endSession, listSessions, readProfile } from '@signpost/contract/calls/profile.ts';
import { user } from '@signpost/contract/entities/user.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { expect, it } from 'vitest';

const userCalls = entityCalls(user);

const world = await testApp();
const admin = await world.signIn('Admin');
const seo = await world.signIn('Seo User');
const management = await world.signIn('Management');

it('lets an administrator see the sessions of a person and end them at once', async () => {
  const { status, body } = await attempt(admin, listSessions, { params: { user: seo.userId } });
  const sessions = listSessions.answer.parse(body.data);
  expect([status, sessions.map(({ current }) => current)]).toEqual([200, [false]]);
  expect((await refusal(management, listSessions, { params: { user: seo.userId } })).status).toBe(403);
  expect((await refusal(management, endSession, { params: { user: seo.userId, id: sessions[0]?.id } })).status).toBe(
    403,
  );
  expect((await attempt(seo, readProfile, {})).status).toBe(200);
  // Not by somebody else's number.
  expect((await refusal(admin, endSession, { params: { user: admin.userId, id: sessions[0]?.id } })).status).toBe(404);
  expect((await attempt(admin, endSession, { params: { user: seo.userId, id: sessions[0]?.id } })).status).toBe(200);
  expect((await refusal(seo, readProfile, {})).status).toBe(401);
  expect(await call(admin, listSessions, { params: { user: seo.userId } })).toEqual([]);
  // It stands in the person's history, and there is nothing to restore.
  const history = await attempt(admin, userCalls.history, { params: { id: seo.userId } });
  expect(history.body.data).toMatchObject([
    { event: { event: 'sessionEnded', address: '127.0.0.1' }, by: expect.any(String), changes: [], snapshot: null },
  ]);
});
