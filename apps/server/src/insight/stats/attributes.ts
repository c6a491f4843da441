/** The current values that staff assign: names, categories, types, kinds, tags (docs/product/statistics.md#dimensions). */

import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import {
  DIMENSION_KEYS,
  type DimensionKey,
  type DimensionSource,
  dimensionOf,
  nameEntities,
} from '@signpost/contract/insight/stats/dimensions.ts';
import { ACCESS_EVENTS } from '@signpost/contract/records/audit-events.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';

/** The values of an attribute by record: `values[i]` belong to the record `ids[i]`, ready to be bound as two arrays. */
export interface AttributeValues {
  ids: readonly number[];
  values: readonly (readonly number[])[];
}

/** The data about records that questions need. */
export interface Attributes {
  /** Names of an entity's records, including archived ones, sorted by name. */
  names(entity: EntityName): ReadonlyMap<number, string>;
  /** The current values of a dimension that is an attribute; none for any other dimension. */
  values(dimension: DimensionKey): AttributeValues;
  /** The `landerType` of each campaign. */
  typeOfCampaign: ReadonlyMap<number, string>;
  boxesOfKind: ReadonlyMap<string, number[]>;
  websitesOfKind: ReadonlyMap<string, number[]>;
  sourcesOfKind: ReadonlyMap<string, number[]>;
}

/** Entities whose records name the items of a dimension. */
const NAMED: readonly EntityName[] = [
  ...new Set(DIMENSION_KEYS.map((key) => dimensionOf(key).names).filter((entity) => entity !== null)),
];

const pairRow = z.object({ id: z.number(), value: z.union([z.string(), z.number()]).nullable() });
type Pair = z.infer<typeof pairRow>;

const pairs = (db: Queryable, table: string, column: string): Promise<Pair[]> =>
  readRows(db, pairRow, sql`SELECT id, ${sql.ref(column)} AS value FROM ${sql.table(table)} ORDER BY id`);

function byValue(rows: readonly Pair[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const { id, value } of rows) {
    const group = groups.get(String(value));
    if (group === undefined) groups.set(String(value), [id]);
    else group.push(id);
  }
  return groups;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const nameRow = z.object({ id: z.number(), name: z.string() });

async function namesOf(db: Queryable, entity: EntityName): Promise<Map<number, string>> {
  const tables = nameEntities(entity).map((name) => {
    const { table, title } = entities[name];
    return sql`SELECT id, ${sql.ref(title)} AS name FROM ${sql.table(table)}`;
  });
  const rows = await readRows(db, nameRow, sql.join(tables, sql` UNION ALL `));
  const ordered = rows.sort((one, other) => collator.compare(one.name, other.name) || one.id - other.id);
  return new Map(ordered.map(({ id, name }) => [id, name]));
}

const NO_VALUES: AttributeValues = { ids: [], values: [] };

/** An attribute dimension's source: a field of an entity whose records the facts refer to. */
type AttributeSource = Extract<DimensionSource, { kind: 'attribute' }>;

/** Reads the values of an attribute from the field that its dimension names: a reference, or the tags of a record. */
export async function readAttributeValues(
  db: Queryable,
  { entity, field }: Pick<AttributeSource, 'entity' | 'field'>,
): Promise<AttributeValues> {
  const { table, fields }: EntityDefinition = entities[entity];
  const kind = fields[field]?.kind;
  const grouped = new Map<number, number[]>();
  const add = (id: number, value: number) => {
    const values = grouped.get(id);
    if (values === undefined) grouped.set(id, [value]);
    else values.push(value);
  };
  if (kind === 'tags') {
    const taggings = await db
      .selectFrom('taggings')
      .select(['recordId', 'tagId'])
      .where('entity', '=', entity)
      .orderBy('recordId')
      .orderBy('tagId')
      .execute();
    for (const { recordId, tagId } of taggings) add(recordId, tagId);
  } else if (kind === 'reference') {
    for (const { id, value } of await pairs(db, table, field)) if (value !== null) add(id, Number(value));
  } else {
    throw new RangeError(`${entity}.${field} is neither a reference nor tags, so facts cannot be grouped by it.`);
  }
  return { ids: [...grouped.keys()], values: [...grouped.values()] };
}

async function readAll(db: Queryable): Promise<Attributes> {
  const names = new Map<EntityName, Map<number, string>>();
  for (const entity of NAMED) names.set(entity, await namesOf(db, entity));
  const values = new Map<DimensionKey, AttributeValues>();
  for (const key of DIMENSION_KEYS) {
    const { source } = dimensionOf(key);
    if (source.kind === 'attribute') values.set(key, await readAttributeValues(db, source));
  }
  return {
    names: (entity) => names.get(entity) ?? new Map(),
    values: (dimension) => values.get(dimension) ?? NO_VALUES,
    typeOfCampaign: new Map((await pairs(db, 'campaigns', 'landerType')).map(({ id, value }) => [id, String(value)])),
    boxesOfKind: byValue(await pairs(db, 'campaignBoxes', 'boxKind')),
    websitesOfKind: byValue(await pairs(db, 'websites', 'websiteKind')),
    sourcesOfKind: byValue(await pairs(db, 'trafficSources', 'sourceKind')),
  };
}

/** Reads all attributes as they were at one moment. */
export async function readAttributes(db: Db): Promise<Attributes> {
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(readAll);
}

/**
 * Caches attributes until the next change of any record. Every change appends to the audit trail in its transaction, so
 * the trail's newest entries show whether the cache is still valid, and a rename appears in the next answer of every
 * process. Sign-ins, which are entries too, do not empty it. Changes without a trail entry (a migration, the demo world) must call `forget`.
 */
export class AttributeCache {
  readonly #db: Db;
  #kept: { version: number; attributes: Promise<Attributes> } | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  async get(): Promise<Attributes> {
    const newest = await this.#db.selectFrom('audit').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
    const version = newest?.id ?? 0;
    const known = this.#kept;
    if (known !== null && known.version < version && !(await this.#hasChanged(known.version, version))) {
      known.version = Math.max(known.version, version);
      return await known.attributes;
    }
    if (this.#kept === null || this.#kept.version < version) {
      const kept = { version, attributes: readAttributes(this.#db) };
      this.#kept = kept;
      kept.attributes.catch(() => {
        if (this.#kept === kept) this.#kept = null;
      });
    }
    return await this.#kept.attributes;
  }

  /** Whether an entry after `from`, up to `to`, is about more than somebody's access: sign-ins change no record. */
  async #hasChanged(from: number, to: number): Promise<boolean> {
    const change = await this.#db
      .selectFrom('audit')
      .select('id')
      .where('id', '>', from)
      .where('id', '<=', to)
      .where(sql<boolean>`action <> 'effect' OR coalesce(after ->> 'event', '') <> ALL (${[...ACCESS_EVENTS]}::text[])`)
      .limit(1)
      .executeTakeFirst();
    return change !== undefined;
  }

  forget(): void {
    this.#kept = null;
  }
}
