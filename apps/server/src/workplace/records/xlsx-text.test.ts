import { inflateRawSync } from 'node:zlib';
import { xlsxText } from '@signpost/contract/records/xlsx-text.ts';
import { expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';

/** The text of one file in a ZIP archive, found by the archive's directory. */
function fileIn(zip: Buffer, name: string): string {
  const end = zip.lastIndexOf('PK\x05\x06');
  for (let at = zip.readUInt32LE(end + 16); at < end; ) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const size = zip.readUInt32LE(at + 20);
    const local = zip.readUInt32LE(at + 42);
    if (zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0)) === name) {
      const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      const bytes = zip.subarray(start, start + size);
      return (zip.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)).toString('utf8');
    }
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  throw new Error(`There is no ${name} in the archive.`);
}

it('writes names of built-in properties and any other text into XLSX files', async () => {
  const texts = [
    ...Object.getOwnPropertyNames(Object.prototype),
    'plain',
    '\u0000\u0001',
    'lone \uD800',
    '<&>"',
    '😀',
    'x'.repeat(40_000),
  ];
  const rows = [...texts, ...texts].map((text) => [{ value: xlsxText(text), type: String }]);
  const zip = await writeXlsxFile(rows).toBuffer();
  const sheet = fileIn(zip, 'xl/worksheets/sheet1.xml');
  const cells = [...sheet.matchAll(/<c [^>]*t="s"[^>]*><v>([^<]*)<\/v>/g)].map(([, index]) => index ?? '');
  expect(cells.every((index) => /^\d+$/.test(index))).toBe(true);
  const strings = [...fileIn(zip, 'xl/sharedStrings.xml').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text);
  const shown = cells.map((index) => strings[Number(index)]);
  const expected = texts.map((text) => {
    if (text === '\u0000\u0001') return '';
    if (text === '<&>"') return expect.stringMatching(/^&lt;&amp;(&gt;|>)("|&quot;)$/);
    // Half a surrogate pair is no character.
    return text.slice(0, 32_767).replace('\uD800', '');
  });
  expect(shown).toEqual([...expected, ...expected]);
});

it.each([
  ['XD _x000D_ literal', 'XD _x005F_x000D_ literal'],
  ['_x000d_', '_x005F_x000d_'],
  ['_X000D_', '_x005F_X000D_'],
  ['_x000D_x000D_', '_x005F_x000D_x005F_x000D_'],
  ['_x005F_x000D_', '_x005F_x005F_x005F_x000D_'],
  ['_x00D_', '_x00D_'],
  ['_x000D', '_x000D'],
  ['_x000G_', '_x000G_'],
])('keeps %s from being read as a character', (text, written) => {
  expect(xlsxText(text)).toBe(written);
});
