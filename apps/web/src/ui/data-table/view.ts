import type { CellValue, DataColumn, TableView } from './types.ts';

export const DEFAULT_WIDTH = { text: 176, number: 104 };
export const MIN_WIDTH = 56;

/** The default view. */
export function defaultView<Row>(columns: readonly DataColumn<Row>[]): TableView {
  return {
    order: columns.map((column) => column.id),
    hidden: columns.filter((column) => column.hiddenByDefault).map((column) => column.id),
    pinned: [],
    widths: {},
    density: 'compact',
  };
}

/** Columns in the viewer's order. Columns that the view does not know yet come last; the first column stays first. */
export function orderedIds<Row>(columns: readonly DataColumn<Row>[], order: readonly string[]): string[] {
  const known = new Set(columns.map((column) => column.id));
  const wanted = order.filter((id, at) => known.has(id) && order.indexOf(id) === at);
  const rest = columns.map((column) => column.id).filter((id) => !wanted.includes(id));
  const first = columns[0]?.id;
  const all = [...wanted, ...rest].filter((id) => id !== first);
  if (first === undefined) return all;
  return [first, ...all];
}

/** The order after a column moved one place among those shown. */
export function moved(order: readonly string[], hidden: readonly string[], id: string, by: -1 | 1): string[] {
  const shown = order.filter((it) => !hidden.includes(it));
  const neighbour = shown[shown.indexOf(id) + by];
  if (neighbour === undefined) return [...order];
  const without = order.filter((it) => it !== id);
  without.splice(without.indexOf(neighbour) + (by === 1 ? 1 : 0), 0, id);
  return without;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Ascending: numbers by size, even if they are decimal strings, and texts in the order of the language. */
export function compareValues(one: CellValue, other: CellValue): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const a = Number(one);
  const b = Number(other);
  if (one !== '' && other !== '' && Number.isFinite(a) && Number.isFinite(b)) return a - b;
  return collator.compare(String(one ?? ''), String(other ?? ''));
}
