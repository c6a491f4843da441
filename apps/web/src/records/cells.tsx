/** How a field's value is shown in a list. */

import { mayChoose } from '@signpost/contract/access/access.ts';
import type { DecimalField, Field } from '@signpost/contract/define/field.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import type { FigurePeriod } from '@signpost/contract/insight/stats/list-figures.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { decimalsOf, placesOf } from '@signpost/contract/reading/minor-units.ts';
import { withoutTrailingZeros } from '@signpost/contract/reading/money-text.ts';
import { toggleLabel } from '@signpost/contract/records/labels.ts';
import { sortableKeys } from '@signpost/contract/records/list-query.ts';
import { conditionWords } from '@signpost/contract/traffic/clicks/condition-words.ts';
import { conditionsSchema, readConditions } from '@signpost/contract/traffic/clicks/conditions.ts';
import type { ReactNode } from 'react';
import type { SessionUser } from '../api/session.ts';
import type { CellValue, DataColumn } from '../ui/data-table/types.ts';
import { EMPTY, formatMoney, formatNumber, symbolOf } from '../ui/values/format.ts';
import { Badge, IdText, Time } from '../ui/values/values.tsx';
import { readIds, readNumber } from './field-values.ts';
import { FIGURES, type FigureRow, figureColumns, showsFigures } from './list-figures.tsx';
import type { RecordRow, RecordScreen } from './screen.ts';
import { hasSwitch, StatusSwitch } from './status-switch.tsx';
import { TagList } from './tag-list.tsx';

function inWords(value: unknown): string {
  const conditions = readConditions(value);
  if (conditions === null) return JSON.stringify(value);
  return conditionWords(conditions);
}

/** A value as text, for sorting, tooltips and screen readers. */
export function textOf(field: Field, value: unknown, label: string | undefined): string | number | null {
  if (value === null || value === undefined || value === '') return null;
  switch (field.kind) {
    case 'choice':
      return field.options.find((option) => option.value === value)?.label ?? String(value);
    case 'toggle':
      return toggleLabel(value === true);
    case 'integer':
      return readNumber(value);
    case 'reference':
    case 'references':
    case 'tags':
      return label ?? null;
    case 'rows':
    case 'images':
      if (Array.isArray(value)) return value.length;
      return null;
    case 'choices':
      if (Array.isArray(value) && value.length > 0) return value.join(', ');
      return null;
    case 'json':
      if (field.schema === conditionsSchema) return inWords(value);
      return JSON.stringify(value);
    default:
      return String(value);
  }
}

/** The widths of columns in pixels; other kinds of fields get the table's default width. */
const WIDTHS: Partial<Record<Field['kind'], number>> = {
  choice: 120,
  toggle: 80,
  rows: 104,
  images: 80,
  integer: 96,
  // A day with a mark beside it.
  date: 126,
  instant: 130,
  decimal: 110,
};

const TITLE_WIDTH = 260;
/** Beside figures, so that nothing important is off a screen of 1440 px. */
const TITLE_WIDTH_WITH_FIGURES = 240;

/** For columns whose values are all short: wider columns would only be emptier. */
const SHORT_GROW = 0.25;

function widthOf(field: Field): { width?: number; grow?: number } {
  const width = field.kind === 'text' && field.max <= 3 ? 104 : WIDTHS[field.kind];
  if (width === undefined) return {};
  // Headers are never cut, even where the values are shorter.
  return { width: Math.max(width, headerOf(field).length * CHARACTER + PADDING), grow: SHORT_GROW };
}
const CHARACTER = 7;
const PADDING = 28;

/** A unit that all rows share is shown in the header. */
const headerOf = (field: Field): string => {
  if (field.kind === 'decimal' && field.inBase) return `${field.label} ${symbolOf(baseCurrency())}`;
  return field.label;
};

const NUMERIC = new Set<Field['kind']>(['integer', 'decimal', 'rows', 'images']);

