import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { signOut } from '@signpost/contract/calls/sign-in.ts';
import { tag } from '@signpost/contract/entities/tag.ts';
import { DIMENSION_KEYS, type Dimension, dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { makeRecords } from '../../operations/demo/world/records.ts';
import { storeRecords } from '../../operations/demo/world/store-records.ts';
import { idRow, readRow } from '../../platform/rows.ts';
import { AttributeCache, readAttributes, readAttributeValues } from './attributes.ts';
import { groupSql } from './dimension-sql.ts';
import { factKeyOf } from './fact-keys.ts';
import { Parameters } from './parameters.ts';

const tagCalls = entityCalls(tag);

const app = await testApp();
await app.db.transaction().execute((trx) => storeRecords(trx, makeRecords(), 'http://127.0.0.1:4001'));
await app.signIn('Admin');

/** A row that `DIMENSIONS` does not have: the manager of the publisher of a fact. */
const managers: Dimension = {
  label: 'Manager',
  idKind: 'numeric',
  source: { kind: 'attribute', via: 'publisherId', entity: 'publisher', field: 'managerId', several: false },
  names: 'user',
};

it('reads the values of a new attribute dimension using only its definition', async () => {
  if (managers.source.kind !== 'attribute') throw new Error('The made-up dimension is an attribute.');
  await sql`UPDATE publishers SET manager_id = (SELECT min(id) FROM users)
    WHERE id = (SELECT min(id) FROM publishers)`.execute(app.db);
  const { rows } = await sql<{ id: number; managerId: number }>`
    SELECT id, manager_id FROM publishers WHERE manager_id IS NOT NULL ORDER BY id`.execute(app.db);
  expect(rows.length).toBeGreaterThan(0);

  const values = await readAttributeValues(app.db, managers.source);
  expect(values.ids).toEqual(rows.map(({ id }) => id));
  expect(values.values).toEqual(rows.map(({ managerId }) => [managerId]));

  const parameters = new Parameters();
  const context = { parameters, timeColumn: 'at', grain: 'raw', timeZone: 'UTC' } as const;
  expect(groupSql(factKeyOf(managers, values), context)).toBe(
    'transform(publisher_id, {p0:Array(UInt32)}, {p1:Array(UInt32)}, toUInt32(0))',
  );
  expect(parameters.values.p1).toEqual(rows.map(({ managerId }) => managerId));
});

it('refuses an attribute whose field has neither references nor tags', async () => {
  await expect(readAttributeValues(app.db, { entity: 'publisher', field: 'name' })).rejects.toThrow(
    'publisher.name is neither a reference nor tags',
  );
});

it('has values for each attribute dimension and for no other', async () => {
  const attributes = await readAttributes(app.db);
  for (const key of DIMENSION_KEYS)
    expect(attributes.values(key).ids.length > 0, key).toBe(dimensionOf(key).source.kind === 'attribute');
});

it('keeps what it has read when somebody signs out, and reads again after a record has changed', async () => {
  const cache = new AttributeCache(app.db);
  const first = await cache.get();
  const before = await readRow(app.db, idRow, sql`SELECT coalesce(max(id), 0) AS id FROM audit`);
  const leaving = await app.signIn('Admin');
  await call(leaving, signOut, {});
  const after = await readRow(app.db, idRow, sql`SELECT coalesce(max(id), 0) AS id FROM audit`);
  expect(after.id).toBeGreaterThan(before.id);
  expect(await cache.get()).toBe(first);

  const admin = await app.signIn('Admin');
  const created = await attempt(admin, tagCalls.create, { body: { name: 'A new tag', color: 'blue' } });
  expect(created.status).toBe(201);
  const second = await cache.get();
  expect([...second.names('tag').values()]).toContain('A new tag');
  expect(await cache.get()).toBe(second);
});

it('reads a consistent snapshot of records that change at the same time', async () => {
  const { reading, tagId } = await app.db.transaction().execute(async (trx) => {
    // Names of tags are read before taggings, so that the reader waits between the two.
    await sql`LOCK TABLE taggings IN ACCESS EXCLUSIVE MODE`.execute(trx);
    const started = readAttributes(app.db);
    const waiting = () =>
      sql`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'taggings'::regclass`.execute(trx);
    await expect.poll(async () => (await waiting()).rows).toHaveLength(1);
    const { id } = await readRow(trx, idRow, sql`INSERT INTO tags (name) VALUES ('Made meanwhile') RETURNING id`);
    await sql`INSERT INTO taggings (entity, record_id, tag_id)
      VALUES ('partner', (SELECT min(id) FROM partners), ${id})`.execute(trx);
    return { reading: started, tagId: id };
  });
  const attributes = await reading;
  expect(attributes.names('tag').has(tagId)).toBe(false);
  expect(attributes.values('tag').values.flat()).not.toContain(tagId);
  expect((await readAttributes(app.db)).values('tag').values.flat()).toContain(tagId);
});
