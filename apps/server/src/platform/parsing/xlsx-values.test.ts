/** Cells of workbooks that are no texts, and hidden rows. */
import { markedCell as marked } from '@signpost/contract/reading/workbook-cell.ts';
import { expect, it } from 'vitest';
import { somebody } from '../testing/asker.ts';
import { textCell, workbook } from '../testing/workbook.ts';
import { parseTable } from './parse.ts';

async function cellOf(cell: string, formats: readonly string[] = [], marksValues = true) {
  const file = workbook([{ name: 'One', rows: `<row r="1">${textCell('A1', 'x')}${cell}</row>` }], formats);
  return (await parseTable(file, somebody(), { marksValues })).rows[0]?.[1];
}

it.each<[form: string, cell: string, format: string, text: string]>([
  ['a fraction', '<c r="B1"><v>10.125</v></c>', '0', marked('10.125')],
  ['a formula', '<c r="B1"><f>A1/8</f><v>10.125</v></c>', '0', marked('10.125')],
  ['an amount with its currency', '<c r="B1" s="1"><v>1.234</v></c>', '0.00 "EUR"', marked('1.234 EUR')],
  ['a percentage', '<c r="B1" s="1"><v>0.125</v></c>', '0.0%', marked('12.5%')],
  ['a day', '<c r="B1" s="1"><v>46328</v></c>', 'dd/mm/yyyy', marked('2026-11-02')],
  ['a whole number', '<c r="B1"><v>1234</v></c>', '0', '1234'],
  ['a long id', '<c r="B1"><v>9.0071992547409894E+15</v></c>', '0', marked('9.00719925474099E+15')],
  ['a text', textCell('B1', '10.125'), '0', '10.125'],
  ['a text of a formula', '<c r="B1" t="str"><f>A1</f><v>10.125</v></c>', '0', '10.125'],
])('marks %s if it is asked for, and never a text', async (_form, cell, format, expected) => {
  expect(await cellOf(cell, [format])).toBe(expected);
  expect(await cellOf(cell, [format], false)).toBe(expected.replace(marked(''), ''));
});

it('writes a very small number with every digit', async () => {
  expect(await cellOf('<c r="B1"><v>1E-7</v></c>')).toBe(marked('0.0000001'));
});

it.each<[format: string, stored: string, text: string]>([
  ['0%', '0.5', '50%'],
  ['0.00%', '0.07', '7%'],
  ['0%', '1', '100%'],
  ['0%;[Red]-0%', '-0.25', '-25%'],
  ['[Green]0.0 %', '0.333333333333333', '33.3333333333333%'],
  ['_-* #,##0%_-', '0.5', '50%'],
  ['0"%"', '50', '50%'],
  ['0\\%', '50', '50%'],
  ['0.00_%', '50', '50'],
])('reads a number in the format %s as it is shown: %s is %s', async (format, stored, expected) => {
  expect(await cellOf(`<c r="B1" s="1"><v>${stored}</v></c>`, [format], false)).toBe(expected);
});

it.each([
  ['9', '50%'],
  ['10', '50%'],
  ['2', '0.5'],
])('knows the format %s that no workbook names', async (id, expected) => {
  const cell = '<c r="B1" s="1"><v>0.5</v></c>';
  const rows = `<row r="1">${textCell('A1', 'x')}${cell}</row>`;
  const file = workbook([{ name: 'One', rows }], [{ id }]);
  expect((await parseTable(file, somebody())).rows[0]?.[1]).toBe(expected);
});

it('counts the rows with values that a filter hides, and reads them', async () => {
  const row = (number: number, more: string) =>
    `<row r="${number}"${more}>${textCell(`A${number}`, 'x')}${textCell(`B${number}`, String(number))}</row>`;
  const rows = [
    row(1, ''),
    row(2, ' hidden="1"'),
    row(3, ' hidden="0"'),
    row(4, ' spans="1:2" hidden="true" ht="15"'),
    row(5, " hidden='1' outlineLevel='1'"),
    '<row r="6" hidden="1"/>',
    `<row r="7" hidden="1">${textCell('A7', ' ')}</row>`,
  ];
  const read = await parseTable(workbook([{ name: 'One', rows: rows.join('') }]), somebody());
  expect(read.rows.map(([, number]) => number)).toEqual(['1', '2', '3', '4', '5']);
  expect(read.hiddenRows).toBe(3);
  expect((await parseTable(Buffer.from('a,b\n1,2\n'), somebody())).hiddenRows).toBe(0);
});
