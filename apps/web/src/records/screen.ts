/** What a screen of records shows: columns, sections, what a row opens. The entity says everything else. */

import { buildQuery } from '@signpost/contract/brackets.ts';
import type { EntityDefinition, RowActions } from '@signpost/contract/define/entity.ts';
import type { Field, RowsField } from '@signpost/contract/define/field.ts';
import { hashHref, path } from '@signpost/contract/paths.ts';
import { FILTER_VALUES_MAX } from '@signpost/contract/records/list-query.ts';
import { recordPath } from '@signpost/contract/records/record-path.ts';
import { ROUTES, type RouteName } from '@signpost/contract/routes.ts';
import type { ReactNode } from 'react';
import type { RowAction } from '../ui/data-table/types.ts';
import type { Filters } from './list-state.ts';

/** A record as the server sends it; its fields are the entity's. */
export interface RecordRow {
  id: number;
  version: number;
  createdAt: string;
  updatedAt: string;
  archivedAt: string | null;
  labels: Record<string, string>;
  may: RowActions;
  [field: string]: unknown;
}

export type Values = Record<string, unknown>;

/** What a field that is more than a widget gets. */
export interface CustomFieldProps {
  value: unknown;
  onChange: (value: unknown) => void;
  values: Values;
  labels: Record<string, string>;
  errors: readonly { path: string; message: string }[];
  readOnly: boolean;
}

export interface FormSection {
  title: string;
  description?: string;
  fields: readonly string[];
  /** Pairs belong side by side. */
  columns?: 1 | 2;
  /** Takes the whole width (tables). */
  wide?: boolean;
}

export interface RecordScreen {
  entity: EntityDefinition;
  /** List columns in order; `id`, `createdAt` and `updatedAt` may be among them. */
  columns: readonly string[];
  hiddenColumns?: readonly string[];
  /** The two facts that matter on a phone. */
  cardNumbers?: readonly [string, string];
  filters: readonly string[];
  /** Filters that always hold: this screen shows a part of its entity. */
  fixed?: Filters;
  sections: readonly FormSection[];
  /** A rows field shown nested under a row. */
  expand?: string;
  /** The form opens beside the list, because the route table has no form of its own for it. */
  drawer?: boolean;
  /** Said where there is nothing yet: what these are for. */
  purpose: string;
  /** What else can be done with a row; shown before archiving. */
  rowActions?: (row: RecordRow) => RowAction[];
  /** Replaces a cell. */
  cells?: Readonly<Record<string, (row: RecordRow) => ReactNode>>;
  /** Replaces a field's widget. */
  custom?: Readonly<Record<string, (props: CustomFieldProps) => ReactNode>>;
  /** Shows a record beside the list instead of its form: what only the product writes. */
  detail?: (record: RecordRow) => ReactNode;
  /** Stands above the form of a record that exists. */
  above?: (record: RecordRow) => ReactNode;
  /** Stands below the form. */
  below?: (values: Values, record: RecordRow | null) => ReactNode;
}

/** Screens are values at module scope; this only checks their shape. */
export const recordScreen = (screen: RecordScreen): RecordScreen => screen;

export function fieldOf(screen: RecordScreen, name: string): Field | undefined {
  return screen.entity.fields[name];
}

export function rowsFieldOf(screen: RecordScreen, name: string): RowsField | undefined {
  const field = fieldOf(screen, name);
  return field?.kind === 'rows' ? field : undefined;
}

/** The link to a record on one of its screens; undefined where there is no such screen yet. */
export function recordHref(entity: EntityDefinition, route: RouteName | undefined, id: number): string | undefined {
  if (route === undefined || !ROUTES[route].built) return undefined;
  return hashHref(recordPath(entity, route, id));
}

/** The link to a route without parameters. */
export function plainHref(route: RouteName | undefined): string | undefined {
  if (route === undefined || !ROUTES[route].built) return undefined;
  return hashHref((path[route] as () => string)());
}

/** The link to an entity's list, narrowed; undefined where no screen lists it. */
export function listHref(entity: EntityDefinition, filters: Filters): string | undefined {
  const list = plainHref(entity.routes.list);
  if (list === undefined || entity.listWith === null || Object.values(filters).some(isTooLong)) return undefined;
  const kind = entity.listKind === undefined ? {} : { kind: entity.listKind };
  return `${list}?${buildQuery({ ...kind, ...entity.listWith, filters })}`;
}

/** A list takes so many values in one filter. */
const isTooLong = (filter: Filters[string]) => Array.isArray(filter) && filter.length > FILTER_VALUES_MAX;
