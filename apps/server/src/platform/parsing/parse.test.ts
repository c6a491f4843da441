/** Files as people and attackers send them, with what becomes of each: rows, or a sentence. */
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { somebody } from '../testing/asker.ts';
import { secondsFor, TABLE_LIMITS } from './limits.ts';
import { parseMail, parseTable } from './parse.ts';

const CONTENT = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`;
const WORKBOOK = `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`;
const RELS = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`;

/** A workbook with one sheet, whose rows are given as XML. */
const workbook = (rows: string, more: Record<string, Uint8Array> = {}): Buffer =>
  Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8(CONTENT),
      'xl/workbook.xml': strToU8(WORKBOOK),
      'xl/_rels/workbook.xml.rels': strToU8(RELS),
      'xl/worksheets/sheet1.xml': strToU8(
        `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
      ),
      ...more,
    }),
  );
/** The names of the first columns. */
const PLACES = Array.from({ length: 100 }, (_, at) =>
  [Math.floor(at / 26) - 1, at % 26].map((part) => (part < 0 ? '' : String.fromCharCode(65 + part))).join(''),
);
const cell = (place: string, text: string): string => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (number: number, cells: string): string => `<row r="${number}">${cells}</row>`;

/** The sentence with which a file is refused; the rows if it is not. */
const answerTo = async (bytes: Uint8Array, limits = {}): Promise<unknown> =>
  await parseTable(bytes, somebody(), { limits }).then(
    ({ rows }) => rows,
    (error: { errors?: { message: string }[] }) => error.errors?.[0]?.message ?? error,
  );

it('reads tables as spreadsheets write them', async () => {
  expect(await answerTo(workbook(row(1, cell('A1', 'x') + cell('C1', 'y')) + row(3, cell('B3', 'z'))))).toEqual([
    ['x', '', 'y'],
    ['', 'z', ''],
  ]);
  expect(await answerTo(Buffer.from('a;b\r\n1;2\r\n\r\n'))).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
  expect(await answerTo(Buffer.from('sep=|\na|b,c\n'))).toEqual([['a', 'b,c']]);
  expect(await answerTo(Buffer.from('\uFEFFü,b\n', 'utf16le'))).toEqual([['ü', 'b']]);
});

const attributes = (count: number, value = '1'): string =>
  Array.from({ length: count }, (_, at) => `a${at}="${value}"`).join(' ');
const table = (...lines: string[]) => Buffer.from(lines.join('\n'));
const wide = (text: string, bom = '') => Buffer.from(bom + text, 'utf16le');

/** Forms of partners' files as public reports show them. */
it.each<[form: string, bytes: Buffer, rows: string[][]]>([
  ['sep= with a semicolon', table('sep=;', 'a,b;c'), [['a,b', 'c']]],
  ['sep= in quotes', table('"sep=,"', 'a,b;c'), [['a', 'b;c']]],
  ['sep= behind a byte order mark', Buffer.from('\uFEFFSEP=|\r\na|b,c\r\n'), [['a', 'b,c']]],
  [
    'lines that end with CR',
    Buffer.from('a;b\r1;2\r'),
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'lines that end in all ways',
    Buffer.from('a;b\r\n1;2\n3;"x\r\ny"\r5;6\r\n7;"x\ny"\n'),
    [
      ['a', 'b'],
      ['1', '2'],
      ['3', 'x\ny'],
      ['5', '6'],
      ['7', 'x\ny'],
    ],
  ],
  [
    'UTF-16 in which one line ends in another way',
    wide('day\tft\r\n1\t"x\ny"\n2\tz\r\n', '\uFEFF'),
    [
      ['day', 'ft'],
      ['1', 'x\ny'],
      ['2', 'z'],
    ],
  ],
  [
    'days with commas, in rows of uneven length',
    table('Day;Id;Sum;Name;State;', 'April 15, 2026;7;25.00;Ray;open;', 'April 9, 2026;8;25.00;Lonny;'),
    [
      ['Day', 'Id', 'Sum', 'Name', 'State', ''],
      ['April 15, 2026', '7', '25.00', 'Ray', 'open', ''],
      ['April 9, 2026', '8', '25.00', 'Lonny', ''],
    ],
  ],
  [
    'days with commas, in rows of uneven length without a header',
    table('Apr 15, 2026;7;25;Ray;open;', 'Apr 14, 2026;7;5;Al;open;', 'Apr 9, 2026;8;2;Lo;', 'Apr 8, 2026;8;2;Ce;'),
    [
      ['Apr 15, 2026', '7', '25', 'Ray', 'open', ''],
      ['Apr 14, 2026', '7', '5', 'Al', 'open', ''],
      ['Apr 9, 2026', '8', '2', 'Lo', ''],
      ['Apr 8, 2026', '8', '2', 'Ce', ''],
    ],
  ],
  [
    'days with their weekdays',
    table('Wed, 15 Apr 2026;7;a;b', 'Thu, 16 Apr 2026;7;a', 'Fri, April 17, 2026;7;a;b', 'Sat, 18 Apr 2026;7'),
    [
      ['Wed, 15 Apr 2026', '7', 'a', 'b'],
      ['Thu, 16 Apr 2026', '7', 'a'],
      ['Fri, April 17, 2026', '7', 'a', 'b'],
      ['Sat, 18 Apr 2026', '7'],
    ],
  ],
  [
    'amounts with commas, in rows of uneven length',
    table('x;7;2,50;a;b', 'y;7;3,50;a', 'z;7;1.000,75;a;b', 'w;7;2,25'),
    [
      ['x', '7', '2,50', 'a', 'b'],
      ['y', '7', '3,50', 'a'],
      ['z', '7', '1.000,75', 'a', 'b'],
      ['w', '7', '2,25'],
    ],
  ],
  [
    'texts with many commas',
    table('text;x;y', 'one, two, three, four;1;2', 'one, two, three, four, five;1;2', 'one, two, three;1;2'),
    [
      ['text', 'x', 'y'],
      ['one, two, three, four', '1', '2'],
      ['one, two, three, four, five', '1', '2'],
      ['one, two, three', '1', '2'],
    ],
  ],
  [
    'days and semicolons in quotes between commas',
    table('day,text,sum', '"April 15, 2026","a; b; c",1', '"April 16, 2026","a; b; c",2'),
    [
      ['day', 'text', 'sum'],
      ['April 15, 2026', 'a; b; c', '1'],
      ['April 16, 2026', 'a; b; c', '2'],
    ],
  ],
  [
    'UTF-16 with its mark',
    wide('ü\tb\r\n1\t2', '\uFEFF'),
    [
      ['ü', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'UTF-16 without its mark',
    wide('day\tft\r\n1\t2'),
    [
      ['day', 'ft'],
      ['1', '2'],
    ],
  ],
  [
    'big-endian UTF-16 without its mark',
    wide('day;ft\r\n1;2').swap16(),
    [
      ['day', 'ft'],
      ['1', '2'],
    ],
  ],
  ['Windows-1252', Buffer.from([0xe4, 0x3b, 0x62]), [['ä', 'b']]],
  [
    'titles and amounts with commas',
    table('Report, all brands', '', 'id;sum', '1;2,50', '2;3,75'),
    [['Report, all brands'], ['id', 'sum'], ['1', '2,50'], ['2', '3,75']],
  ],
  [
    'commas in the title alone',
    table('A, B, C, D', 'id;x', '1;2', '2;3'),
    [['A, B, C, D'], ['id', 'x'], ['1', '2'], ['2', '3']],
  ],
  [
    'lines of delimiters',
    table(';;', 'a;b;c', ';;', '1;2;3'),
    [
      ['a', 'b', 'c'],
      ['1', '2', '3'],
    ],
  ],
  [
    'one column of addresses',
    table('https://a.example/?x=1,2', 'https://b.example/'),
    [['https://a.example/?x=1', '2'], ['https://b.example/']],
  ],
  [
    'one column with a rare comma',
    table('url', 'https://a.example', 'https://b.example', 'https://c.example;x'),
    [['url'], ['https://a.example'], ['https://b.example'], ['https://c.example;x']],
  ],
  [
    'gzip',
    gzipSync('a;b\n1;2\n'),
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['a workbook in gzip', gzipSync(workbook(row(1, cell('A1', 'x') + cell('B1', 'y')))), [['x', 'y']]],
])('reads %s', async (_form, bytes, rows) => {
  expect(await answerTo(bytes)).toEqual(rows);
});

it('numbers rows as a spreadsheet does, whatever is blank above them', async () => {
  const { numbers } = await parseTable(table('sep=;', '', 'a;b', ';', '1;2'), somebody());
  expect(numbers).toEqual([3, 5]);
  const { numbers: ofSheet } = await parseTable(
    workbook(row(2, cell('A2', 'x')) + row(4, cell('A4', 'z'))),
    somebody(),
  );
  expect(ofSheet).toEqual([2, 4]);
});

it('takes no notice of cells that only have a format, wherever they are', async () => {
  const rows =
    row(1, `${cell('A1', 'x')}<c r="XFD1" s="1"/>`) + row(1048576, '<c r="A1048576" s="1"></c><c r="B1048576"/>');
  expect(await answerTo(workbook(rows))).toEqual([['x']]);
});

it('reads a workbook with comments, and with marks in its texts', async () => {
  const rows = row(1, `<!-- a < b --><c r="A1" t="inlineStr"><is><t>a &lt; 'b'</t></is></c>${cell('B1', 'x > y')}`);
  expect(await answerTo(workbook(rows))).toEqual([["a < 'b'", 'x > y']]);
});

it.each([
  [
    'a value in the last column',
    workbook(row(1, cell('A1', 'x')) + row(1048576, cell('XFD1048576', 'y'))),
    /row 1048576|XFD1048576/,
  ],
  [
    'a value in a cell that no program knows',
    workbook(row(1, cell('A1', 'x') + cell('ABCDEFGHI1', 'y'))),
    /value in cell ABCDEFGHI1\./,
  ],
  [
    'a value in a row that no program knows',
    workbook(row(1, cell('A1', 'x')) + row(99_999_999_999, cell('B1', 'y'))),
    /value in row 9999999999\./,
  ],
  ['a value in row 0', workbook(row(1, cell('A1', 'x') + cell('A0', 'y'))), /value in cell A0\./],
  ['a value far to the right', workbook(row(1, cell('A1', 'x') + cell('XFD1', 'y'))), /value in cell XFD1\./],
  ['a value far below', workbook(row(1048576, cell('A1048576', 'y'))), /1048576/],
  ['half a gzip', gzipSync('a;b').subarray(0, 15), /packed by gzip and cannot be unpacked/],
  ['half an archive', workbook(row(1, cell('A1', 'x'))).subarray(0, 300), /no XLSX file that can be read/],
  ['2.5 million columns', Buffer.from(',x'.repeat(2_500_000)), /^Row 1 has 2500001 cells; a row may have 1000\.$/],
  ['too many cells', Buffer.from(`${'1,'.repeat(900)}\n`.repeat(4_000)), /more than 3000000 cells/],
  [
    'a row with a hundred thousand attributes',
    workbook(`<row r="1" ${attributes(100_000)}>${cell('A1', 'x')}</row>`),
    /^This is no XLSX file that can be read/,
  ],
  [
    'attributes with marks in their values',
    workbook(`<row r="1" ${attributes(100_000, '>')}>${cell('A1', "it's")}</row>`),
    /^This is no XLSX file that can be read/,
  ],
  ['cells that never end', workbook(row(1, '<c '.repeat(600_000))), /^This is no XLSX file that can be read/],
  [
    'cells that are never closed',
    workbook(row(1, '<c r="A1">'.repeat(300_000))),
    /^This is no XLSX file that can be read/,
  ],
  ['a comment that never ends', workbook(row(1, '<!-- <c '.repeat(100_000))), /^This is no XLSX file that can be read/],
  [
    'a workbook of an old format or with a password',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4_096)]),
    /without a password/,
  ],
  [
    'one cell of 15 million characters',
    table('day;revenue;url', `2026-11-03;9.99;"${'x'.repeat(15_000_000)}"`),
    /^The cell in row 2, column 3 has 15000000 characters; a cell may have 32767\.$/,
  ],
  [
    'a long cell of a workbook',
    workbook(row(1, cell('A1', 'x')) + row(3, cell('B3', 'y'.repeat(40_000)))),
    /^The cell in row 3, column 2 has 40000 characters/,
  ],
  ['a mark that swallows the file', table('a;b', `1;"${'x;y\n'.repeat(20_000)}`), /^Row 2 .*never closed/],
  ['bytes that are not text', Buffer.from([1, 0, 2, 0]), /not text/],
] as const)(
  'refuses %s with a sentence',
  async (_what, bytes, sentence) => {
    expect(await answerTo(bytes)).toMatch(sentence);
  },
  120_000,
);

