import { TEXT_CONDITIONS } from '@signpost/contract/traffic/clicks/conditions.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RuleIndex, Words } from './rule-index.ts';

const value = fc.constantFrom('', 'a', 'b', 'c');
const test = fc.record({
  field: fc.constantFrom(...TEXT_CONDITIONS),
  is: fc.boolean(),
  values: fc.uniqueArray(value, { minLength: 1, maxLength: 3 }).map((values) => new Set(values)),
});
// More rules than one word of bits holds.
const rules = fc.array(fc.array(test, { maxLength: 3 }), { maxLength: 70 });
const texts = fc.record({ geo: value, language: value, device: value, os: value, browser: value });

it('finds exactly the rules whose text conditions all hold, in order, and stops when the caller says so', () => {
  fc.assert(
    fc.property(rules, fc.array(test), texts, fc.nat(70), (tests, elsewhere, of, enough) => {
      const expected = tests.flatMap((own, at) =>
        own.every(({ field, is, values }) => values.has(of[field]) === is) ? [at] : [],
      );
      // The other rules of a configuration name values too.
      const words = new Words([...tests.flat(), ...elsewhere]);
      const found: number[] = [];
      new RuleIndex(tests, words).find(of, (at) => {
        found.push(at);
        return found.length > enough;
      });
      expect(found).toEqual(expected.slice(0, enough + 1));
    }),
    { numRuns: 500 },
  );
});
