import { expect, it } from 'vitest';
import { disposition, storedName } from './file-name.ts';

it.each([
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['\u200bRechnung\u00a0März.pdf\u200f', 'Rechnung\u00a0März.pdf'],
  ['a\r\nb\u0000.pdf', 'ab.pdf'],
  [`${'x'.repeat(300)}.pdf`, 'x'.repeat(200)],
])('%j is stored as %j', (given, stored) => {
  expect(storedName(given)).toBe(stored);
});

/** Names of files, the plain name for old programs, and the whole name, escaped, if it is another one. */
it.each<[name: string, plain: string, whole?: string]>([
  ['report-2026-10-01.csv', 'report-2026-10-01.csv'],
  ['Bill (1).pdf', 'Bill (1).pdf'],
  ['Ägypten Übersicht.xlsx', 'Aegypten Uebersicht.xlsx', '%C3%84gypten%20%C3%9Cbersicht.xlsx'],
  ['A\u0308gypten.csv', 'Aegypten.csv', 'A%CC%88gypten.csv'],
  ['Straße.csv', 'Strasse.csv', 'Stra%C3%9Fe.csv'],
  ['Café Øresund.csv', 'Cafe Oresund.csv', 'Caf%C3%A9%20%C3%98resund.csv'],
  ['Łódź.pdf', 'Lodz.pdf', '%C5%81%C3%B3d%C5%BA.pdf'],
  ['報告 Q3.pdf', 'Q3.pdf', '%E5%A0%B1%E5%91%8A%20Q3.pdf'],
  ['請求書.pdf', 'document-7.pdf', '%E8%AB%8B%E6%B1%82%E6%9B%B8.pdf'],
  ['Отчёт.csv', 'document-7.pdf', '%D0%9E%D1%82%D1%87%D1%91%D1%82.csv'],
  ["d'Or & (x)!.pdf", 'd_Or _ (x)_.pdf', 'd%27Or%20%26%20%28x%29%21.pdf'],
  ['"; filename="evil.html', '__ filename__evil.html', '_%3B%20filename%3D_evil.html'],
  ['a\r\nSet-Cookie: x.pdf', 'a__Set-Cookie_ x.pdf'],
  ['../../etc/passwd', '.._.._etc_passwd'],
])('%j is downloaded as %j', (name, plain, whole) => {
  const more = whole === undefined ? '' : `; filename*=UTF-8''${whole}`;
  expect(disposition('attachment', name, 'document-7.pdf')).toBe(`attachment; filename="${plain}"${more}`);
});

it('names a file without a Latin form and without a fallback by its ending', () => {
  expect(disposition('inline', '請求書.pdf')).toMatch(/^inline; filename="file\.pdf"; filename\*=UTF-8''%E8/);
});
