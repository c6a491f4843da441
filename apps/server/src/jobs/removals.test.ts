import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { campaign } from '@signpost/contract/entities/campaign.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { call } from '@signpost/testkit/call.ts';
import { buildPartner } from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { removeExpired, removeUnusedImages } from './removals.ts';

const world = await testApp();
const { db } = world;
const admin = await world.signIn('Admin');
const DAY_MS = 24 * 60 * 60 * 1000;
const now = new Date();
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);

it('removes sessions that ended long ago and keeps the others', async () => {
  const other = await world.signIn('Management');
  const ended = (endedAt: Date, column: 'expires_at' | 'revoked_at') =>
    sql<{
      id: string;
    }>`INSERT INTO sessions (id, user_id, token_hash, created_at, last_used_at, expires_at, revoked_at, user_agent)
      VALUES (gen_random_uuid(), ${other.userId}, gen_random_uuid()::text::bytea, ${daysAgo(400)}, ${daysAgo(400)},
        ${column === 'expires_at' ? endedAt : daysAgo(-1)}, ${column === 'revoked_at' ? endedAt : null}, '') RETURNING id`.execute(
      db,
    );
  const made = [await ended(daysAgo(31), 'expires_at'), await ended(daysAgo(31), 'revoked_at')];
  const recent = [await ended(daysAgo(29), 'expires_at'), await ended(daysAgo(29), 'revoked_at')];
  expect(await removeExpired(db, now)).toBe(made.length);
  const { rows } = await sql<{ id: string }>`SELECT id FROM sessions`.execute(db);
  const left = new Set(rows.map(({ id }) => id));
  expect(made.map(({ rows: [row] }) => left.has(row?.id ?? ''))).toEqual([false, false]);
  expect(recent.map(({ rows: [row] }) => left.has(row?.id ?? ''))).toEqual([true, true]);
  expect((await other('GET', '/api/profile')).status).toBe(200);
});

it('removes old idempotency keys and refused postbacks and keeps recent ones', async () => {
  const partner = await buildPartner(db);
  for (const days of [8, 6])
    await db
      .insertInto('idempotency')
      .values({
        userId: admin.userId,
        key: `key of day ${days}`,
        bodyHash: Buffer.from('hash'),
        status: 200,
        answer: '{}',
        createdAt: daysAgo(days),
      })
      .execute();
  for (const days of [181, 179])
    await db
      .insertInto('postbackRefusals')
      .values({ at: daysAgo(days), partnerId: partner.id, reason: `day ${days}`, raw: '{}' })
      .execute();
  expect(await removeExpired(db, now)).toBe(2);
  expect((await db.selectFrom('idempotency').select('key').execute()).map(({ key }) => key)).toEqual(['key of day 6']);
  const refusals = await db.selectFrom('postbackRefusals').select('reason').execute();
  expect(refusals.map(({ reason }) => reason)).toEqual(['day 179']);
});

it('removes old images that no record has shown, and keeps those of records and of their earlier versions', async () => {
  const folder = join(world.deps.env.dataDir, 'images');
  await mkdir(folder, { recursive: true });
  const nameOf = (digit: string) => `${digit.repeat(32)}.png`;
  const imageOf = (digit: string) => ({
    position: 0,
    file: nameOf(digit),
    value: 'picture.png',
    path: `/images/${nameOf(digit)}`,
    small: `/images/small-${nameOf(digit)}`,
    deleted: false,
  });
  for (const digit of ['a', 'b', 'c', 'd'])
    for (const name of [nameOf(digit), `small-${nameOf(digit)}`]) {
      await writeFile(join(folder, name), digit);
      const at = daysAgo(digit === 'd' ? 1 : 40);
      await utimes(join(folder, name), at, at);
    }
  const { create, update } = entityCalls(campaign);
  const fields = { name: 'Pictures', landerType: 'external_lander', targetUrl: 'https://pictures.example/' };
  const made = await call(admin, create, { body: { ...fields, images: [imageOf('a')] } });
  await call(admin, update, {
    params: { id: made.id },
    body: { version: made.version, values: { ...fields, images: [imageOf('b')] } },
  });
  expect(await removeUnusedImages(db, folder, now)).toBe(2);
  expect((await readdir(folder)).map((name) => name.replace('small-', '').slice(0, 1)).sort()).toEqual([
    'a',
    'a',
    'b',
    'b',
    'd',
    'd',
  ]);
});
