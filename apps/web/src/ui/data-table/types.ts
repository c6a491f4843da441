import type { ReactNode } from 'react';

/** A value that can be sorted, shortened and exported. */
export type CellValue = string | number | null | undefined;

export interface DataColumn<Row> {
  id: string;
  header: string;
  /** The unit, shown small beside the header: "€", "%". */
  unit?: string;
  /** Explains the column, in the header's tooltip. */
  hint?: string;
  /** number: right-aligned, tabular. */
  kind?: 'text' | 'number';
  /** Decimals, if there is no `render`. */
  digits?: number;
  /** In pixels. */
  width?: number;
  /** How much of the remaining width a text column takes, compared with the others; 1 by default. */
  grow?: number;
  /** The value for sorting in the browser, for the default cell and for the card. */
  value: (row: Row) => CellValue;
  render?: (row: Row) => ReactNode;
  /** Shown in the totals row. */
  total?: ReactNode;
  sortable?: boolean;
  /** False: the column is always shown. */
  hideable?: boolean;
  /** Hidden by default. */
  hiddenByDefault?: boolean;
  /** A card leaves it out where it has no value. */
  isOptional?: boolean;
}

export interface SortState {
  id: string;
  direction: 'asc' | 'desc';
}

/** The changes that a person has made to a table. The parent component stores them; unknown column ids are ignored. */
export interface TableView {
  order: string[];
  hidden: string[];
  /** Pinned columns, beside the first one, which is always pinned. */
  pinned: string[];
  widths: Record<string, number>;
  density: 'compact' | 'comfortable';
}

export interface RowAction {
  /** `edit` also runs on the key e. */
  id: string;
  label: string;
  icon: ReactNode;
  onClick?: (() => void) | undefined;
  href?: string | undefined;
}

export interface DataTableProps<Row> {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** If both are given, the parent (the server) sorts; otherwise the table does. */
  sort?: SortState | null | undefined;
  onSortChange?: ((sort: SortState | null) => void) | undefined;
  defaultSort?: SortState | undefined;
  view?: TableView | undefined;
  onViewChange?: ((view: TableView) => void) | undefined;
  selection?: ReadonlySet<string> | undefined;
  onSelectionChange?: ((selection: Set<string>) => void) | undefined;
  /** Shown on hover, on the row with the keyboard focus, and in a card's menu. */
  rowActions?: ((row: Row) => RowAction[]) | undefined;
  /** Whether a row no longer counts: it is struck through. */
  isStruck?: ((row: Row) => boolean) | undefined;
  /** Called on Enter or a click on the row. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Called when the mouse button goes down on a row, so that what the row opens can be fetched before the click. */
  onPress?: ((row: Row) => void) | undefined;
  /** Makes the first column a link; Enter follows it if there is no `onOpen`. */
  rowHref?: ((row: Row) => string) | undefined;
  /** Content nested under the row, opened by its chevron or →. */
  expand?: { render: (row: Row) => ReactNode; canExpand?: (row: Row) => boolean; label?: string } | undefined;
  /** The label of the totals ("Total of 1,204 boxes"); columns supply the numbers. */
  totalsLabel?: string | undefined;
  /** How many rows match over all pages, for screen readers. */
  totalRows?: number | undefined;
  /** Shows a skeleton instead of rows. */
  loading?: boolean | undefined;
  /** Shown when there are no rows; 'Nothing to show' by default. */
  empty?: ReactNode;
  /** A CSS length; by default the space that the screen leaves. */
  maxHeight?: string | undefined;
  /** The id of the column that names a card; the first column by default. */
  cardTitle?: string | undefined;
  /** The ids of the two columns that a phone shows; the first two numbers by default. */
  cardNumbers?: readonly [string, string] | readonly [string] | undefined;
}
