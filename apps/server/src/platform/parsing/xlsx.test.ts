/** Workbooks as programs and people write them, as own small inputs, with what is read of each. */
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { somebody } from '../testing/asker.ts';
import { RELATIONS, type Sheet, textCell as text, workbook } from '../testing/workbook.ts';
import { parseTable } from './parse.ts';

const table = (first: string, second: string) =>
  `<row r="1">${text('A1', 'Id')}${text('B1', 'Sum')}</row><row r="2">${text('A2', first)}${text('B2', second)}</row>`;
const read = async (bytes: Buffer) => await parseTable(bytes, somebody());
const cellOf = async (cell: string, formats: readonly string[] = []) =>
  (await read(workbook([{ name: 'One', rows: `<row r="1">${text('A1', 'x')}${cell}</row>` }], formats))).rows[0]?.[1];

it.each<[form: string, cell: string, text: string]>([
  ['an error', '<c r="B1" t="e"><v>#N/A</v></c>', '#N/A'],
  ['the error of a formula', '<c r="B1" t="e"><f>1/0</f><v>#DIV/0!</v></c>', '#DIV/0!'],
  ['an error without a name', '<c r="B1" t="e"/>', '#ERROR!'],
  ['a formula without a result', '<c r="B1"><f>1+1</f></c>', '#NO RESULT!'],
  ['a formula with an empty result', '<c r="B1"><f>1+1</f><v></v></c>', '#NO RESULT!'],
  ['a shared formula without a result', '<c r="B1"><f t="shared" si="0"/><v/></c>', '#NO RESULT!'],
  ['a formula for a text without a result', '<c r="B1" t="str"><f>A1</f></c>', '#NO RESULT!'],
  ['a formula with its result', '<c r="B1"><f>1+1</f><v>2</v></c>', '2'],
  ['a formula for a text', '<c r="B1" t="str"><f>A1</f><v>x</v></c>', 'x'],
  ['the noise of a sum', '<c r="B1"><v>0.30000000000000004</v></c>', '0.3'],
  ['a number with an exponent', '<c r="B1"><v>1.2345E2</v></c>', '123.45'],
  ['a negative number', '<c r="B1"><v>-12.5</v></c>', '-12.5'],
  ['an id of 15 digits', '<c r="B1"><v>123456789012345</v></c>', '123456789012345'],
  ['an id with all its digits', '<c r="B1"><v>9007199254740993</v></c>', '9007199254740993'],
  ['an id whose last digits are lost', '<c r="B1"><v>9.0071992547409894E+15</v></c>', '9.00719925474099E+15'],
  ['a text as a formula', text('B1', '="00123"'), '00123'],
  ['a yes', '<c r="B1" t="b"><v>1</v></c>', 'Yes'],
])('reads %s as what it says', async (_form, cell, expected) => {
  expect(await cellOf(cell)).toBe(expected);
});

it('takes a formula with an empty text for an empty cell', async () => {
  expect(await cellOf('<c r="B1" t="str"><f>""</f><v></v></c>')).toBeUndefined();
});

it.each<[format: string, stored: string, text: string]>([
  ['00000', '123', '00123'],
  ['00000', '1234567', '1234567'],
  ['000\\-000', '12345', '012-345'],
  ['"TX"0000', '7', 'TX0007'],
  ['00000', '1.5', '1.5'],
  ['0', '5', '5'],
  ['0.00', '5', '5'],
  ['#,##0.00', '1234.5', '1234.5'],
  ['#,##0.00 [$€-407]', '1234.5', '1234.5 EUR'],
  ['[$$-409]#,##0.00', '100', '$100'],
  ['[$USD] #,##0.00', '100', '100 USD'],
  ['0.00" USD"', '-50', '-50 USD'],
  ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_)', '100', '$100'],
  ['_-"£"* #,##0.00_-;-"£"* #,##0.00_-', '2.5', '2.5 GBP'],
  ['#,##0.00\\ [$zł-415]', '100', '100 PLN'],
  ['#,##0.00\\ [$kr-41D]', '100', '100 SEK'],
  ['#,##0.00\\ "Kč"', '100', '100 CZK'],
  ['General" days"', '1500', '1500'],
  ['[Red]0.00', '3', '3'],
  ['yyyy\\-mm\\-dd', '46328', '2026-11-02'],
  ['[$-409]d\\-mmm\\-yy', '46328', '2026-11-02'],
])('reads a number in the format %s as it is shown: %s is %s', async (format, stored, expected) => {
  expect(await cellOf(`<c r="B1" s="1"><v>${stored}</v></c>`, [format])).toBe(expected);
});

