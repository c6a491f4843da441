import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { user } from '@signpost/contract/entities/user.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { call } from '@signpost/testkit/call.ts';
import { describe, expect, it } from 'vitest';
import { verifyAudit } from '../records/verify-audit.ts';
import { ensureFirstAdmin, hasAdmin, makeAdmin } from './first-admin.ts';

const userCalls = entityCalls(user);

const { db, deps, signIn } = await testApp();
const person = (email: string) =>
  db.selectFrom('users').select(['grade', 'archivedAt']).where('email', '=', email).executeTakeFirst();

describe('The first Admin', () => {
  it('is created only while there is no Admin', async () => {
    expect(await hasAdmin(db)).toBe(false);
    expect(await ensureFirstAdmin(db, 'first@example.test', deps.clock)).toBe('made');
    expect(await ensureFirstAdmin(db, 'second@example.test', deps.clock)).toBe('hasOne');
    expect(await person('first@example.test')).toMatchObject({ grade: 'Admin' });
    expect(await person('second@example.test')).toBeUndefined();
  });

  it('may be an existing or archived person, whose history records the change', async () => {
    const { userId } = await signIn('Default User');
    const { email } = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
    await db.updateTable('users').set({ archivedAt: deps.clock.now() }).where('id', '=', userId).execute();
    expect(await makeAdmin(db, email.toUpperCase(), deps.clock)).toBe(userId);
    expect(await person(email)).toEqual({ grade: 'Admin', archivedAt: null });
    const admin = await signIn('Admin');
    const data = await call(admin, userCalls.history, { params: { id: userId } });
    expect(data[0]).toMatchObject({ action: 'update', by: null, changes: [{ field: 'grade', after: 'Admin' }] });
    expect((await verifyAudit(db)).broken).toBeNull();
  });
});
