import { testApp } from '@signpost/testkit/app.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';

const world = await testApp();
const admin = await world.signIn('Admin');

const create = (slug: string) => admin('POST', '/api/direct-links', { slug, targetUrl: 'https://t.example/' });

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
  const { id } = body.data as { id: number };
  await sql`UPDATE direct_links SET slug = 'spring-' WHERE id = ${id}`.execute(world.db);
  const change = async (values: object) => {
    const { version } = (await admin('GET', `/api/direct-links/${id}`)).body.data as { version: number };
    return (await admin('PATCH', `/api/direct-links/${id}`, { version, values })).status;
  };
  expect(await change({ targetUrl: 'https://u.example/' })).toBe(200);
  expect(await change({ slug: 'spring-', targetUrl: 'https://v.example/' })).toBe(200);
  expect(await change({ slug: 'summer-' })).toBe(400);
  expect(await change({ slug: 'summer' })).toBe(200);
});