it.each([
  [
    'a bomb in a sheet',
    workbook(row(1, cell('A1', 'x'.repeat(24 * 1024 ** 2)))),
    /larger than 16 MB when it is unpacked/,
  ],
  [
    'a bomb beside the sheet',
    workbook(row(1, cell('A1', 'x')), { 'xl/sharedStrings.xml': new Uint8Array(24 * 1024 ** 2) }),
    /larger than 16 MB/,
  ],
  ['a bomb in gzip', gzipSync(Buffer.alloc(24 * 1024 ** 2)), /larger than 16 MB when it is unpacked/],
] as const)('refuses %s as soon as more is unpacked than may be', async (_what, bytes, sentence) => {
  // A small bound, so that a busy machine unpacks as much within the time that small files have.
  expect(await answerTo(bytes, { unpackedBytes: 16 * 1024 ** 2 })).toMatch(sentence);
  expect(TABLE_LIMITS.unpackedBytes).toBe(128 * 1024 ** 2);
});

it('refuses an archive that says that a part is smaller than it is', async () => {
  const bytes = workbook(row(1, cell('A1', 'x'.repeat(300_000))));
  const at = bytes.lastIndexOf('xl/worksheets/sheet1.xml');
  // The unpacked size stands 22 bytes before the name in the list of contents.
  bytes.writeUInt32LE(100, at - 22);
  expect(await answerTo(bytes)).toMatch(/no XLSX file that can be read/);
});

