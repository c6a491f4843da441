import { Checkbox } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { ActionMenu } from './action-menu.tsx';
import classes from './cards.module.css';
import { cellContent } from './cell.tsx';
import type { DataColumn, DataTableProps } from './types.ts';

interface CardsProps<Row> {
  rows: readonly Row[];
  table: DataTableProps<Row>;
}

const estimateSize = () => 92;

/** The columns of a card's numbers. An id tells nobody anything, so only a list that names it shows it. */
function numbersOf<Row>(columns: readonly DataColumn<Row>[], { cardNumbers }: DataTableProps<Row>) {
  if (cardNumbers === undefined) return columns.filter(({ id, kind }) => kind === 'number' && id !== 'id').slice(0, 2);
  return cardNumbers
    .map((id) => columns.find((column) => column.id === id))
    .filter((column): column is DataColumn<Row> => column !== undefined);
}

interface CardProps<Row> {
  row: Row;
  table: DataTableProps<Row>;
  opened: boolean;
  onExpand: () => void;
}

interface CardTitleProps {
  href: string | undefined;
  onOpen: (() => void) | undefined;
  children: ReactNode;
}

/** A button or link to the record, where there is something to open. */
function CardTitle({ href, onOpen, children }: CardTitleProps) {
  if (onOpen !== undefined)
    return (
      <button type="button" className={classes.title} onClick={onOpen}>
        {children}
      </button>
    );
  if (href === undefined) return <span className={classes.title}>{children}</span>;
  return (
    <a className={classes.title} href={href}>
      {children}
    </a>
  );
}

function Card<Row>({ row, table, opened, onExpand }: CardProps<Row>) {
  const first = table.columns.find((column) => column.id === table.cardTitle) ?? table.columns[0];
  const rest = table.columns.filter((column) => column !== first);
  const numbers = numbersOf(rest, table).filter(({ isOptional, value }) => !isOptional || value(row) !== null);
  const second = rest.find((column) => column.kind !== 'number' && !numbers.includes(column));
  if (first === undefined) return null;
  const id = table.rowId(row);
  const href = table.rowHref?.(row);
  const actions = table.rowActions?.(row) ?? [];
  const { selection, onSelectionChange, onOpen, expand } = table;
  const canExpand = expand !== undefined && (expand.canExpand?.(row) ?? true);
  return (
    <article
      className={classes.card}
      data-struck={table.isStruck?.(row) || undefined}
      aria-label={String(first.value(row) ?? id)}
    >
      <div className={classes.head}>
        {selection !== undefined && onSelectionChange !== undefined && (
          <Checkbox
            aria-label={`Select ${String(first.value(row) ?? id)}`}
            checked={selection.has(id)}
            onChange={() => {
              const next = new Set(selection);
              if (!next.delete(id)) next.add(id);
              onSelectionChange(next);
            }}
          />
        )}
        <div className={classes.titles}>
          <CardTitle href={href} onOpen={onOpen && (() => onOpen(row))}>
            {cellContent(first, row)}
          </CardTitle>
          {second !== undefined && <div className={classes.second}>{cellContent(second, row)}</div>}
        </div>
        {actions.length > 0 && <ActionMenu label="Actions" actions={actions} />}
      </div>
      {numbers.length > 0 && (
        <dl className={classes.numbers}>
          {numbers.map((column) => (
            <div key={column.id}>
              <dt>
                {column.header} {column.unit}
              </dt>
              <dd>{cellContent(column, row)}</dd>
            </div>
          ))}
        </dl>
      )}
      {canExpand && (
        <button type="button" className={classes.expand} aria-expanded={opened} onClick={onExpand}>
          <IconChevronDown size={16} aria-hidden />
          {table.expand?.label ?? 'Details'}
        </button>
      )}
      {canExpand && opened && <div className={classes.nested}>{table.expand?.render(row)}</div>}
    </article>
  );
}

/** A list on a phone: one card per row, with its two most important numbers. */
export function Cards<Row>({ rows, table }: CardsProps<Row>) {
  const list = useRef<HTMLDivElement>(null);
  /** The offset of the list on the page, which content above can change at any time. */
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0));
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setOpened((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize,
    overscan: 6,
    scrollMargin: top,
  });
  return (
    <section ref={list} className={classes.list} aria-label={table.label} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((item) => {
        const row = rows[item.index];
        if (row === undefined) return null;
        return (
          <div
            key={table.rowId(row)}
            ref={virtual.measureElement}
            data-index={item.index}
            className={classes.place}
            style={{ transform: `translateY(${item.start - virtual.options.scrollMargin}px)` }}
          >
            <Card
              row={row}
              table={table}
              opened={opened.has(table.rowId(row))}
              onExpand={() => toggle(table.rowId(row))}
            />
          </div>
        );
      })}
    </section>
  );
}
