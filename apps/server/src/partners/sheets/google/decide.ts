/** The decisions of people about conflicts between a sheet and its Google sheet. */
import type { SyncConflict } from '@signpost/contract/sheets/google/sync.ts';
import type { SheetRow } from '@signpost/contract/sheets/sheet.ts';
import { filled } from './merge-rows.ts';
import { type BaseRow, byKey } from './state.ts';

/** The choice of a person about a conflict. */
export interface Choice {
  key: string;
  column: string;
  take: 'ours' | 'theirs';
}

interface Decided {
  base: BaseRow[];
  ours: SheetRow[];
  conflicts: SyncConflict[];
}

/**
 * Applies choices. Theirs becomes the text here and the base; ours keeps the text, and theirs becomes the base, so that the
 * next sync writes ours if Google still has what the person saw.
 */
export function decideConflicts(state: Decided, choices: readonly Choice[]): Decided {
  const base = byKey(state.base);
  const ours = byKey(state.ours);
  const decided = new Set<SyncConflict>();
  for (const { key, column, take } of choices) {
    const conflict = state.conflicts.find((one) => one.key === key && one.column === column);
    if (conflict === undefined || (take === 'ours' && conflict.isFormula === true)) continue;
    decided.add(conflict);
    const mine = ours.get(key);
    const before = base.get(key);
    if (column !== '') {
      const text = conflict.theirs ?? '';
      base.set(key, { key, cells: filled({ ...before?.cells, [column]: text }) });
      if (take === 'theirs' && mine !== undefined)
        ours.set(key, { ...mine, cells: filled({ ...mine.cells, [column]: text }) });
    } else if (conflict.theirs === null) {
      base.delete(key);
      if (take === 'theirs') ours.delete(key);
    } else {
      const cells = conflict.theirCells ?? {};
      base.set(key, { key, cells, ...(take === 'ours' && { agreedMore: conflict.more ?? '' }) });
      if (take === 'theirs') ours.set(key, { key, cells, boxId: null });
    }
  }
  return {
    base: [...base.values()],
    ours: [...ours.values()],
    conflicts: state.conflicts.filter((one) => !decided.has(one)),
  };
}
