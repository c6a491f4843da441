import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ROUTES } from './index.ts';
import { readId, readText, SEARCH } from './search.ts';

it('defines search parameters only for screens of the route table', () => {
  expect(Object.keys(SEARCH).filter((name) => !(name in ROUTES))).toEqual([]);
});

it('reads the id of a record from the address', () => {
  expect(readId('17')).toBe(17);
  expect(readId(17)).toBe(17);
});

it('reads an invalid id as a missing one', () => {
  for (const value of [
    '0',
    '-1',
    '1.5',
    '1e3',
    ' 1',
    'abc',
    '',
    0,
    -1,
    1.5,
    Number.NaN,
    null,
    undefined,
    ['1'],
    { a: 1 },
  ])
    expect(readId(value)).toBeUndefined();
});

it('reads only positive whole numbers and never throws', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const id = readId(value);
      expect(id === undefined || (Number.isSafeInteger(id) && id > 0)).toBe(true);
      expect(['string', 'undefined']).toContain(typeof readText(value));
    }),
  );
});

it('reads lists and objects as missing texts', () => {
  expect(readText('pool')).toBe('pool');
  for (const value of ['', ['pool'], { kind: 'pool' }, 1, null]) expect(readText(value)).toBeUndefined();
});
