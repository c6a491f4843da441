import { useSetState } from '@mantine/hooks';
import { useMemo } from 'react';
import { FIXED_CLIENT_TABLE_ROWS } from '../fixed.ts';
import { Pager } from '../layout/pager.tsx';
import classes from './client-table.module.css';
import { DataTable } from './data-table.tsx';
import type { DataColumn, DataTableProps, SortState } from './types.ts';
import { compareValues } from './view.ts';

export interface ClientTableProps<Row> extends Omit<DataTableProps<Row>, 'sort' | 'onSortChange'> {
  /** The plural of one row ("managers"). */
  noun: string;
}

/** The rows in the order of a column; rows without a value come last. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly DataColumn<Row>[], sort: SortState): Row[] {
  const column = columns.find(({ id }) => id === sort.id);
  if (column === undefined) return [...rows];
  const isEmpty = (row: Row) => column.value(row) === null || column.value(row) === undefined;
  const direction = sort.direction === 'asc' ? 1 : -1;
  return rows.toSorted((one, other) => {
    if (isEmpty(one) || isEmpty(other)) return Number(isEmpty(one)) - Number(isEmpty(other));
    return direction * compareValues(column.value(one), column.value(other));
  });
}

/** A table that has all its rows: sorted by its first column, ascending, unless asked otherwise, 50 rows per page. */
export function ClientTable<Row extends object>({ noun, ...table }: ClientTableProps<Row>) {
  const { columns, rows } = table;
  const [{ sort, page }, show] = useSetState<{ sort: SortState | null; page: number }>({ sort: null, page: 1 });
  const by = sort ?? table.defaultSort ?? { id: columns[0]?.id ?? '', direction: 'asc' };
  const sorted = useMemo(
    () => sortRows(rows, columns, { id: by.id, direction: by.direction }),
    [rows, columns, by.id, by.direction],
  );
  const pages = Math.max(1, Math.ceil(rows.length / FIXED_CLIENT_TABLE_ROWS));
  const at = Math.min(page, pages);
  const shown = useMemo(
    () => sorted.slice((at - 1) * FIXED_CLIENT_TABLE_ROWS, at * FIXED_CLIENT_TABLE_ROWS),
    [sorted, at],
  );
  return (
    <div className={classes.paged}>
      <DataTable
        {...table}
        rows={shown}
        totalRows={rows.length}
        sort={by}
        onSortChange={(next) => show({ sort: next, page: 1 })}
      />
      {rows.length > FIXED_CLIENT_TABLE_ROWS && (
        <Pager
          page={at}
          pageSize={FIXED_CLIENT_TABLE_ROWS}
          total={rows.length}
          noun={noun}
          onPage={(next) => show({ page: next })}
        />
      )}
    </div>
  );
}