it('reads rows and cells that name no place, each behind the one before', async () => {
  const cell = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const rows = `<row>${cell('a')}<c/>${cell('b')}</row><row/><row>${cell('c')}<c><v>10.5</v></c></row>`;
  const { rows: found, numbers } = await read(workbook([{ name: 'One', rows }]));
  expect([found, numbers]).toEqual([
    [
      ['a', '', 'b'],
      ['c', '10.5', ''],
    ],
    [1, 3],
  ]);
});

it('reads the first sheet with a table that is not hidden, and names the others', async () => {
  const title = { name: 'Title', rows: `<row r="1">${text('A1', 'A report')}</row>` };
  const old = { name: 'Old', rows: table('old', '999'), more: 'state="hidden"' };
  const october = { name: 'Oct &amp; more', rows: table('new', '10') };
  const november = { name: 'Nov', rows: table('newer', '20') };
  const empty = { name: 'Sheet3', rows: '' };
  const first = async (...sheets: Sheet[]) => {
    const { rows, otherSheets } = await read(workbook(sheets));
    return [rows[1]?.[0], otherSheets];
  };
  expect(await first(october, empty)).toEqual(['new', []]);
  expect(await first(old, october)).toEqual(['new', ['Old']]);
  expect(await first(title, october, november)).toEqual(['new', ['Title', 'Nov']]);
  expect(await first(november, october)).toEqual(['newer', ['Oct & more']]);
  expect(await first(old)).toEqual(['old', []]);
});

/** A link to a target, as the workbook knows it: the target with its mode, and more attributes of the link. */
interface Linked {
  target: string;
  mode?: string;
  more?: string;
}
async function linkedCell(shown: string, place: string, { target, mode = 'External', more = '' }: Linked) {
  const behind = `<!-- <hyperlink ref="B1" r:id="r0"/> --><hyperlinks><hyperlink ref="${place}" r:id="r1" ${more}/></hyperlinks>`;
  const relations = ['https://old.example', target].map(
    (address, at) =>
      `<Relationship Id="r${at}" Type="${RELATIONS}/hyperlink" Target="${address}" TargetMode="${mode}"/>`,
  );
  const rows = `<row r="1">${text('A1', 'x')}${text('B1', shown)}</row>`;
  const file = workbook([{ name: 'One', rows, behind, relations: relations.join('') }]);
  expect((await read(file)).rows).toEqual([['x', shown]]);
  return (await parseTable(file, somebody(), { readsLinks: true })).rows[0]?.[1];
}

it.each<[form: string, shown: string, place: string, link: Linked, text: string]>([
  ['behind a text', 'Two', 'B1', { target: 'https://two.example/?a=1&amp;b=2' }, 'https://two.example/?a=1&b=2'],
  ['of a range', 'Two', '$B$1:D9', { target: 'http://two.example' }, 'http://two.example'],
  ['of a whole row', 'Two', 'B1:XFD1', { target: 'www.two.example/x' }, 'www.two.example/x'],
  ['with a part', 'Two', 'B1', { target: 'https://two.example/x', more: 'location="p"' }, 'https://two.example/x#p'],
  ['as it is shown', 'https://two.example', 'B1', { target: 'https://two.example/' }, 'https://two.example'],
  ['with a macro', 'https://t.example/{id}', 'B1', { target: 'https://t.example/%7Bid%7D' }, 'https://t.example/{id}'],
  [
    'behind another',
    'https://a.example',
    'B1',
    { target: 'https://b.example' },
    'https://a.example\nhttps://b.example',
  ],
  ['to an e-mail', 'Two', 'B1', { target: 'mailto:ann@two.example' }, 'Two'],
  ['to a file', 'Two', 'B1', { target: 'file:///C:/two.xlsx' }, 'Two'],
  ['inside the workbook', 'Two', 'B1', { target: 'https://two.example', mode: 'Internal' }, 'Two'],
  ['of no cell', 'Two', 'somewhere', { target: 'https://two.example' }, 'Two'],
  ['of another cell', 'Two', 'B2:C1048576', { target: 'https://two.example' }, 'Two'],
])('reads the address of a link %s if it is asked for', async (_form, shown, place, link, expected) => {
  expect(await linkedCell(shown, place, link)).toBe(expected);
});

