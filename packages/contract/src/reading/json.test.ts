import { expect, it } from 'vitest';
import { readJson } from './json.ts';

it.each<[text: string, value: unknown]>([
  ['{"a":[1]}', { a: [1] }],
  ['"text"', 'text'],
  ['', undefined],
  ['<html>', undefined],
  ['{"a":1}}', undefined],
  [`{"text":"${'['.repeat(10_000)}"}`, { text: '['.repeat(10_000) }],
  [`${'['.repeat(65)}${']'.repeat(65)}`, undefined],
  [`${'[],'.repeat(3)}`, undefined],
])('reads %.40s', (text, value) => {
  expect(readJson(text)).toEqual(value);
});

it('gives up a long text of brackets in a fraction of the time that parsing it takes', () => {
  const text = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  // Another program may interrupt any try, so the fastest of several counts.
  const fastest = (read: () => unknown): number => {
    const times = Array.from({ length: 9 }, () => {
      const began = performance.now();
      read();
      return performance.now() - began;
    });
    return Math.min(...times);
  };
  expect(readJson(text)).toBeUndefined();
  expect(fastest(() => readJson(text))).toBeLessThan(fastest(() => JSON.parse(text)));
});
