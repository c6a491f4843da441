import { testApp } from '@signpost/testkit/app.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { verifyAudit } from './verify-audit.ts';

const world = await testApp();
const admin = await world.signIn('Admin');

/** What only somebody with the database's own password could do. */
async function tamper(change: ReturnType<typeof sql>): Promise<void> {
  await sql`ALTER TABLE audit DISABLE TRIGGER USER`.execute(world.db);
  await change.execute(world.db);
  await sql`ALTER TABLE audit ENABLE TRIGGER USER`.execute(world.db);
}

describe('The audit trail', () => {
  it('verifies when it is unchanged, and otherwise names the first entry that was tampered with', async () => {
    for (const name of ['One', 'Two', 'Three']) expect((await admin('POST', '/api/tags', { name })).status).toBe(201);
    const whole = await verifyAudit(world.db);
    expect(whole).toEqual({ entries: 3, broken: null });

    await tamper(sql`UPDATE audit SET after = jsonb_set(after, '{name}', '"Else"') WHERE id = 2`);
    expect((await verifyAudit(world.db)).broken).toEqual({ id: 2, problem: 'its content was changed' });

    await tamper(sql`DELETE FROM audit WHERE id = 2`);
    expect((await verifyAudit(world.db)).broken).toEqual({ id: 3, problem: 'the entry before it is missing' });
  });
});
