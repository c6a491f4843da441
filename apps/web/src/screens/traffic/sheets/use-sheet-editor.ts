/** A sheet that is edited: its rows and name, what is chosen in the grid, and its steps. */
import { readSheet, readSheetNames, renameSheet } from '@signpost/contract/calls/sheets.ts';
import { boxSheet } from '@signpost/contract/entities/box-sheet.ts';
import { seoBoxSheet } from '@signpost/contract/entities/seo-box-sheet.ts';
import { path } from '@signpost/contract/routes/paths.ts';
import {
  type Cells,
  SHEET_KIND_LABELS,
  SHEET_ROWS_MAX,
  type Sheet,
  type SheetKind,
  type SheetRow,
} from '@signpost/contract/sheets/sheet.ts';
import { useMemo, useState } from 'react';
import { useLeaveQuestion } from '../../../address/leave-question.tsx';
import { useGo } from '../../../address/use-go.ts';
import { recordsKey, send, useCall } from '../../../api/calls.ts';
import { useUnsaved } from '../../../api/unsaved.ts';
import { useAction } from '../../../api/use-action.ts';
import { showSnackbar } from '../../../ui/feedback/snackbar.tsx';
import type { Range } from '../../../ui/sheet-grid/edit-rows.ts';
import { gridColumns } from './grid-columns.ts';
import { blankRow, useRows } from './use-rows.ts';
import { useSheetFile } from './use-sheet-file.ts';

const START: Range = { from: { row: 0, column: 0 }, to: { row: 0, column: 0 } };

function useNames(kind: SheetKind) {
  const { data } = useCall(readSheetNames, { params: { kind } });
  const names = data?.names;
  const columns = useMemo(() => gridColumns(kind, names ?? {}), [kind, names]);
  return { names, columns, people: data?.people ?? [] };
}

/** A sheet that is edited: its rows and name, what is chosen in the grid, and its steps. */
export function useSheetEditor(kind: SheetKind, sheet: Sheet | null) {
  const go = useGo();
  const { names, columns, people } = useNames(kind);
  const [name, setName] = useState(sheet?.name ?? '');
  const [range, setRange] = useState<Range>(START);
  const editing = useRows(kind, sheet, names);
  const { history, rows, isUnsaved } = editing;
  const isRenamed = name.trim() !== (sheet?.name ?? '');
  const hasInput = isUnsaved || isRenamed;
  useUnsaved(hasInput);
  const leaving = useLeaveQuestion(hasInput);

  const saveAll = async () => {
    if (sheet !== null && isRenamed && name.trim() !== '')
      await send(renameSheet, { params: { id: sheet.id }, body: { name: name.trim() } });
    return await editing.save(name.trim() === '' ? SHEET_KIND_LABELS[kind] : name.trim());
  };
  const save = useAction(
    async () => {
      const data = await saveAll();
      return { data, status: 'SUCCESS', message: '', meta: {}, requestId: null } as const;
    },
    {
      refresh: [readSheet, recordsKey(boxSheet), recordsKey(seoBoxSheet)],
      onDone: (done) => {
        if (done === null) return;
        showSnackbar({ type: 'success', message: 'Sheet saved.' });
        if (sheet !== null) return;
        leaving.allow();
        void go({ path: path.sheetsEdit({ id: done.id }), replace: true });
      },
    },
  );
  const addRows = (cells: readonly Cells[]) =>
    history.set([...rows, ...cells.map((one): SheetRow => ({ ...blankRow(), cells: one }))].slice(0, SHEET_ROWS_MAX));
  const file = useSheetFile(kind, addRows);
  const reload = async () => {
    if (sheet === null) return;
    const { data } = await send(readSheet, { params: { id: sheet.id } });
    editing.load(data);
  };
  const isEditable = sheet === null || sheet.may.edit;
  return {
    kind,
    sheet,
    editing,
    name,
    setName,
    range,
    setRange,
    names,
    columns,
    people,
    isEditable,
    hasInput,
    leaving,
    save,
    saveAll,
    file,
    reload,
  };
}

export type SheetEditing = ReturnType<typeof useSheetEditor>;