it.each<[formula: string, result: string, text: string]>([
  ['HYPERLINK("https://two.example/?a=1&amp;b=2","Two")', 'Two', 'https://two.example/?a=1&b=2'],
  ['HYPERLINK(&quot;https://two.example&quot;;&quot;Two&quot;)', 'Two', 'https://two.example'],
  ['hyperlink( "www.two.example" )', 'www.two.example', 'www.two.example'],
  ['IF(A1="","",HYPERLINK("https://two.example/""x""","Two"))', 'Two', 'https://two.example/"x"'],
  ['HYPERLINK("https://two.example/"&amp;A1,"Two")', 'Two', 'Two'],
  ['HYPERLINK(A1,"Two")', 'Two', 'Two'],
  ['HYPERLINK("#Other!A1","Two")', 'Two', 'Two'],
  ['MYHYPERLINK("https://two.example","Two")', 'Two', 'Two'],
])('reads the address in the formula %s if it is asked for', async (formula, result, expected) => {
  const cell = `<c r="B1" t="str"><f>${formula}</f><v>${result}</v></c>`;
  const file = workbook([{ name: 'One', rows: `<row r="1">${text('A1', 'x')}${cell}</row>` }]);
  expect((await read(file)).rows[0]?.[1]).toBe(result);
  expect((await parseTable(file, somebody(), { readsLinks: true })).rows[0]?.[1]).toBe(expected);
});

/** The forms in which Excel writes characters that XML does not have (ECMA-376, ST_Xstring). */
it.each<[written: string, text: string]>([
  ['one_x000D_\ntwo', 'one\r\ntwo'],
  ['_x005F_x000D_', '_x000D_'],
  ['Product_x005F_xB9f0_Code', 'Product_xB9f0_Code'],
  ['_x0041_x0042_', 'Ax0042_'],
  ['a_x00e4_b', 'aäb'],
  ['_xD83D__xDE00_', '😀'],
  ['a_x0000_b_x0008_c', 'abc'],
  ['a_xD83D_b', 'a\ufffdb'],
  ['a_xd_b_x00D_', 'a_xd_b_x00D_'],
  ['a_X0041_b', 'a_X0041_b'],
  ['sub_x', 'sub_x'],
])('reads the escapes of the text %s', async (written, expected) => {
  const formula = `<c r="C1" t="str"><f>A1</f><v>${written}</v></c>`;
  const rows = `<row r="1">${text('A1', 'x')}${text('B1', written)}${formula}</row>`;
  expect((await read(workbook([{ name: 'One', rows }]))).rows).toEqual([['x', expected, expected]]);
});

const linkCell = (place: string, formula: string, shown = 'Two') =>
  `<c r="${place}" t="str"><f>${formula}</f><v>${shown}</v></c>`;

it.each<[formula: string, count: number]>([
  ['HYPERLINK("https://two.example/"&amp;A1,"Two")', 1],
  ['HYPERLINK(A1,"Two")', 1],
  ['HYPERLINK(A1;"Two")', 1],
  ['HYPERLINK(CONCATENATE("https://two.example/";A1);CONCATENATE("T";"wo"))', 1],
  ['HYPERLINK($A$1&amp;B3&amp;".pdf",B3)', 1],
  ['IF(A1="","",HYPERLINK(VLOOKUP(A1,D:E,2,0),"Two"))', 1],
  ['HYPERLINK("https://two.example","Two")', 0],
  ['HYPERLINK("https://two.example/"&amp;A1)', 0],
  ['HYPERLINK("#"&amp;CELL("address",A1),"Two")', 0],
  ['HYPERLINK("mailto:"&amp;A1,"Two")', 0],
  ['SUM(A1,B1)', 0],
])('counts the cells whose address the formula %s calculates: %i', async (formula, count) => {
  const rows = `<row r="1">${text('A1', 'x')}${linkCell('B1', formula)}</row>`;
  const file = workbook([{ name: 'One', rows }]);
  const { calculated } = await parseTable(file, somebody(), { readsLinks: true });
  expect(calculated).toEqual({ count, cells: count === 0 ? [] : ['B1'] });
  expect((await read(file)).calculated.count).toBe(0);
});

