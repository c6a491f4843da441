import { expect, it } from 'vitest';
import { isErrorCell, withoutApostrophe, withoutFormulaMark } from './text-cell.ts';

it.each([
  ['="00123"', '00123'],
  [' ="OB1" ', 'OB1'],
  ['="say ""yes"""', 'say "yes"'],
  ['=""', ''],
  ['=A1', '=A1'],
  ['="a"&"b"', '="a"&"b"'],
  ['a="b"', 'a="b"'],
  ['00123', '00123'],
])('reads the cell %s as the text that its program wrote', (cell, text) => {
  expect(withoutFormulaMark(cell)).toBe(text);
});

it.each([
  ["'00123", '00123'],
  ["'#1001", '#1001'],
  ["'-5.00", '-5.00'],
  ['’OB-7', 'OB-7'],
  ["'quoted'", "'quoted'"],
  ["O'Neil", "O'Neil"],
  ["'", "'"],
])('reads %s without the apostrophe that marks a text', (cell, text) => {
  expect(withoutApostrophe(cell)).toBe(text);
});

it('knows the errors of spreadsheets', () => {
  for (const error of ['#N/A', '#DIV/0!', '#NAME?', ' #ref! ', '#NO RESULT!'])
    expect(isErrorCell(error), error).toBe(true);
  for (const text of ['#1001', 'N/A', '', '#']) expect(isErrorCell(text), text).toBe(false);
});