/** A workbook of half a million cells, which takes many times as long as a small file. */
const SLOW = workbook(
  Array.from({ length: 5_000 }, (_, at) =>
    row(at + 1, Array.from({ length: 100 }, (_, column) => `<c r="${PLACES[column]}${at + 1}"><v>1</v></c>`).join('')),
  ).join(''),
);

it('ends a file that takes too long, while others are served', async () => {
  const late = answerTo(SLOW, { seconds: 1 });
  expect(await answerTo(Buffer.from('a,b\n1,2\n'))).toHaveLength(2);
  expect(await late).toMatch(/too much time or memory/);
});

it('gives a small file little time, and a large file the whole time of its limits', () => {
  expect(secondsFor(226_000, TABLE_LIMITS)).toBeLessThan(8);
  expect(secondsFor(15_000_000, TABLE_LIMITS)).toBe(20);
  expect(secondsFor(15_000_000, { ...TABLE_LIMITS, seconds: 2 })).toBe(2);
});

it('ends the reading of a file at once when its sender has left', async () => {
  const left = new AbortController();
  const asker = somebody(left.signal);
  const [end] = await Promise.all([
    parseTable(SLOW, asker, { limits: { seconds: 600 } }).catch((error: unknown) => error),
    answerTo(Buffer.from('a,b\n')).then(() => left.abort(new Error('gone'))),
  ]);
  expect(end).toMatchObject({ message: 'gone' });
  expect(await parseTable(Buffer.from('a,b\n'), { ...asker, signal: new AbortController().signal })).toMatchObject({
    count: 1,
  });
});

