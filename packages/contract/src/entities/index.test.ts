import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { entityList } from './index.ts';

it('keeps each entity in a file named after it', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && !file.startsWith('index.'));
  const expected = entityList.map(({ name }) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`);
  expect(files.toSorted()).toEqual(expected.toSorted());
});
