/** Paths of levels: what they ask for, and how one moves in them. */
import type { Level, LevelPath } from './define-tab.ts';
import type { DimensionKey, ItemId } from './dimensions.ts';

/** What a path of levels asks for: the items it has selected, and the dimension its rows are grouped by. */
export function groupingOf(path: LevelPath): {
  selected: { type: DimensionKey; id: ItemId }[];
  groupBy: DimensionKey;
  /** Rows can be opened: another level follows. */
  hasChildren: boolean;
} {
  const selected = path.flatMap(({ type, selectedItemId: id }) => (id === undefined ? [] : [{ type, id }]));
  const open = path.findIndex((it) => it.selectedItemId === undefined);
  const at = open === -1 ? path.length - 1 : open;
  return { selected, groupBy: (path[at] ?? path[0]).type, hasChildren: at < path.length - 1 };
}

/** The path after a row of it was opened; the same path where nothing follows. */
export function drillInto(path: LevelPath, id: ItemId): LevelPath {
  const at = path.findIndex((it) => it.selectedItemId === undefined);
  if (at === -1 || at === path.length - 1) return path;
  const [first, ...rest] = path.map((it, index) => (index === at ? { type: it.type, selectedItemId: id } : it));
  return first === undefined ? path : [first, ...rest];
}

/** The path back at one of its levels: what was selected there and below is open again. */
export function riseTo(path: LevelPath, at: number): LevelPath {
  const [first, ...rest] = path.map((it, index): Level => (index >= at ? { type: it.type } : it));
  return first === undefined ? path : [first, ...rest];
}
