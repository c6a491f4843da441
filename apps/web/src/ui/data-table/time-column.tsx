import type { ComponentProps } from 'react';
import { Time } from '../values/values.tsx';
import type { DataColumn } from './types.ts';

interface Props<Row> extends Omit<DataColumn<Row>, 'value' | 'render'>, Omit<ComponentProps<typeof Time>, 'value'> {
  value: (row: Row) => string | null;
}

/** A column of times, as clocks show them in a zone. */
export function timeColumn<Row>({ zone, detail, ago, ...column }: Props<Row>): DataColumn<Row> {
  const render = (row: Row) => <Time value={column.value(row)} zone={zone} detail={detail} ago={ago} />;
  return { ...column, render };
}
