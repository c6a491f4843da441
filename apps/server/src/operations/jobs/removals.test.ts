import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { campaign } from '@signpost/contract/entities/campaign.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { call } from '@signpost/testkit/call.ts';
import { expect, it } from 'vitest';
import { removeExpired, removeUnusedImages } from './removals.ts';

const world = await testApp();
const { db } = world;
const admin = await world.signIn('Admin');
const DAY_MS = 24 * 60 * 60 * 1000;
const now = new Date();
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);

it('removes old idempotency keys and keeps recent ones', async () => {
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
  expect(await removeExpired(db, now)).toBe(1);
  expect((await db.selectFrom('idempotency').select('key').execute()).map(({ key }) => key)).toEqual(['key of day 6']);
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
  expect(await removeUnusedImages(db, world.deps.files, now)).toBe(2);
  expect((await readdir(folder)).map((name) => name.replace('small-', '').slice(0, 1)).sort()).toEqual([
    'a',
    'a',
    'b',
    'b',
    'd',
    'd',
  ]);
});
