/** A small table inside a panel. On narrow screens each row becomes a card, so that nothing scrolls sideways. */
import type { ReactNode } from 'react';
import classes from './small-table.module.css';

export interface SmallColumn {
  head: string;
  number?: boolean;
}

export interface SmallRow {
  key: string | number;
  /** One cell per column; the first names the row. */
  cells: readonly ReactNode[];
}

interface Props {
  label: string;
  columns: readonly SmallColumn[];
  rows: readonly SmallRow[];
  /** The totals row, shown last and in bold. */
  total?: SmallRow | undefined;
}

function Row({ columns, row: { cells } }: { columns: readonly SmallColumn[]; row: SmallRow }) {
  return (
    <tr>
      <th scope="row">{cells[0]}</th>
      {columns.slice(1).map(({ head, number }, at) => (
        <td key={head} data-head={head} data-number={number || undefined}>
          <span>{cells[at + 1]}</span>
        </td>
      ))}
    </tr>
  );
}

export function SmallTable({ label, columns, rows, total }: Props) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ head, number }) => (
              <th key={head} scope="col" data-number={number || undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} columns={columns} row={row} />
          ))}
        </tbody>
        {total && (
          <tfoot>
            <Row columns={columns} row={total} />
          </tfoot>
        )}
      </table>
    </div>
  );
}
