/** The buttons above the grid of a sheet. */
import { downloadSheet } from '@signpost/contract/calls/sheets.ts';
import { boxSheet } from '@signpost/contract/entities/box-sheet.ts';
import { seoBoxSheet } from '@signpost/contract/entities/seo-box-sheet.ts';
import { SHEET_ROWS_MAX, type Sheet } from '@signpost/contract/sheets/sheet.ts';
import { saveFile } from '../../../api/save-file.ts';
import { NotesDrawer } from '../../../records/notes-drawer.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { DrawerButton } from '../../../ui/layout/dialog-button.tsx';
import { ExportMenu } from '../../../ui/layout/export-menu.tsx';
import { fillDown, insertRows, removeRows } from '../../../ui/sheet-grid/edit-rows.ts';
import { blankRow } from './use-rows.ts';
import type { SheetEditing } from './use-sheet-editor.ts';

/** The buttons that change rows. */
export function RowTools({ of }: { of: SheetEditing }) {
  const { range, columns, file, editing } = of;
  const { history } = editing;
  const grid = {
    rows: history.value,
    columns: columns.map((column) => column.name),
    newRow: blankRow,
    most: SHEET_ROWS_MAX,
  };
  return (
    <>
      <Button onClick={history.undo} disabled={!history.canUndo}>
        Undo
      </Button>
      <Button onClick={history.redo} disabled={!history.canRedo}>
        Redo
      </Button>
      <Button onClick={() => history.set(fillDown(grid, range))}>Fill down</Button>
      <Button onClick={() => history.set(insertRows(grid, range))}>Insert row above</Button>
      <Button onClick={() => history.set(removeRows(grid, range))}>Remove rows</Button>
      <FileButton accept=".csv,.txt,.tsv,.xlsx,.gz,text/csv" onFile={file.choose}>
        Add rows from a file
      </FileButton>
    </>
  );
}

/** The tools for a sheet that is stored: files of it, and notes. */
export function StoredTools({ of, sheet }: { of: SheetEditing; sheet: Sheet }) {
  return (
    <>
      <ExportMenu
        of={sheet.name}
        total={of.editing.rows.length}
        onSave={(format) =>
          saveFile(downloadSheet, { params: { id: sheet.id, format } }, `sheet-${sheet.id}.${format}`)
        }
      />
      <DrawerButton
        drawer={(state) => (
          <NotesDrawer
            entity={of.kind === 'seo' ? seoBoxSheet : boxSheet}
            id={sheet.id}
            title={sheet.name}
            {...state}
          />
        )}
      >
        Comments
      </DrawerButton>
    </>
  );
}
