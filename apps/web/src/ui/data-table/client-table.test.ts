import { expect, it } from 'vitest';
import { sortRows } from './client-table.tsx';
import type { DataColumn } from './types.ts';

interface Row {
  name: string;
  epc: number | null;
}
const columns: DataColumn<Row>[] = [
  { id: 'name', header: 'Name', value: (row) => row.name },
  { id: 'epc', header: 'EPC', value: (row) => row.epc },
];
const rows: Row[] = [
  { name: 'b', epc: null },
  { name: 'a10', epc: 2 },
  { name: 'a9', epc: 10 },
];
const names = (id: string, direction: 'asc' | 'desc') =>
  sortRows(rows, columns, { id, direction }).map(({ name }) => name);

it('sorts rows by a column in both directions, with rows without a value last', () => {
  expect(names('name', 'asc')).toEqual(['a9', 'a10', 'b']);
  expect(names('epc', 'asc')).toEqual(['a10', 'a9', 'b']);
  expect(names('epc', 'desc')).toEqual(['a9', 'a10', 'b']);
});
