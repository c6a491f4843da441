import type { ReactNode } from 'react';
import { EMPTY, formatNumber } from '../values/format.ts';
import type { DataColumn } from './types.ts';

/** The text of a cell: 0 for zero, – for an empty value. */
export function cellText<Row>(column: DataColumn<Row>, row: Row): string {
  const value = column.value(row);
  if (value === null || value === undefined || value === '') return EMPTY;
  if (column.kind === 'number') return formatNumber(value, column.digits ?? 0);
  return String(value);
}

/** The cell's own content, or its formatted value. */
export function cellContent<Row>(column: DataColumn<Row>, row: Row): ReactNode {
  if (column.render) return column.render(row);
  return cellText(column, row);
}
