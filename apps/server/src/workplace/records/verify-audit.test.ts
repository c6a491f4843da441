import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { tag } from '@signpost/contract/entities/tag.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { auditHash } from './audit.ts';
import { anchorAudit, anchorPath, readAnchors } from './audit-anchor.ts';
import { verifyAudit } from './verify-audit.ts';

const tagCalls = entityCalls(tag);

const world = await testApp();
const admin = await world.signIn('Admin');

/** Makes a change that only somebody with the database's own password could make. */
async function tamper(change: ReturnType<typeof sql>): Promise<void> {
  await sql`ALTER TABLE audit DISABLE TRIGGER USER`.execute(world.db);
  await change.execute(world.db);
  await sql`ALTER TABLE audit ENABLE TRIGGER USER`.execute(world.db);
}

describe('The audit trail', () => {
  it('has anchors outside the database that show a cut end, a chain that was computed again, and forged anchors', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'signpost-audit-'));
    const { db, vault } = { db: world.db, vault: world.deps.vault };
    const anchors = () => readAnchors(dataDir, vault);
    const first = (await db.selectFrom('audit').select('id').orderBy('id').limit(1).executeTakeFirst())?.id ?? 1;
    expect(first).toBe(1);
    expect(await anchors()).toEqual([]);
    for (const name of ['Four', 'Five']) {
      expect((await attempt(admin, tagCalls.create, { body: { name } })).status).toBe(201);
      await anchorAudit({ db, dataDir, vault });
      await anchorAudit({ db, dataDir, vault });
    }
    expect((await anchors()).map(({ id }) => id)).toEqual([1, 2]);
    expect(await verifyAudit(db, await anchors())).toEqual({ entries: 2, broken: null });

    const [, two] = await db.selectFrom('audit').selectAll().orderBy('id').execute();
    if (two === undefined) throw new Error('There are two entries.');
    const { hash, previousHash, erasedAt: _erasedAt, ...entry } = two;
    const forged = { ...entry, after: { ...entry.after, name: 'Else' } };
    const forgedHash = auditHash(previousHash, two.id, forged);
    await tamper(
      sql`UPDATE audit SET after = ${JSON.stringify(forged.after)}::jsonb, hash = ${forgedHash} WHERE id = 2`,
    );
    expect(await verifyAudit(db)).toMatchObject({ broken: null });
    expect((await verifyAudit(db, await anchors())).broken).toEqual({
      id: 2,
      problem: 'it differs from its anchor outside the database',
    });
    await expect(anchorAudit({ db, dataDir, vault })).rejects.toThrow('Entry 2 of the audit trail');

    await tamper(sql`DELETE FROM audit WHERE id = 2`);
    expect((await verifyAudit(db, await anchors())).broken).toEqual({
      id: 2,
      problem: 'it is missing, but it was anchored outside the database',
    });
    const path = anchorPath(dataDir);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('"id":2', '"id":1'));
    await expect(anchors()).rejects.toThrow('were changed');
    await rm(dataDir, { recursive: true });
    await tamper(sql`DELETE FROM audit`);
  });

  it('verifies when it is unchanged, and otherwise names the first entry that was tampered with', async () => {
    for (const name of ['One', 'Two', 'Three'])
      expect((await attempt(admin, tagCalls.create, { body: { name } })).status).toBe(201);
    const whole = await verifyAudit(world.db);
    expect(whole).toEqual({ entries: 3, broken: null });

    await tamper(sql`UPDATE audit SET after = jsonb_set(after, '{name}', '"Else"') WHERE id = 2`);
    expect((await verifyAudit(world.db)).broken).toEqual({ id: 2, problem: 'its content was changed' });

    await tamper(sql`DELETE FROM audit WHERE id = 2`);
    expect((await verifyAudit(world.db)).broken).toEqual({ id: 3, problem: 'the entry before it is missing' });
  });
});
