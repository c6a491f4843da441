/** The rows of a sheet on a phone, to read: name, problems and link. */
import { SHEET_COLUMNS } from '@signpost/contract/sheets/columns.ts';
import type { CellError } from '@signpost/contract/sheets/read-row.ts';
import type { SheetKind, SheetNames, SheetRow } from '@signpost/contract/sheets/sheet.ts';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { cellInNames } from './grid-columns.ts';
import classes from './sheets.module.css';

interface Props {
  kind: SheetKind;
  rows: readonly SheetRow[];
  errors: ReadonlyMap<string, readonly CellError[]>;
  /** The records that cells name, so that ids are read as names. */
  names: SheetNames;
  link: (row: SheetRow) => ReactNode;
}

const PAGE = 30;

export function SheetCards({ kind, rows, errors, names, link }: Props) {
  const [shown, setShown] = useState(PAGE);
  const columns = SHEET_COLUMNS[kind];
  if (rows.length === 0)
    return <EmptyState title="Nothing to show">Open this sheet on a larger screen to fill in its rows.</EmptyState>;
  return (
    <>
      <ol className={classes.cards} aria-label="Rows">
        {rows.slice(0, shown).map((row) => (
          <li key={row.key}>
            <h3>{row.cells[columns[0]?.name ?? ''] ?? 'Without a name'}</h3>
            <dl>
              {columns.slice(1).flatMap(({ name, label }) => {
                if (row.cells[name])
                  return [
                    <div key={name}>
                      <dt>{label}</dt>
                      <dd>{cellInNames(kind, name, row.cells[name], names) ?? row.cells[name]}</dd>
                    </div>,
                  ];
                return [];
              })}
            </dl>
            {errors.get(row.key)?.map(({ column, message }) => (
              <p key={column} className={classes.bad}>
                {columns.find((one) => one.name === column)?.label}: {message}
              </p>
            ))}
            {link(row)}
          </li>
        ))}
      </ol>
      {rows.length > shown && <Button onClick={() => setShown(shown + PAGE)}>Show more rows</Button>}
    </>
  );
}
