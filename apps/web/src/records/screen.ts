/** Describes the screens of an entity: columns, sections, and what a row opens. All else follows from the entity. */

import type { EntityDefinition, RecordRow } from '@signpost/contract/define/entity.ts';
import type { Field, RowsField } from '@signpost/contract/define/field.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { FILTER_VALUES_MAX } from '@signpost/contract/records/list-query.ts';
import { recordPath } from '@signpost/contract/records/record-path.ts';
import { ROUTES, type RouteName } from '@signpost/contract/routes/index.ts';
import { fillPath, hashHref } from '@signpost/contract/routes/paths.ts';
import type { ReactNode } from 'react';
import type { RowAction } from '../ui/data-table/types.ts';
import type { Filters } from './list-address.ts';

export type { RecordRow } from '@signpost/contract/define/entity.ts';

export type Values = Record<string, unknown>;

/** Props of a component that replaces a field's widget. */
export interface CustomFieldProps {
  value: unknown;
  onChange: (value: unknown) => void;
  values: Values;
  labels: Record<string, string>;
  /** Null for a record that is not stored yet. */
  recordId: number | null;
  errors: readonly { path: string; message: string }[];
  readOnly: boolean;
}

export interface FormSection {
  title: string;
  description?: string;
  fields: readonly string[];
  /** Two fields are shown side by side. */
  columns?: 1 | 2;
  /** The section takes the whole width (for tables). */
  wide?: boolean;
}

export interface RecordScreen {
  entity: EntityDefinition;
  /** List columns in their order. `id`, `createdAt` and `updatedAt` are allowed as well. */
  columns: readonly string[];
  hiddenColumns?: readonly string[];
  /** The column that names a card on a phone, where it is not the first one. */
  cardTitle?: string;
  /** The two columns that a phone shows. */
  cardNumbers?: readonly [string, string] | readonly [string];
  filters: readonly string[];
  /** Filters that always apply, for a screen that shows only a part of its entity. */
  fixed?: Filters;
  sections: readonly FormSection[];
  /** The rows field that is shown nested under a row. */
  expand?: string;
  /** Replaces the table of a rows field. */
  nested?: Readonly<Record<string, (row: RecordRow) => ReactNode>>;
  /** The form opens beside the list, because the entity has no form route of its own. */
  drawer?: boolean;
  /** Text of the empty list: what these records are for. */
  purpose: string;
  /** Further actions of a row, shown before archiving. */
  rowActions?: (row: RecordRow) => RowAction[];
  /** Replaces a cell. */
  cells?: Readonly<Record<string, (row: RecordRow) => ReactNode>>;
  /** Replaces a field's widget. */
  custom?: Readonly<Record<string, (props: CustomFieldProps) => ReactNode>>;
  /** Shows a record beside the list instead of its form, for records that only the product writes. */
  detail?: (record: RecordRow) => ReactNode;
  /** Shown above the form of an existing record. */
  above?: (record: RecordRow) => ReactNode;
  /** Shown below the form. */
  below?: (values: Values, record: RecordRow | null) => ReactNode;
}

/** Checks the type of a screen; returns it unchanged. */
export const recordScreen = (screen: RecordScreen): RecordScreen => screen;

export function fieldOf(screen: RecordScreen, name: string): Field | undefined {
  return screen.entity.fields[name];
}

export function rowsFieldOf(screen: RecordScreen, name: string): RowsField | undefined {
  const field = fieldOf(screen, name);
  if (field?.kind === 'rows') return field;
  return undefined;
}

/** The link to a record on one of its screens; undefined if there is no such screen. */
export function recordHref(entity: EntityDefinition, route: RouteName | undefined, id: number): string | undefined {
  if (route === undefined) return undefined;
  return hashHref(recordPath(entity, route, id));
}

/** The link to a route without parameters. */
export function plainHref(route: RouteName | undefined): string | undefined {
  if (route === undefined) return undefined;
  return hashHref(fillPath(ROUTES[route].path));
}

/** The link to the filtered list of an entity; undefined if no screen lists it. */
export function listHref(entity: EntityDefinition, filters: Filters): string | undefined {
  const list = plainHref(entity.routes.list);
  if (list === undefined || entity.listWith === null || Object.values(filters).some(isTooLong)) return undefined;
  const kind = entity.listKind === undefined ? {} : { kind: entity.listKind };
  return `${list}?${buildQuery({ ...kind, ...entity.listWith, filters })}`;
}

/** The maximum number of values of one filter. */
const isTooLong = (filter: Filters[string]) => Array.isArray(filter) && filter.length > FILTER_VALUES_MAX;
