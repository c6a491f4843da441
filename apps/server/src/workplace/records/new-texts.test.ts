import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { directLink } from '@signpost/contract/entities/direct-link.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';

const directLinkCalls = entityCalls(directLink);

const world = await testApp();
const admin = await world.signIn('Admin');

const create = (slug: string) =>
  attempt(admin, directLinkCalls.create, { body: { slug, targetUrl: 'https://t.example/' } });

it.each(['promo-', '-promo', 'promo_', '_promo', '-', '__'])(
  'refuses the new slug %s of a direct link',
  async (slug) => {
    const { status, body } = await create(slug);
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          path: 'slug',
          message:
            'Begin and end with a letter or a digit, because mail programs leave other characters at the end of a link out.',
        },
      ],
    ]);
  },
);

it('keeps a stored slug that ends with another character, and refuses to rename a link so', async () => {
  const { status, body } = await create('spring-sale_2');
  expect(status).toBe(201);
  const { id } = body.data;
  await sql`UPDATE direct_links SET slug = 'spring-' WHERE id = ${id}`.execute(world.db);
  const change = async (values: object) => {
    const { version } = await call(admin, directLinkCalls.read, { params: { id } });
    return (await attempt(admin, directLinkCalls.update, { params: { id }, body: { version, values } })).status;
  };
  expect(await change({ targetUrl: 'https://u.example/' })).toBe(200);
  expect(await change({ slug: 'spring-', targetUrl: 'https://v.example/' })).toBe(200);
  expect(await change({ slug: 'summer-' })).toBe(400);
  expect(await change({ slug: 'summer' })).toBe(200);
});
