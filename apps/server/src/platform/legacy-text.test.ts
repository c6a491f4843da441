/** Texts of old programs, each with its one right answer. */
import { expect, it } from 'vitest';
import { charsetOf, decodeText, unescapedText } from './legacy-text.ts';

const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');

it.each([
  ['ce e4 ee e1 f0 e5 ed', '', 'Одобрен'],
  ['ce f2 ec e5 ed e5 ed', '', 'Отменен'],
  ['d1 f2 e0 f2 f3 f1 3b d1 f3 ec ec e0', '', 'Статус;Сумма'],
  ['cf b3 e4 f2 e2 e5 f0 e4 e6 e5 ed ee', '', 'Підтверджено'],
  ['ee ea 20 32 30 32 36', '', 'ок 2026'],
  ['62 65 73 74 e4 74 69 67 74', '', 'bestätigt'],
  ['61 6e 6e 75 6c e9 65', '', 'annulée'],
  ['ab 20 63 6f 6d 70 6c e9 74 e9 20 bb', '', '« complété »'],
  ['31 32 80', '', '12€'],
  ['4d fc 6c 6c 65 72 20 26 20 53 f6 68 6e 65', '', 'Müller & Söhne'],
  ['e1 ae ae a1 e9', 'ibm866', 'сообщ'],
  ['a3 f3', 'iso-8859-2', 'Łó'],
  ['ce e4 ee e1 f0 e5 ed', 'windows-1251', 'Одобрен'],
  ['ce e4 ee e1 f0 e5 ed', 'no-such-charset', 'Одобрен'],
  ['ce e4 ee e1 f0 e5 ed', 'utf-8', 'Одобрен'],
  ['d0 9e d0 ba', 'windows-1251', 'Ок'],
  ['6f 6b', '', 'ok'],
  ['', '', ''],
  ['c3', '', 'Ã'],
])('the bytes %s with the charset %j are %j', (hex, charset, right) => {
  expect(decodeText(bytesOf(hex), charset)).toBe(right);
});

it.each([
  ['application/json; charset=windows-1251', 'windows-1251'],
  ['text/plain;charset="ISO-8859-1"', 'ISO-8859-1'],
  ['application/json', ''],
])('%s names the charset %j', (type, charset) => {
  expect(charsetOf(type)).toBe(charset);
});

it.each([
  ['Z%FCrich', 'Zürich'],
  ['Z%fcrich', 'Zürich'],
  ['Z\u00fcrich', 'Zürich'],
  ['Z%C3%BCrich', 'Zürich'],
  ['%EF%F0%EE%EC%EE', 'промо'],
  ['%D0%BF%D1%80%D0%BE%D0', 'про'],
  ['%E3%82%B5%E3%82', 'サ'],
  ['Z%C3', 'ZÃ'],
  ['Z%FC%26%ZZ%', 'Zü&%ZZ%'],
  ['100%', '100%'],
  ['%%CACHEBUSTER%%', '%%CACHEBUSTER%%'],
  ['%%DEAL_ID%%-%%ad_id%%', '%%DEAL_ID%%-%%ad_id%%'],
  ['a%20%%DATE%%%20Z%FC', 'a %%DATE%% Zü'],
  ['%u0416', '%u0416'],
  ['%EF%BF%BD', '\ufffd'],
  ['', ''],
])('the part %j of a query is %j', (part, right) => {
  expect(unescapedText(part)).toBe(right);
});

it('reads escaped bytes in the declared charset', () => {
  expect(unescapedText('%E1%AE%AE%A1%E9', 'ibm866')).toBe('сообщ');
});
