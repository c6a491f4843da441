/** The rows of the open sheet: the typed rows, the saved rows, and their errors. */
import { useSetState } from '@mantine/hooks';
import { createSheet, readSheet, saveSheetRows } from '@signpost/contract/calls/sheets.ts';
import { dayIn } from '@signpost/contract/dates/dates.ts';
import { LEDGER_ZONE } from '@signpost/contract/limits.ts';
import { type MergeConflict, mergeRows } from '@signpost/contract/sheets/merge.ts';
import {
  type CellError,
  checkSheet,
  isBlankRow,
  lookupOf,
  type ReadRow,
  readSheetRow,
} from '@signpost/contract/sheets/read-row.ts';
import type { Sheet, SheetKind, SheetNames, SheetRow } from '@signpost/contract/sheets/sheet.ts';
import { useMemo } from 'react';
import { send } from '../../../api/calls.ts';
import { ApiError } from '../../../api/error.ts';
import { useOnceKey } from '../../../api/once-key.ts';
import { newId } from '../../../ui/new-id.ts';
import { useHistory } from '../../../ui/sheet-grid/use-history.ts';

export const blankRow = (): SheetRow => ({ key: newId(), cells: {}, boxId: null });

/** Rows without the blank ones at the end, which are only there to type on. */
function withoutTail(rows: readonly SheetRow[]): readonly SheetRow[] {
  const last = rows.findLastIndex(({ cells, boxId }) => boxId !== null || !isBlankRow(cells));
  return rows.slice(0, last + 1);
}

interface Saved {
  rows: readonly SheetRow[];
  rowsVersion: number;
}

const keysOf = (rows: readonly SheetRow[]): string[] => rows.map(({ key }) => key);

/** The difference between the saved and the typed rows. */
function changesOf({ rows: before, rowsVersion }: Saved, rows: readonly SheetRow[]) {
  const was = new Map(before.map((row) => [row.key, row]));
  const now = new Set(keysOf(rows));
  const isMoved = keysOf(before).join() !== keysOf(rows).join();
  return {
    rowsVersion,
    changed: rows.filter((row) => was.get(row.key) !== row).map(({ key, cells }) => ({ key, cells: { ...cells } })),
    removed: keysOf(before).filter((key) => !now.has(key)),
    ...(isMoved && { order: keysOf(rows) }),
  };
}

/** Checks rows with the box's own validation. A row is read once, until it or the names change. */
function useErrors(kind: SheetKind, rows: readonly SheetRow[], names: SheetNames | undefined) {
  const read = useMemo(() => {
    const known = new WeakMap<SheetRow, ReadRow>();
    const lookup = lookupOf(names ?? {});
    const today = dayIn(new Date(), LEDGER_ZONE);
    return (row: SheetRow): ReadRow => {
      const before = known.get(row);
      if (before !== undefined) return before;
      const result = readSheetRow(kind, row.cells, lookup, today);
      known.set(row, result);
      return result;
    };
  }, [kind, names]);
  return useMemo(() => {
    if (names === undefined) return new Map<string, readonly CellError[]>();
    return checkSheet(kind, rows, read);
  }, [kind, rows, read, names]);
}

export function useRows(kind: SheetKind, sheet: Sheet | null, names: SheetNames | undefined) {
  const history = useHistory<readonly SheetRow[]>(sheet?.rows ?? []);
  const [{ conflicts, ...saved }, set] = useSetState<Saved & { conflicts: readonly MergeConflict[] }>({
    rows: sheet?.rows ?? [],
    rowsVersion: sheet?.rowsVersion ?? 0,
    conflicts: [],
  });
  const { keyNow, renew } = useOnceKey();
  const rows = useMemo(() => withoutTail(history.value), [history.value]);
  const isUnsaved = useMemo(
    () => rows.length !== saved.rows.length || rows.some((row, at) => row !== saved.rows[at]),
    [rows, saved.rows],
  );
  const errors = useErrors(kind, history.value, names);

  /**
   * Merges the changes that somebody else has saved meanwhile. Their changes are taken; cells that both changed keep
   * our text and are shown as conflicts.
   */
  const takeTheirs = async (id: number) => {
    const { data: theirs } = await send(readSheet, { params: { id } });
    const merged = mergeRows(saved.rows, rows, theirs.rows);
    set({ conflicts: merged.conflicts, rows: theirs.rows, rowsVersion: theirs.rowsVersion });
    history.set(merged.rows);
  };

  /** Saves and returns the id and the version of the rows; null if others saved meanwhile, and a person must look. */
  const save = async (name: string): Promise<(Pick<Saved, 'rowsVersion'> & { id: number }) | null> => {
    if (sheet === null) {
      const body = { kind, name, rows: rows.map(({ key, cells }) => ({ key, cells: { ...cells } })) };
      const { data } = await send(createSheet, { body }, { idempotencyKey: keyNow() });
      set({ rows, rowsVersion: data.rowsVersion });
      return data;
    }
    if (!isUnsaved) return { id: sheet.id, rowsVersion: saved.rowsVersion };
    try {
      const input = { params: { id: sheet.id }, body: changesOf(saved, rows) };
      const { data } = await send(saveSheetRows, input);
      set({ rows, rowsVersion: data.rowsVersion, conflicts: [] });
      renew();
      return { id: sheet.id, rowsVersion: data.rowsVersion };
    } catch (error) {
      if (!(error instanceof ApiError) || error.errorCode !== 'CONFLICT') throw error;
      await takeTheirs(sheet.id);
      return null;
    }
  };
  /** Shows the rows that the server has now, after boxes were made or after a step with Google Sheets. */
  const load = (now: Sheet) => {
    history.reset(now.rows);
    set({ rows: now.rows, rowsVersion: now.rowsVersion });
  };
  return {
    history,
    rows,
    errors,
    isUnsaved,
    conflicts,
    save,
    load,
    filled: rows.filter(({ cells }) => !isBlankRow(cells)).length,
  };
}
