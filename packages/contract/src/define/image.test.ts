import { expect, it } from 'vitest';
import { imageSchema } from './image.ts';

it('accepts only images that were uploaded to this server', () => {
  const image = { position: 0, file: null, value: 'a', path: null, small: null, deleted: false };
  const name = `${'a'.repeat(32)}.png`;
  expect(imageSchema.safeParse({ ...image, path: `/images/${name}`, small: `/images/small-${name}` }).success).toBe(
    true,
  );
  for (const path of ['javascript:alert(1)', '//evil.example/x.png', '/images/../x.png', `/images/${name}?`, ''])
    expect(imageSchema.safeParse({ ...image, path }).success, path).toBe(false);
});