it('reads formulas that were filled down in each of their cells', async () => {
  const shared = (place: string, number: number) =>
    `<c r="${place}" t="str"><f t="shared" si="${number}"/><v>Two</v></c>`;
  const first = (place: string, number: number, formula: string) =>
    `<c r="${place}" t="str"><f t="shared" ref="A1:B9" si="${number}">${formula}</f><v>Two</v></c>`;
  const rows = [1, 2, 3, 4, 5, 6].map((row) => {
    if (row === 1)
      return `<row r="1">${first('A1', 0, 'HYPERLINK("https://two.example","Two")')}${first('B1', 1, 'HYPERLINK(C1,"Two")')}</row>`;
    return `<row r="${row}">${shared(`A${row}`, 0)}${shared(`B${row}`, 1)}</row>`;
  });
  const read = await parseTable(workbook([{ name: 'One', rows: rows.join('') }]), somebody(), { readsLinks: true });
  expect(read.rows).toEqual(rows.map(() => ['https://two.example', 'Two']));
  expect(read.calculated).toEqual({ count: 6, cells: ['B1', 'B2', 'B3', 'B4', 'B5'] });
});

it('reads many links of large ranges within the time of a small file', async () => {
  const links = Array.from({ length: 20_000 }, () => '<hyperlink ref="A1:XFD1048576" r:id="r1"/>').join('');
  const relations = '<Relationship Id="r1" Target="https://two.example" TargetMode="External"/>';
  const rows = `<row r="1">${text('A1', 'x')}</row><row r="9000">${text('B9000', 'Two')}</row>`;
  const file = workbook([{ name: 'One', rows, behind: `<hyperlinks>${links}</hyperlinks>`, relations }]);
  const { rows: found } = await parseTable(file, somebody(), { readsLinks: true });
  expect(found).toEqual([
    ['https://two.example', ''],
    ['', 'https://two.example'],
  ]);
});

const archive = (...names: string[]) =>
  Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, strToU8('x')]))));
const HTML =
  '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table><tr><td>Date</td></tr></table></body></html>';
const XML = '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook><Worksheet/></Workbook>';

it.each([
  ['a web page', Buffer.from(HTML), /web page/],
  ['a web page with a byte order mark', Buffer.from(`\uFEFF\n <TABLE><tr><td>1</td></tr></TABLE>`), /web page/],
  ['a workbook as XML', Buffer.from(XML), /Excel 2003/],
  ['XML', Buffer.from('<?xml version="1.0"?><rows/>'), /an XML file/],
  ['JSON', Buffer.from('[{"Date":"2026-10-02","Revenue":5}]'), /JSON/],
  ['a PDF', Buffer.from('%PDF-1.4\n%\xe2\xe3\n1 0 obj\n'), /PDF/],
  ['an OpenDocument file', archive('mimetype', 'content.xml'), /OpenDocument/],
  ['a file of Numbers', archive('Index/Document.iwa'), /Numbers/],
  ['an archive of files', archive('report.csv'), /Unpack it/],
] as const)('refuses %s with its name', async (_form, bytes, sentence) => {
  await expect(read(bytes)).rejects.toMatchObject({
    errors: [{ path: 'file', message: expect.stringMatching(sentence) }],
  });
});

it.each(['[name],sum\na,1', '{click_id},sum\na,1', '<a>,b\n1,2'])('reads %s as a table', async (file) => {
  expect((await read(Buffer.from(file))).count).toBe(2);
});
