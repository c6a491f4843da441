import { expect, it } from 'vitest';
import { finderOf, foldText, narrowed } from './fold.ts';

it.each([
  ['Österreich Café', 'osterreich cafe'],
  ['Straße Łódź', 'strasse lodz'],
  ['ＡＢＣ Ærø', 'abc aero'],
  ['Ελλάδα', 'ελλαδα'],
  ['cafe\u0301', 'cafe'],
  ['İstanbul ı', 'istanbul i'],
  ['Đorđe Þór', 'dorde thor'],
  ['ﬁn', 'fin'],
  ['Παπαδόπουλος', 'παπαδοπουλοσ'],
  ['أَحْمَد', 'احمد'],
  ['مـحـمد', 'محمد'],
  ['فاطمة على', 'فاطمه علي'],
  ['یک', 'يك'],
  ['שָׁלוֹם', 'שלום'],
  ['Алёна Чайка', 'алена чаика'],
  ['№7 Ⅻ ½ x² Ⅳ', 'no7 xii 1⁄2 x2 iv'],
  ['한국미디어'.normalize('NFD'), '한국미디어'],
  ['Ca\u00adsi\u200bno\u2060', 'casino'],
  ['بازی\u200cکده', 'بازيكده'],
  ['Երևան', 'երեվան'],
  ['ԵՐԵՎԱՆ', 'երեվան'],
  ['❤\ufe0f', '❤'],
  ['Zʾōrā', 'zora'],
  ['ʿAlī Kauaʻi Oʼzbek', 'ali kauai ozbek'],
  ['O’Neill O‘Neill O`Neill O´Neill O′Neill O＇Neill', 'oneill oneill oneill oneill oneill oneill'],
])('%j is compared as %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

it('finds each word in any order, and everything if nothing was typed', () => {
  const found = (typed: string) => finderOf(typed)('Kestrel Sports – Österreich');
  expect(['', '  ', 'oster KEST', 'sports', 'ö'].map(found)).toEqual([true, true, true, true, true]);
  expect(['kestrel germany', 'x'].map(found)).toEqual([false, false]);
});

it.each([
  ['Mỹ Vũ', 'my vu'],
  ['Bø Media', 'bo media'],
  ['Ludovic Halévy', 'Halevy, Ludovic'],
  ['Ludovic Halévy', 'halevy;ludovic'],
  ['陈 大文', '大文、陈'],
  ['Zʾōrā', 'zora'],
  ['Zora', 'zʾōrā'],
  ["O'Neill", 'o´neill'],
  ['O’Neill', 'o`neill'],
  ['ONeill', 'o’neill'],
  ['Müller', 'mueller'],
  ['Mueller', 'müller'],
  ['Jörg Größe', 'joerg groesse'],
  ['Goethe', 'göthe'],
  ['Samuel', 'muel'],
  ['Manuel', 'uel'],
])('finds %j by %j', (text, typed) => {
  expect(finderOf(typed)(text)).toBe(true);
});

it('narrows a short list by the typed text as it stands, and by its words only if nothing has it', () => {
  const found = (typed: string) => narrowed(['Partner', 'Partner type', 'Type of Ärger'], (label) => label, typed);
  expect(found('partner t')).toEqual(['Partner type']);
  expect(found('type part')).toEqual(['Partner type']);
  expect(found('arger')).toEqual(['Type of Ärger']);
  expect(found('')).toHaveLength(3);
});
