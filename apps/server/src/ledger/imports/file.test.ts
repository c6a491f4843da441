/** Uploaded tables, without a server. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { somebody } from '../../platform/testing/asker.ts';
import { readTable, tableOf } from './file.ts';

it('keeps a table as text from which the same table is read', async () => {
  const file = 'day;revenue;note\n2026-11-03;9,99;"a, ""b"" c"\n\n2026-11-04;1;" x "\n2026-11-05;2;"two\nlines"\n';
  const { table, text } = await readTable(Buffer.from(file), somebody());
  const { columns, rows } = tableOf(text);
  expect({ columns, rows }).toEqual({ columns: table.columns, rows: table.rows });
  expect(rows.map(({ cells }) => cells[2])).toEqual(['a, "b" c', ' x ', 'two\nlines']);
});

it('lets others be served while a table of 7 million cells is read', async () => {
  const names = Array.from({ length: 150 }, (_, at) => `c${at}`).join(';');
  const row = `${'1;'.repeat(149)}1\n`;
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const began = performance.now();
  const { table } = await readTable(Buffer.from(`${names}\n${row.repeat(49_000)}`), somebody());
  const took = performance.now() - began;
  delay.disable();
  expect(table.rows).toHaveLength(49_000);
  // A part of the time and no number of seconds, because the machine may be busy.
  expect(delay.max / 1e6).toBeLessThan(took / 2);
}, 120_000);
