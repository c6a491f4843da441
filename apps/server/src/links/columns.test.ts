/** The columns of a CSV, without a server. */
import { expect, it } from 'vitest';
import { readColumns } from './columns.ts';

const columnsOf = (text: string) => readColumns(text, (value) => value.includes('.example'));
const valuesOf = (text: string) => columnsOf(text).map(({ name, values }) => [name, values]);

it('obeys the line by which a file tells Excel how its cells are separated', () => {
  expect(valuesOf('sep=;\r\nname;url\r\na,b;x.example\r\n')).toEqual([
    ['name', ['a,b']],
    ['url', ['x.example']],
  ]);
});

it('keeps cells beyond the header, and no columns that are empty there', () => {
  expect(valuesOf('name,url\na,x.example,y.example,,\n')).toEqual([
    ['name', ['a']],
    ['url', ['x.example']],
    ['Column 3', ['y.example']],
  ]);
});

it('names the row of a quotation mark that is never closed, and reads those that are', () => {
  expect(valuesOf('url\n"x.example\n1"\n')).toEqual([['url', ['x.example\n1']]]);
  const errors = (text: string) => {
    try {
      return columnsOf(text);
    } catch (error) {
      return error;
    }
  };
  const message = (row: number) => `A quotation mark in row ${row} is never closed. Close it, or take it out.`;
  expect(errors('url\nx.example\n"y.example\nz.example\n')).toMatchObject({
    errors: [{ path: 'file', message: message(3) }],
  });
  expect(errors('sep=;\nurl\n"y.example\n')).toMatchObject({ errors: [{ path: 'file', message: message(3) }] });
});

it('refuses a file with too many columns', () => {
  expect(() => columnsOf(`x.example${',1'.repeat(600)}`)).toThrow();
});
