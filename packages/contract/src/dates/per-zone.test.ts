import { expect, it } from 'vitest';
import { perZone } from './per-zone.ts';

it('makes one value for all spellings of a zone, and a bounded number of values', () => {
  let made = 0;
  const of = perZone(() => {
    made += 1;
    return {};
  });
  const name = 'america/argentina/buenos_aires';
  const spelling = (bits: number) =>
    [...name].map((letter, at) => ((bits >> at) & 1 ? letter.toUpperCase() : letter)).join('');
  const values = new Set(Array.from({ length: 3_000 }, (_, bits) => of(spelling(bits))));
  expect([values.size, made]).toEqual([1, 1]);
  // An unbounded cache would still know the first zone after any number of others.
  const first = of('zone 0');
  for (let n = 1; n < 2_000; n += 1) of(`zone ${n}`);
  expect(of('zone 0')).not.toBe(first);
});

it('passes on errors without caching them', () => {
  let calls = 0;
  const of = perZone((timeZone) => {
    calls += 1;
    return new Intl.DateTimeFormat('en', { timeZone });
  });
  for (const _ of [1, 2]) expect(() => of('Nowhere/Land')).toThrow(RangeError);
  expect(calls).toBe(2);
});
