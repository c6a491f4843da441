import type { Row as ModelRow } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect } from 'react';
import classes from './data-table.module.css';
import { type RowProps, TableRow } from './row.tsx';
import type { Features } from './use-model.ts';

/** A row of the table, or the nested row under it. */
export interface BodyItem<Row extends object> {
  row: ModelRow<Features, Row>;
  index: number;
  detail: boolean;
}

type Shared<Row> = Pick<
  RowProps<Row>,
  'placed' | 'lead' | 'selectable' | 'rowHref' | 'rowActions' | 'isStruck' | 'expand' | 'onSelect' | 'onExpand'
>;

export interface BodyProps<Row extends object> extends Shared<Row> {
  scroller: RefObject<HTMLDivElement | null>;
  /** Set by this component: scrolls an item into view. */
  scrollTo: RefObject<(index: number) => void>;
  items: readonly BodyItem<Row>[];
  rowHeight: number;
  domId: string;
  active: string | null;
  expanded: readonly string[];
  selection: ReadonlySet<string> | undefined;
}

const DETAIL_ESTIMATE = 160;
const OVERSCAN = 10;

/** The visible rows. Only they render again while scrolling, not the header and the totals. */
export function Body<Row extends object>(props: BodyProps<Row>) {
  const { scroller, scrollTo, items, rowHeight, domId, active, expanded, selection, ...shared } = props;
  // The function must be stable, or every scrolled frame would measure all rows again.
  const estimateSize = useCallback(
    (at: number) => {
      if (items[at]?.detail) return DETAIL_ESTIMATE;
      return rowHeight;
    },
    [items, rowHeight],
  );
  const getItemKey = useCallback((at: number) => `${items[at]?.row.id}${items[at]?.detail ? '/' : ''}`, [items]);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey,
    overscan: OVERSCAN,
    useFlushSync: false,
  });
  useEffect(() => {
    scrollTo.current = (index) => virtual.scrollToIndex(index, { align: 'auto' });
  }, [scrollTo, virtual]);
  // A change of density changes the height of every row.
  useEffect(() => {
    if (rowHeight > 0) virtual.measure();
  }, [rowHeight, virtual]);
  // The nested content takes the visible width, however wide the table is.
  const fitWidth = (cell: HTMLTableCellElement | null) => {
    if (cell !== null && scroller.current !== null) cell.style.width = `${scroller.current.clientWidth}px`;
  };
  return (
    <tbody className={classes.body} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((place) => {
        const item = items[place.index];
        if (item === undefined) return null;
        const { row } = item;
        if (item.detail) {
          return (
            <tr
              key={place.key}
              ref={virtual.measureElement}
              data-index={place.index}
              className={classes.detail}
              style={{ transform: `translateY(${place.start}px)` }}
            >
              <td className={classes.detailCell} data-stop="" ref={fitWidth}>
                {shared.expand?.render(row.original)}
              </td>
            </tr>
          );
        }
        return (
          <TableRow
            {...shared}
            key={place.key}
            row={row.original}
            id={row.id}
            domId={`${domId}-${row.id}`}
            index={item.index}
            start={place.start}
            active={row.id === active}
            selected={selection?.has(row.id) ?? false}
            expanded={expanded.includes(row.id)}
            canExpand={shared.expand?.canExpand?.(row.original) ?? true}
          />
        );
      })}
    </tbody>
  );
}
