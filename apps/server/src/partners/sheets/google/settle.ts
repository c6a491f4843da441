/** The common state of both sides after a plan was carried out. */
import type { TheirRow } from './layout.ts';
import { type BaseRow, byKey, type Effects } from './state.ts';

const withCell = (row: BaseRow, column: string, text: string): BaseRow => {
  const { [column]: _old, ...cells } = row.cells;
  if (text === '') return { ...row, cells };
  return { ...row, cells: { ...cells, [column]: text } };
};

export interface Settled {
  base: BaseRow[];
  /** Rows moved between the reading and the writing, and a wrong one may have been deleted. */
  areDeletionsDoubtful: boolean;
}

/**
 * Adds the effects of a plan to the base. Cells were written by place: if somebody moved rows between the reading and the
 * writing, a text went into the cell of another row. Such a text becomes the base of that cell, so that the next merge
 * sees it as our own and puts back what belongs there, and the cell that missed it is written again.
 */
export function settle(base: readonly BaseRow[], effects: Effects, rows: readonly TheirRow[]): Settled {
  const rowsNow = byKey(base);
  const there = byKey(rows.filter(({ key }) => key !== ''));
  const isPlanned = new Set(effects.writes.map(({ key, column, text }) => `${key} ${column} ${text}`));
  for (const { key, column, text, was } of effects.writes) {
    const before = rowsNow.get(key);
    if (before === undefined) continue;
    const now = there.get(key)?.cells[column] ?? '';
    const stray =
      now === text || !there.has(key)
        ? undefined
        : rows.find(
            (row) =>
              row.key !== key &&
              (row.cells[column] ?? '') === text &&
              rowsNow.has(row.key) &&
              (rowsNow.get(row.key)?.cells[column] ?? '') !== text &&
              !isPlanned.has(`${row.key} ${column} ${text}`),
          );
    const other = stray === undefined ? undefined : rowsNow.get(stray.key);
    if (stray === undefined || other === undefined || now !== was) {
      rowsNow.set(key, withCell(before, column, text));
      continue;
    }
    rowsNow.set(stray.key, withCell(other, column, text));
  }
  for (const row of effects.added) rowsNow.set(row.key, row);
  for (const key of effects.removed) rowsNow.delete(key);
  return { base: [...rowsNow.values()], areDeletionsDoubtful: effects.removed.some((key) => there.has(key)) };
}
