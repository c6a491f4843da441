/** Paths of levels: what they select and group by, and how to move within them. */
import type { Level, LevelPath } from './define-tab.ts';
import type { DimensionKey, ItemId } from './dimensions.ts';

/** The meaning of a path of levels: the selected items, and the dimension by which rows are grouped. */
export function groupingOf(path: LevelPath): {
  selected: { type: DimensionKey; id: ItemId }[];
  groupBy: DimensionKey;
  /** Whether rows can be opened, because another level follows. */
  hasChildren: boolean;
} {
  const selected = path.flatMap(({ type, selectedItemId: id }) => (id === undefined ? [] : [{ type, id }]));
  const open = path.findIndex((it) => it.selectedItemId === undefined);
  const at = open === -1 ? path.length - 1 : open;
  return { selected, groupBy: (path[at] ?? path[0]).type, hasChildren: at < path.length - 1 };
}

/** The path after opening a row; the same path if no level follows. */
export function drillInto(path: LevelPath, id: ItemId): LevelPath {
  const at = path.findIndex((it) => it.selectedItemId === undefined);
  if (at === -1 || at === path.length - 1) return path;
  const [first, ...rest] = path.map((it, index) => (index === at ? { type: it.type, selectedItemId: id } : it));
  if (first === undefined) return path;
  return [first, ...rest];
}

/** The path back at one of its levels: the selections there and below are removed. */
export function riseTo(path: LevelPath, at: number): LevelPath {
  const [first, ...rest] = path.map((it, index): Level => (index >= at ? { type: it.type } : it));
  if (first === undefined) return path;
  return [first, ...rest];
}
