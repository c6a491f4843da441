/** Uploaded tables, without a server. */
import { expect, it } from 'vitest';
import { somebody } from '../../../platform/testing/asker.ts';
import { readTable, tableOf } from './file.ts';

it('writes a table as text that reads back as the same table', async () => {
  const file = 'day;revenue;note\n2026-11-03;9,99;"a, ""b"" c"\n\n2026-11-04;1;" x "\n2026-11-05;2;"two\nlines"\n';
  const { table, text } = await readTable(Buffer.from(file), somebody());
  const { columns, rows } = tableOf(text, undefined);
  expect({ columns, rows }).toEqual({ columns: table.columns, rows: table.rows });
  expect(rows.map(({ cells }) => cells[2])).toEqual(['a, "b" c', ' x ', 'two\nlines']);
});