function drawn(field: Field, row: RecordRow, name: string, zone: string): ReactNode {
  const value = row[name];
  const text = textOf(field, value, row.labels[name]);
  if (text === null) return EMPTY;
  if (field.kind === 'choice') {
    const tone = field.options.find((option) => option.value === value)?.tone;
    if (tone) return <Badge tone={tone}>{String(text)}</Badge>;
    return text;
  }
  if (field.kind === 'tags') return <TagList ids={readIds(value)} />;
  if (field.kind === 'instant') return <Time value={String(value)} zone={zone} ago />;
  if (field.kind === 'text' && field.mono) return <IdText value={text} />;
  if (field.kind === 'decimal') return decimalText(field, name, row);
  if (typeof text === 'number') return formatNumber(text);
  return text;
}

/** Prices in a currency without decimals may have some, such as 4.5 JPY for a click. */
function digitsOf(value: string, { isMoney, places }: { isMoney: boolean; places: number }): number {
  if (!isMoney) return Math.max(2, decimalsOf(value));
  const own = decimalsOf(withoutTrailingZeros(value));
  return Math.max(places, Math.abs(Number(value)) >= 1 ? Math.min(own, 2) : own);
}

/**
 * Money with the decimals of its currency, and amounts below one unit with all theirs; the tooltip has the exact value.
 */
export function decimalText(field: DecimalField, name: string, row: RecordRow): string {
  const value = String(row[name]);
  const isMoney = field.inBase || field.currencyField !== undefined || field.currencyOf !== undefined;
  const currency = field.currencyField === undefined ? row.labels[name] : row[field.currencyField];
  const code = typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : null;
  const digits = digitsOf(value, { isMoney, places: code === null ? 2 : placesOf(code) });
  if (code !== null) return formatMoney(value, code, digits);
  return `${formatNumber(value, digits)}${field.unit && !isMoney ? ` ${field.unit}` : ''}`;
}

function base(name: 'id' | 'createdAt' | 'updatedAt', zone: string): DataColumn<RecordRow> {
  if (name === 'id')
    return {
      id: 'id',
      header: 'Id',
      kind: 'number',
      width: 80,
      sortable: true,
      value: (row) => row.id,
      render: (row) => <IdText value={row.id} />,
    };
  return {
    id: name,
    header: name === 'createdAt' ? 'Created' : 'Changed',
    width: 130,
    grow: SHORT_GROW,
    sortable: true,
    value: (row): CellValue => row[name],
    render: (row) => <Time value={row[name]} zone={zone} ago />,
  };
}

/** Tags are internal to staff. */
const withoutTags = ({ columns, entity }: RecordScreen, viewer: Pick<SessionUser, 'grade'>): readonly string[] => {
  if (mayChoose(viewer, entities.tag)) return columns;
  return columns.filter((name) => entity.fields[name]?.kind !== 'tags');
};

/** The columns of a list; its figures are of a period. */
export function columnsOf(screen: RecordScreen, viewer: SessionUser, period: FigurePeriod): DataColumn<FigureRow>[] {
  const { timeZone: zone } = viewer;
  const sortable = sortableKeys(screen.entity);
  const titleWidth = showsFigures(screen, viewer) ? TITLE_WIDTH_WITH_FIGURES : TITLE_WIDTH;
  return withoutTags(screen, viewer).flatMap((name): DataColumn<FigureRow>[] => {
    if (name === FIGURES) return showsFigures(screen, viewer) ? figureColumns(period) : [];
    const hidden = screen.hiddenColumns?.includes(name) ? { hiddenByDefault: true } : {};
    if (name === 'id' || name === 'createdAt' || name === 'updatedAt') return [{ ...base(name, zone), ...hidden }];
    const field = screen.entity.fields[name];
    if (!field) throw new Error(`${screen.entity.name} has no field ${name}.`);
    const custom = screen.cells?.[name];
    return [
      {
        id: name,
        header: headerOf(field),
        ...(name === screen.entity.title ? { width: titleWidth } : widthOf(field)),
        kind: NUMERIC.has(field.kind) ? 'number' : 'text',
        sortable: sortable.includes(name),
        value: (row) => textOf(field, row[name], row.labels[name]),
        render:
          custom ??
          (hasSwitch(field, name)
            ? (row) => <StatusSwitch screen={screen} row={row} />
            : (row) => drawn(field, row, name, zone)),
        ...hidden,
      },
    ];
  });
}
