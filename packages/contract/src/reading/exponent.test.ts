/** Numbers as JSON writers and spreadsheets print them, each with the same number in digits. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutExponent } from './exponent.ts';

it.each([
  ['1.0E2', '100'],
  ['1e-05', '0.00001'],
  ['1.234567891E7', '12345678.91'],
  ['1.5e0', '1.5'],
  ['-2.5e+1', '-25'],
  ['+3E2', '300'],
  ['5.e1', '50'],
  ['.5e1', '5'],
  ['1E-7', '0.0000001'],
  ['12.34e-2', '0.1234'],
  ['0e0', '0'],
  ['1e18', '1000000000000000000'],
])('%s is %s', (text, plain) => {
  expect(withoutExponent(text)).toBe(plain);
});

it.each(['', 'e5', '.e5', '1e', '1e5.0', '1e100', '1.2.3e4', '1,5e2', '1e5 EUR', '0x1e5', '12'])(
  '%j is no number with an exponent',
  (text) => {
    expect(withoutExponent(text)).toBeNull();
  },
);

it('keeps the value of every number', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: -15, max: 15 }), (digits, power) => {
      const text = `${digits}e${power}`;
      expect(Number(withoutExponent(text))).toBe(Number(text));
    }),
  );
});