it('ends a file that takes too much memory', async () => {
  const many = Buffer.from('a,b,c,d,e,f\n'.repeat(1_000_000));
  expect(await answerTo(many, { rows: 1e9, cells: 1e9, memoryMb: 16, seconds: 60 })).toMatch(/too much time or memory/);
});

it('refuses a message whose parts are nested too deep with a sentence', async () => {
  const part = '--b\nContent-Type: multipart/mixed; boundary="b"\n\n';
  const message = Buffer.from(`Content-Type: multipart/report; boundary="b"\n\n${part.repeat(1_000)}`);
  await expect(parseMail(message, somebody())).rejects.toMatchObject({
    errors: [{ path: 'file', message: expect.stringContaining('nested too deep') }],
  });
});

it('reads a message about a delivery, and ends one that takes too long', async () => {
  const report = [
    'Subject: Undelivered',
    'Content-Type: multipart/report; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Action: failed',
    '--b--',
  ].join('\r\n');
  const { headers, text, parts } = await parseMail(Buffer.from(report), somebody());
  expect(headers).toContainEqual({ key: 'subject', value: 'Undelivered' });
  expect(text).toBe('');
  expect(parts).toEqual([{ type: 'message/delivery-status', text: expect.stringContaining('Action: failed') }]);
  const boundaries = Array.from(
    { length: 10_000 },
    (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
  );
  const hostile = Buffer.from(`Content-Type: multipart/mixed; boundary=b0\r\n\r\n${boundaries.join('')}`);
  const end = await parseMail(hostile, somebody(), { seconds: 3 }).then(
    () => 'read',
    (error: { errorCode?: string; code?: string }) => error,
  );
  expect(end).toBeDefined();
});
