/** Checks that every regular expression of the product runs in linear time on any text. */
import { thorough } from '@signpost/testkit/thorough.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BUILT, findExpressions, NEVER_OUTSIDE, problemOf, reachable, readProven, textOf } from './expressions.mjs';

const { literals, builders } = findExpressions();
const proven = readProven();
const expressions = [...reachable(literals), ...Object.values(BUILT).flat()];

it('detects known super-linear expressions', () => {
  const known = [
    /<meta[^>]+http-equiv\s*=\s*["']?refresh["']?[^>]*>/i,
    /"([\w-]*(?:authorization|cookie|token)[\w-]*)":"(?:[^"\\]|\\.)*"/gi,
    /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g,
    /(?<=.)_+([a-z0-9])/g,
    /(\.\d*?)0+$/,
    /^\+?[\d\s()/.-]*\d[\d\s()/.-]*( ?(ext\.?|x) ?\d+)?$/i,
    /^(a+)+$/,
    /_+([a-z0-9])/g,
  ];
  for (const expression of known) expect(problemOf(expression)).toBeDefined();
});

it('finds every expression of the product linear, whatever the text, by its proof on the list or by a new one', () => {
  const unlisted = expressions.filter((expression) => !proven.has(textOf(expression)));
  expect(unlisted.flatMap((expression) => problemOf(expression) ?? [])).toEqual([]);
  const hint = 'Run `npm run prove:expressions`, so that they are proven once and not in every run.';
  expect(unlisted.map(textOf), hint).toEqual([]);
  expect(literals.size).toBeGreaterThan(150);
});

it('finds listed expressions linear again: other ones in each commit, and all of them in a thorough run', () => {
  const count = thorough(6, expressions.length);
  const [again] = fc.sample(fc.shuffledSubarray(expressions, { minLength: count, maxLength: count }), 1);
  expect(again?.flatMap((expression) => problemOf(expression) ?? [])).toEqual([]);
  expect(again).toHaveLength(count);
});

it('lists no expression that the product no longer has', () => {
  const texts = new Set(expressions.map(textOf));
  expect([...proven].filter((text) => !texts.has(text))).toEqual([]);
});

it('lists every file that builds an expression from text', () => {
  const outside = new Set(builders.filter((file) => !(file in NEVER_OUTSIDE)));
  expect([...outside].sort()).toEqual(Object.keys(BUILT).sort());
});

it('exempts only files that still contain an expression', () => {
  const files = new Set([...builders, ...[...literals.values()].flatMap((literal) => literal.files)]);
  for (const file of Object.keys(NEVER_OUTSIDE)) expect(files).toContain(file);
});
