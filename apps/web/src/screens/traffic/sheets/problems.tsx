/** The problems of the sheet: their number, and a way to each cell. */

import { SHEET_COLUMNS } from '@signpost/contract/sheets/columns.ts';
import type { MergeConflict } from '@signpost/contract/sheets/merge.ts';
import { type CellError, errorInWords } from '@signpost/contract/sheets/read-row.ts';
import type { SheetKind, SheetRow } from '@signpost/contract/sheets/sheet.ts';
import { useMemo } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { Place } from '../../../ui/sheet-grid/edit-rows.ts';
import { counted } from '../../../ui/values/plural.ts';
import classes from './sheets.module.css';

interface Problem extends Place {
  words: string;
}

interface Props {
  kind: SheetKind;
  rows: readonly SheetRow[];
  errors: ReadonlyMap<string, readonly CellError[]>;
  at: Place;
  filled: number;
  /** The chosen cell with names in place of ids, if it holds ids. */
  inNames: string | null;
  onGo: (place: Place) => void;
}

const isAfter = (one: Place, other: Place) =>
  one.row > other.row || (one.row === other.row && one.column > other.column);

function State({ filled, problems }: { filled: number; problems: number }) {
  if (problems > 0) return <b className={classes.bad}>{counted(problems, 'problem')}</b>;
  if (filled === 0) return 'type, or paste from a spreadsheet';
  return <span className={classes.good}>ready</span>;
}

export function Problems({ kind, rows, errors, at, filled, inNames, onGo }: Props) {
  const columns = SHEET_COLUMNS[kind];
  const problems = useMemo(
    () =>
      rows.flatMap(({ key }, row): Problem[] =>
        (errors.get(key) ?? [])
          .map((error) => ({
            row,
            column: Math.max(
              columns.findIndex(({ name }) => name === error.column),
              0,
            ),
            words: errorInWords(columns, row + 1, error),
          }))
          .sort((one, other) => one.column - other.column),
      ),
    [rows, errors, columns],
  );
  const next = problems.find((one) => isAfter(one, at)) ?? problems[0];
  return (
    <div className={classes.problems} role="status">
      <span>
        {counted(filled, 'row')} · <State filled={filled} problems={problems.length} />
      </span>
      {inNames !== null && <span className={classes.first}>{inNames}</span>}
      {next !== undefined && (
        <>
          <span className={classes.first}>{next.words}</span>
          <Button kind="quiet" onClick={() => onGo(next)}>
            Go to the next problem
          </Button>
        </>
      )}
    </div>
  );
}

/** The two texts of a cell; null is a removed row. */
function conflictText(ours: string | null, theirs: string | null): string {
  if (ours === null) return `you removed this row, it now has “${theirs ?? ''}”.`;
  if (theirs === null) return 'the row was removed by somebody else.';
  return `yours is “${ours}”, theirs is “${theirs}”.`;
}

/** The cells that both the viewer and somebody else have changed meanwhile, to different texts. */
export function Conflicts({
  kind,
  rows,
  conflicts,
}: Pick<Props, 'kind' | 'rows'> & { conflicts: readonly MergeConflict[] }) {
  if (conflicts.length === 0) return null;
  return (
    <div className={classes.conflicts} role="alert">
      <p>
        Somebody else saved this sheet meanwhile. Their changes are here now. Where both of you changed the same cell,
        it still has your text. Check these cells, then save again:
      </p>
      <ul>
        {conflicts.map(({ key, column, ours, theirs }) => (
          <li key={`${key} ${column}`}>
            {errorInWords(SHEET_COLUMNS[kind], rows.findIndex((row) => row.key === key) + 1, {
              column,
              message: conflictText(ours, theirs),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
