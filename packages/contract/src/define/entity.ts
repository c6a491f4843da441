/** What a record is: said once here, and storage, API, list, form, export and audit follow from it. */
import type { RouteName } from '../routes.ts';
import type { Fields, Values } from './field.ts';

/** The screens an entity's calls belong to; `screensFor` says which of them makes which call. */
export interface EntityRoutes {
  list: RouteName;
  add?: RouteName;
  edit?: RouteName;
  copy?: RouteName;
  view?: RouteName;
  /** Screens of other records that list, add or change these as well. */
  also?: { list?: readonly RouteName[]; create?: readonly RouteName[]; edit?: readonly RouteName[] };
}

export interface EntityDefinition<N extends string = string, F extends Fields = Fields> {
  name: N;
  /** Path below /api/, e.g. `partners`. */
  path: string;
  table: string;
  /** Where kinds share a table: the column that tells them apart, and whose rows are this entity's. New ones get the first. */
  kindOf?: { column: string; is: readonly [string, ...string[]] };
  one: string;
  many: string;
  /** Field that names a record in lists, links and search. */
  title: string;
  routes: EntityRoutes;
  /** Which of the kinds that share a list screen this is: `?kind=` of its list. */
  listKind?: string;
  /** What its list screen is asked for to show it, where it shows others by itself; null where nothing lists it. */
  listWith?: Readonly<Record<string, string>> | null;
  fields: F;
  defaultSort: { orderBy: string; direction: 'asc' | 'desc' };
  /**
   * Whose rows they are: the field that must equal the viewer's own publisher, for a Publisher, or the viewer, for
   * everybody else below Management. A read-only one is set by the server when a record is made.
   */
  scope?: { publisher?: string; owner?: string };
  /** Names a Publisher may choose although the records are not theirs; with `is`, only records in that state. */
  publishersChoose?: true | { field: string; is: string };
  /** Only the grade Admin writes, whatever paths are included: who may change grades could raise their own. */
  adminWrites?: boolean;
  /** Entries of a ledger: never changed or archived, only reversed, once, with a reason. */
  ledger?: boolean;
  /** A record whose field has one of these values is decided: nobody changes or archives it any more. */
  lockedWhen?: { field: string; is: readonly string[] };
  /** A change reaches every router within two seconds. */
  routing?: boolean;
  /** Collections of metadata that show this entity. */
  metadata?: readonly string[];
}

type Key<F> = keyof F & string;
/** The names inside a definition must be names of its own fields. */
interface OwnNames<F> {
  title: Key<F>;
  defaultSort: { orderBy: Key<F> | 'id' | 'createdAt' | 'updatedAt' };
  scope?: { publisher?: Key<F> | 'id'; owner?: Key<F> };
  publishersChoose?: true | { field: Key<F>; is: string };
}

export function defineEntity<const N extends string, const F extends Fields>(
  definition: EntityDefinition<N, F> & OwnNames<F>,
): EntityDefinition<N, F> {
  return definition;
}

/** What the server adds to every record. */
export interface RecordBase {
  id: number;
  version: number;
  createdAt: string;
  updatedAt: string;
  archivedAt: string | null;
}

/** What the viewer may do with this row; the server decides. */
export interface RowActions {
  edit: boolean;
  archive: boolean;
  /** Of a ledger's entry that stands. */
  reverse?: boolean;
}

export type RecordOf<E> =
  E extends EntityDefinition<string, infer F>
    ? RecordBase & Values<F> & { labels: Record<string, string>; may: RowActions }
    : never;
export type InputOf<E> = E extends EntityDefinition<string, infer F> ? Values<F> : never;
