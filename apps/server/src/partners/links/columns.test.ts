/** The columns of a CSV, without a server. */
import { expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { somebody } from '../../platform/testing/asker.ts';
import { readColumns, readTable } from './columns.ts';

const columnsOf = async (text: string) =>
  readColumns(await readTable(Buffer.from(text), somebody()), (value) => value.includes('.example'));
const valuesOf = async (text: string) => (await columnsOf(text)).map(({ name, values }) => [name, values]);

it('obeys the line by which a file tells Excel how its cells are separated', async () => {
  expect(await valuesOf('sep=;\r\nname;url\r\na,b;x.example\r\n')).toEqual([
    ['name', ['a,b']],
    ['url', ['x.example']],
  ]);
});

it('keeps cells beyond the header, and no columns that are empty there', async () => {
  expect(await valuesOf('name,url\na,x.example,y.example,,\n')).toEqual([
    ['name', ['a']],
    ['url', ['x.example']],
    ['Column 3', ['y.example']],
  ]);
});

it('finds the address in a formula for a link', async () => {
  const file = 'name,url\n"=HYPERLINK(""https://x.example"",""X"")",a\n';
  const [column] = await columnsOf(file);
  expect(column).toMatchObject({ name: 'name', links: 1 });
  const formula = { value: 'HYPERLINK("https://x.example","X")', type: 'Formula' } as const;
  const sheet = await writeXlsxFile([[{ value: 'url' }], [formula], [formula]]).toBuffer();
  const columns = readColumns(await readTable(sheet, somebody()), (value) => value.includes('.example'));
  expect(columns).toMatchObject([{ name: 'url', links: 2, values: ['https://x.example', 'https://x.example'] }]);
});

it.each<[formula: string, count: number, links: number]>([
  ['=HYPERLINK(""https://x.example/""&B2,""X"")', 1, 0],
  ['=HYPERLINK(""https://x.example/""&B2)', 1, 0],
  ['=HYPERLINK(B2;""X"")', 1, 0],
  ['=HYPERLINK(""https://x.example"",""X"")', 0, 1],
  ['See HYPERLINK(B2) at https://x.example', 0, 1],
])('counts the formula %s of a CSV as calculated: %i', async (formula, count, links) => {
  const table = await readTable(Buffer.from(`url,id\n"${formula}",7\n`), somebody());
  expect(table.calculated).toEqual({ count, cells: count === 0 ? [] : ['A2'] });
  expect(readColumns(table, (value) => value.includes('.example'))).toMatchObject([{ name: 'url', links }, {}]);
});

it('names the row of a quotation mark that is never closed, and reads those that are', async () => {
  expect(await valuesOf('url\n"x.example\n1"\n')).toEqual([['url', ['x.example\n1']]]);
  const message = (row: number) => `A quotation mark in row ${row} is never closed. Close it, or take it out.`;
  await expect(columnsOf('url\nx.example\n"y.example\nz.example\n')).rejects.toMatchObject({
    errors: [{ path: 'file', message: message(3) }],
  });
  await expect(columnsOf('sep=;\nurl\n"y.example\n')).rejects.toMatchObject({
    errors: [{ path: 'file', message: message(3) }],
  });
});

it('refuses a file with too many columns', async () => {
  await expect(columnsOf(`x.example${',1'.repeat(600)}`)).rejects.toMatchObject({
    errors: [{ path: 'file', message: 'Row 1 has 601 cells; a row may have 500.' }],
  });
});
