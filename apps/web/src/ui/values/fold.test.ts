import { expect, it } from 'vitest';
import { finderOf, foldText } from './fold.ts';

it.each([
  ['Österreich Café', 'osterreich cafe'],
  ['Straße Łódź', 'strasse lodz'],
  ['ＡＢＣ Ærø', 'abc aero'],
  ['Ελλάδα', 'ελλαδα'],
  ['cafe\u0301', 'cafe'],
  ['İstanbul ı', 'istanbul i'],
  ['Đorđe Þór', 'dorde thor'],
  ['ﬁn', 'fin'],
])('%j is compared as %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

it('finds each word in any order, and everything if nothing was typed', () => {
  const found = (typed: string) => finderOf(typed)('Kestrel Sports – Österreich');
  expect(['', '  ', 'oster KEST', 'sports', 'ö'].map(found)).toEqual([true, true, true, true, true]);
  expect(['kestrel germany', 'x'].map(found)).toEqual([false, false]);
});
