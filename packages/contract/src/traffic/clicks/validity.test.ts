import { expect, it } from 'vitest';
import { isValidOn, validityOn } from './validity.ts';

it('counts the first and the last day as valid', () => {
  const march = { validFrom: '2026-03-01', validTo: '2026-03-31' };
  expect(['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01'].map((day) => validityOn(march, day))).toEqual([
    'not_yet_valid',
    'valid',
    'valid',
    'no_longer_valid',
  ]);
});

it('treats a missing end as open', () => {
  expect(isValidOn({ validFrom: null, validTo: null }, '2026-03-01')).toBe(true);
  expect(isValidOn({ validFrom: null, validTo: '2026-02-28' }, '2026-03-01')).toBe(false);
  expect(isValidOn({ validFrom: '2026-03-02', validTo: null }, '2026-03-01')).toBe(false);
});
