import { expect, test } from 'vitest';
import { LINES_OF_BLOCK, MonthOfFacts } from './month-of-facts.ts';

test.each([0, 1, LINES_OF_BLOCK - 1, LINES_OF_BLOCK, LINES_OF_BLOCK + 1, 2 * LINES_OF_BLOCK])(
  'a month of %i facts has that many lines and no blank one',
  (count) => {
    const month = new MonthOfFacts();
    for (let n = 0; n < count; n += 1) month.add(`{"n":${n}}`);
    const lines = month.body().toString('utf8').split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((text) => JSON.parse(text).n)).toEqual(Array.from({ length: count }, (_, n) => n));
  },
);
