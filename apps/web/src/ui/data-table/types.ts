import type { ReactNode } from 'react';

/** A value that can be sorted, cut and written out. */
export type CellValue = string | number | null | undefined;

export interface DataColumn<Row> {
  id: string;
  header: string;
  /** Shown small beside the header: "€", "%". */
  unit?: string;
  /** Explains the column, in the header's tooltip. */
  hint?: string;
  /** number: right-aligned, tabular. */
  kind?: 'text' | 'number';
  /** Digits after the point where `render` is absent. */
  digits?: number;
  /** Pixels. */
  width?: number;
  /** For sorting in the browser, for the default cell and for the card. */
  value: (row: Row) => CellValue;
  render?: (row: Row) => ReactNode;
  /** Stands in the totals row. */
  total?: ReactNode;
  sortable?: boolean;
  /** False keeps it always shown. */
  hideable?: boolean;
  /** Hidden until the viewer shows it. */
  hiddenByDefault?: boolean;
}

export interface SortState {
  id: string;
  direction: 'asc' | 'desc';
}

/** What a person changed about a table; kept by whoever holds it. Ids that no column has are ignored. */
export interface TableView {
  order: string[];
  hidden: string[];
  /** Beside the first column, which always stays in sight. */
  pinned: string[];
  widths: Record<string, number>;
  density: 'compact' | 'comfortable';
}

export interface RowAction {
  /** `edit` is also what the key e does. */
  id: string;
  label: string;
  icon: ReactNode;
  onClick?: () => void;
  href?: string;
}

export interface DataTableProps<Row> {
  /** Names the table for those who do not see it. */
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Given together: sorted by whoever holds the rows (server). Otherwise sorted here. */
  sort?: SortState | null;
  onSortChange?: (sort: SortState | null) => void;
  defaultSort?: SortState;
  view?: TableView;
  onViewChange?: (view: TableView) => void;
  selection?: ReadonlySet<string>;
  onSelectionChange?: (selection: Set<string>) => void;
  /** Offered on hover, on the row under the keyboard, and in a card's menu. */
  rowActions?: (row: Row) => RowAction[];
  /** Enter, or a click on the row. */
  onOpen?: (row: Row) => void;
  /** Makes the first column a link; Enter follows it where there is no `onOpen`. */
  rowHref?: (row: Row) => string;
  /** A nested row under the row, opened by its chevron or →. */
  expand?: { render: (row: Row) => ReactNode; canExpand?: (row: Row) => boolean; label?: string };
  /** Says what the totals are of ("Total of 1,204 boxes"); columns bring the numbers. */
  totalsLabel?: string;
  /** Rows that match over all pages, for those who do not see them. */
  totalRows?: number;
  /** Skeleton instead of rows. */
  loading?: boolean;
  /** Shown when there are no rows; 'Nothing to show' by default. */
  empty?: ReactNode;
  /** CSS length; by default what the screen leaves. */
  maxHeight?: string;
  /** The two numbers that matter on a phone: column ids. */
  cardNumbers?: readonly [string, string] | readonly [string];
}
