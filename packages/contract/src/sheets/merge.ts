/**
 * The three-way merge of two states of a sheet: `base` is the last state that both sides had in common. A change that
 * only one side made is taken. If both sides changed a text differently, that is a conflict, and no side is overwritten
 * unseen.
 */
import type { Cells, SheetRow } from './sheet.ts';

export interface MergeConflict {
  key: string;
  /** The column; empty where one side removed the row that the other changed. */
  column: string;
  /** Null where that side removed the row. */
  ours: string | null;
  theirs: string | null;
}

export interface Merged {
  /** The rows of both sides. Where they conflict, the text is ours, and a row that one side removed stays. */
  rows: SheetRow[];
  conflicts: MergeConflict[];
}

const textOf = (cells: Cells, column: string): string => cells[column] ?? '';

function columnsOf(...all: readonly Cells[]): Set<string> {
  return new Set(all.flatMap((cells) => Object.keys(cells)));
}

const isSame = (one: Cells, other: Cells): boolean =>
  [...columnsOf(one, other)].every((column) => textOf(one, column) === textOf(other, column));

function mergeCells(
  key: string,
  { base, ours, theirs }: { base: Cells; ours: Cells; theirs: Cells },
  conflicts: MergeConflict[],
): Cells {
  const merged: Record<string, string> = {};
  for (const column of columnsOf(base, ours, theirs)) {
    const was = textOf(base, column);
    const our = textOf(ours, column);
    const their = textOf(theirs, column);
    const isConflict = our !== was && their !== was && our !== their;
    if (isConflict) conflicts.push({ key, column, ours: our, theirs: their });
    const text = our !== was ? our : their;
    if (text !== '') merged[column] = text;
  }
  return merged;
}

const byKey = (rows: readonly SheetRow[]) => new Map(rows.map((row) => [row.key, row]));

/** Puts the rows of `added` into `order`, each behind the row it follows on its own side. */
function withAdded(order: readonly string[], side: readonly string[], added: ReadonlySet<string>): string[] {
  const result = [...order];
  for (const [at, key] of side.entries()) {
    if (!added.has(key)) continue;
    const before = at === 0 ? undefined : side[at - 1];
    const place = before === undefined ? 0 : result.indexOf(before) + 1;
    result.splice(before !== undefined && place === 0 ? result.length : place, 0, key);
  }
  return result;
}

/** Merges as the head of this file says. A row keeps its box even if only one side knows the box. */
export function mergeRows(base: readonly SheetRow[], ours: readonly SheetRow[], theirs: readonly SheetRow[]): Merged {
  const was = byKey(base);
  const our = byKey(ours);
  const their = byKey(theirs);
  const conflicts: MergeConflict[] = [];
  const merged = new Map<string, SheetRow>();
  for (const key of new Set([...our.keys(), ...their.keys()])) {
    const before = was.get(key);
    const mine = our.get(key);
    const other = their.get(key);
    if (mine !== undefined && other !== undefined) {
      const cells = mergeCells(key, { base: before?.cells ?? {}, ours: mine.cells, theirs: other.cells }, conflicts);
      merged.set(key, { key, cells, boxId: mine.boxId ?? other.boxId });
      continue;
    }
    const left = mine ?? other;
    if (left === undefined) continue;
    // A row that one side removed is gone, unless the other side has changed it since.
    if (before !== undefined && isSame(before.cells, left.cells)) continue;
    if (before !== undefined) {
      const text = Object.values(left.cells).find((cell) => cell !== '') ?? '';
      conflicts.push({
        key,
        column: '',
        ours: mine === undefined ? null : text,
        theirs: other === undefined ? null : text,
      });
    }
    merged.set(key, left);
  }
  const order = mergedOrder(base, ours, theirs);
  return { rows: order.flatMap((key) => merged.get(key) ?? []), conflicts };
}

type Keyed = Readonly<{ key: string }>;

/** The keys of both sides in one order: that of our side if we moved rows, otherwise that of the other side. */
export function mergedOrder(base: readonly Keyed[], ours: readonly Keyed[], theirs: readonly Keyed[]): string[] {
  const keysOf = (rows: readonly Keyed[]) => rows.map(({ key }) => key);
  const was = keysOf(base);
  const oursOrder = keysOf(ours);
  const theirsOrder = keysOf(theirs);
  const known = new Set(was);
  const our = new Set(oursOrder);
  const weMoved = oursOrder.filter((key) => known.has(key)).join() !== was.filter((key) => our.has(key)).join();
  const [basis, other] = weMoved ? [oursOrder, theirsOrder] : [theirsOrder, oursOrder];
  const placed = new Set(basis);
  return withAdded(basis, other, new Set(other.filter((key) => !placed.has(key))));
}
