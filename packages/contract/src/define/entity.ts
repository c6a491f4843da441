/**
 * Defines a kind of record once; storage, API, list, form, export and audit follow from it (docs/product/records.md).
 */
import { z } from 'zod';
import type { RouteName } from '../routes/index.ts';
import type { Fields } from './field.ts';

/** The screens to which an entity's calls belong. `screensFor` says which screen makes which call. */
export interface EntityRoutes {
  list: RouteName;
  add?: RouteName;
  edit?: RouteName;
  copy?: RouteName;
  view?: RouteName;
  /** Screens of other entities that also list, add or change these records. */
  also?: { list?: readonly RouteName[]; create?: readonly RouteName[]; edit?: readonly RouteName[] };
}

export interface EntityDefinition<N extends string = string, F extends Fields = Fields> {
  name: N;
  /** Path below /api/, e.g. `partners`. */
  path: string;
  table: string;
  /**
   * For entities that share a table: the column that tells them apart and its values for this entity. New rows get the
   * first value.
   */
  kindOf?: { column: string; is: readonly [string, ...string[]] };
  one: string;
  many: string;
  /** The field that names a record in lists, links and search. */
  title: string;
  routes: EntityRoutes;
  /** For entities that share a list screen: the `?kind=` of this one. */
  listKind?: string;
  /** Search parameters that make a list screen of other records show this entity; null if no screen lists it. */
  listWith?: Readonly<Record<string, string>> | null;
  fields: F;
  defaultSort: { orderBy: string; direction: 'asc' | 'desc' };
  /**
   * The rows that a person sees. `publisher` names the field that must equal a Publisher's own publisher. `owner` names
   * the field that must equal the viewer, for all other people below Management; with `shared`, they may also read
   * records of others whose field has that value. The server sets a read-only field when a record is created.
   */
  scope?: { publisher?: string; owner?: string; shared?: { field: string; is: string } };
  /**
   * A Publisher can choose these records by name although they belong to others; with `is`, only records in that state.
   */
  publishersChoose?: true | { field: string; is: string };
  /**
   * Only the grade Admin writes, whatever paths are included, because a person who can change grades could raise their
   * own.
   */
  adminWrites?: boolean;
  /** Entries of a ledger are never changed or archived, only reversed, once, with a reason. */
  ledger?: boolean;
  /** A record whose field has one of these values is locked: it can no longer be changed or archived. */
  lockedWhen?: { field: string; is: readonly string[] };
  /** A change reaches every router within two seconds. */
  routing?: boolean;
  /** The metadata collections that contain this entity. */
  metadata?: readonly string[];
}

type Key<F> = keyof F & string;
/** Checks that a definition only names its own fields. */
interface OwnNames<F> {
  title: Key<F>;
  defaultSort: { orderBy: Key<F> | 'id' | 'createdAt' | 'updatedAt' };
  scope?: { publisher?: Key<F> | 'id'; owner?: Key<F>; shared?: { field: Key<F>; is: string } };
  publishersChoose?: true | { field: Key<F>; is: string };
}

export function defineEntity<const N extends string, const F extends Fields>(
  definition: EntityDefinition<N, F> & OwnNames<F>,
): EntityDefinition<N, F> {
  return definition;
}

/** A record as the server stores and sends it: what every record has, and the fields of its entity. */
export const storedRecordSchema = z.looseObject({
  id: z.int().positive(),
  version: z.int().positive(),
  createdAt: z.string(),
  updatedAt: z.string(),
  archivedAt: z.string().nullable(),
  /** The names of referenced records, by field. */
  labels: z.record(z.string(), z.string()),
});
export type StoredRecord = z.infer<typeof storedRecordSchema>;

/** The actions the viewer can take on a record, decided by the server. */
const rowActionsSchema = z.strictObject({
  edit: z.boolean(),
  archive: z.boolean(),
  /** Only for a ledger entry that has not been reversed. */
  reverse: z.boolean().optional(),
});

/** A record with the actions its viewer can take. */
export const recordRowSchema = storedRecordSchema.extend({ may: rowActionsSchema });
export type RecordRow = z.infer<typeof recordRowSchema>;
