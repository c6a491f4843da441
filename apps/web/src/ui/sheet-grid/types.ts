import type { ReactNode } from 'react';
import type { GridRow, Range } from './edit-rows.ts';

export interface GridColumn {
  name: string;
  label: string;
  required: boolean;
  help: string;
  width: number;
  /** The usual values of a cell, offered while a person types. */
  options?: readonly string[] | undefined;
  mono?: boolean | undefined;
}

export interface GridError {
  /** The name of a column; any other text stands for the whole row. */
  column: string;
  message: string;
}

export interface SheetGridProps {
  label: string;
  columns: readonly GridColumn[];
  rows: readonly GridRow[];
  errors: ReadonlyMap<string, readonly GridError[]>;
  /** Whether cells can be changed. */
  isEditable: boolean;
  /** The largest number of rows. */
  most: number;
  newRow: () => GridRow;
  onChange: (rows: readonly GridRow[]) => void;
  onUndo: () => void;
  onRedo: () => void;
  onSave: () => void;
  /** Reads the clipboard; a paste at the first cell may carry a header. */
  readPasted: (text: string, at: Range) => readonly (readonly string[])[];
  writePasted: (cells: readonly (readonly string[])[]) => string;
  /** The chosen cells, so that buttons outside can act on them. */
  range: Range;
  onRange: (range: Range) => void;
  /** A last column that is not typed, such as the link of what was made. */
  after?: { label: string; width: number; render: (row: GridRow) => ReactNode } | undefined;
}
