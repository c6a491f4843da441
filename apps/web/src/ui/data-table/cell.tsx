import type { ReactNode } from 'react';
import { EMPTY, formatNumber } from '../values/format.ts';
import type { DataColumn } from './types.ts';

/** The text of a cell: 0 for zero, – for an empty value. */
export function cellText<Row>(column: DataColumn<Row>, row: Row): string {
  const value = column.value(row);
  if (value === null || value === undefined || value === '') return EMPTY;
  return column.kind === 'number' ? formatNumber(value, column.digits ?? 0) : String(value);
}

/** The cell's own content, or its formatted value. */
export function cellContent<Row>(column: DataColumn<Row>, row: Row): ReactNode {
  return column.render ? column.render(row) : cellText(column, row);
}
