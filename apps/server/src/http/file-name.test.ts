import { expect, it } from 'vitest';
import { downloadName, storedName } from './file-name.ts';

it.each([
  ['invoice\u202efdp.exe', 'invoicefdp.exe', 'invoicefdp.exe'],
  ['\u200bRechnung\u00a0März.pdf\u200f', 'Rechnung\u00a0März.pdf', 'Rechnung_M_rz.pdf'],
  ['a\r\nb\u0000.pdf', 'ab.pdf', 'ab.pdf'],
  [`${'x'.repeat(300)}.pdf`, 'x'.repeat(200), 'x'.repeat(120)],
  ['請求書.pdf', '請求書.pdf', '___.pdf'],
  ['"; filename="evil.html', '"; filename="evil.html', '__ filename__evil.html'],
])('%j is stored as %j and downloaded as %j', (given, stored, downloaded) => {
  expect(storedName(given)).toBe(stored);
  expect(downloadName(stored)).toBe(downloaded);
});
