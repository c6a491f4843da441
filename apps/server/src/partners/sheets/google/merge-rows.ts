/** The three-way merge of rows: what is taken, held, written, removed, or left to a person. */
import type { SyncConflict } from '@signpost/contract/sheets/google/sync.ts';
import { isBlankRow } from '@signpost/contract/sheets/read-row.ts';
import type { Cells, SheetRow } from '@signpost/contract/sheets/sheet.ts';
import type { TheirRow } from './layout.ts';
import type { BaseRow, Effects } from './state.ts';

/** How much of what a row holds beside our columns is shown and compared. */
const MORE_LENGTH = 10_000;

export interface Merging {
  columns: readonly string[];
  canTake: boolean;
  areDeletionsDoubtful: boolean;
  conflicts: SyncConflict[];
  writes: Effects['writes'][number][];
  /** Rows that Google loses. */
  removals: TheirRow[];
  removed: string[];
  added: BaseRow[];
  /** New rows of Google. */
  adopted: Set<string>;
  counts: { taken: number; addedHere: number; removedHere: number; held: number };
}

export const textIn = (cells: Cells, column: string): string => cells[column] ?? '';

const firstText = (cells: Cells): string => Object.values(cells).find((text) => text !== '') ?? '';

export function filled(cells: Readonly<Record<string, string>>): Cells {
  return Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== ''));
}

/** Merges a row that both sides have. */
function mergeRow(
  to: Merging,
  key: string,
  { was, ours, theirs }: { was: Cells; ours: SheetRow; theirs: TheirRow },
): { our: SheetRow; base: BaseRow } {
  const cells: Record<string, string> = { ...ours.cells };
  const base: Record<string, string> = { ...was };
  let isChanged = false;
  for (const column of to.columns) {
    const before = textIn(was, column);
    const our = textIn(ours.cells, column);
    const their = textIn(theirs.cells, column);
    if (our === their) base[column] = their;
    else if (our === before) {
      if (to.canTake && ours.boxId === null) {
        cells[column] = their;
        base[column] = their;
        isChanged = true;
        to.counts.taken += 1;
      } else to.counts.held += 1;
    } else if (their === before && !theirs.formulas.has(column))
      to.writes.push({ key, column, text: our, was: before });
    else
      to.conflicts.push({
        key,
        column,
        ours: our,
        theirs: their,
        ...(theirs.formulas.has(column) && { isFormula: true }),
      });
  }
  return { our: isChanged ? { ...ours, cells: filled(cells) } : ours, base: { key, cells: filled(base) } };
}

function isSame(columns: readonly string[], one: Cells, other: Cells): boolean {
  return columns.every((column) => textIn(one, column) === textIn(other, column));
}

/** A row that Google no longer has. Returns what is left of it here. */
function mergeGone(to: Merging, before: BaseRow, ours: SheetRow): { our: SheetRow | null; base: BaseRow | null } {
  if (!to.canTake || ours.boxId !== null) {
    to.counts.held += 1;
    return { our: ours, base: before };
  }
  if (isSame(to.columns, before.cells, ours.cells) && !to.areDeletionsDoubtful) {
    to.counts.removedHere += 1;
    return { our: null, base: null };
  }
  to.conflicts.push({ key: ours.key, column: '', ours: firstText(ours.cells), theirs: null });
  return { our: ours, base: before };
}

/** A row that we removed. */
function mergeRemoved(to: Merging, before: BaseRow, theirs: TheirRow): void {
  if (
    isSame(to.columns, before.cells, theirs.cells) &&
    theirs.more.slice(0, MORE_LENGTH) === (before.agreedMore ?? '')
  ) {
    to.removals.push(theirs);
    to.removed.push(before.key);
    return;
  }
  to.conflicts.push({
    key: before.key,
    column: '',
    ours: null,
    theirs: firstText(theirs.cells),
    theirCells: { ...theirs.cells },
    more: theirs.more.slice(0, MORE_LENGTH),
  });
}

interface Sides {
  base: ReadonlyMap<string, BaseRow>;
  ours: ReadonlyMap<string, SheetRow>;
  theirs: ReadonlyMap<string, TheirRow>;
}

/** Merges all rows. Returns those of our side and of the base, by key. */
export function mergeAll(to: Merging, { base, ours, theirs }: Sides) {
  const our = new Map<string, SheetRow>();
  const common = new Map<string, BaseRow>();
  for (const key of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const before = base.get(key);
    const mine = ours.get(key);
    const other = theirs.get(key);
    if (mine !== undefined && other !== undefined) {
      const merged = mergeRow(to, key, { was: before?.cells ?? {}, ours: mine, theirs: other });
      our.set(key, merged.our);
      common.set(key, merged.base);
    } else if (mine !== undefined && before !== undefined) {
      const merged = mergeGone(to, before, mine);
      if (merged.our !== null) our.set(key, merged.our);
      if (merged.base !== null) common.set(key, merged.base);
    } else if (mine !== undefined) {
      our.set(key, mine);
      if (!isBlankRow(mine.cells)) to.added.push({ key, cells: filled(mine.cells) });
    } else if (other !== undefined && before !== undefined) {
      mergeRemoved(to, before, other);
      common.set(key, before);
    } else if (other !== undefined && to.canTake) {
      to.counts.addedHere += 1;
      to.adopted.add(key);
    } else if (other !== undefined) to.counts.held += 1;
  }
  return { our, common };
}
