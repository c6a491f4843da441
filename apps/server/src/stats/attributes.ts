/** What staff assign, as it is now: names, categories, types, kinds, tags (docs/product/statistics.md#dimensions). */
import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { DIMENSION_KEYS, dimensionOf } from '@signpost/contract/stats/dimensions.ts';
import { sql } from 'kysely';
import type { Queryable } from '../database.ts';

/** Ids and their values, ready to be bound as two arrays. */
export interface Lookup {
  ids: number[];
  values: number[];
}

export interface ItemName {
  name: string;
  archived: boolean;
}

/** Everything that questions need to know about records. */
export interface Attributes {
  /** Names of an entity's records, including archived ones, sorted by name. */
  names(entity: EntityName): ReadonlyMap<number, ItemName>;
  categoryOfSource: Lookup;
  typeOfPartner: Lookup;
  tagsOfPartner: ReadonlyMap<number, readonly number[]>;
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

interface Pair {
  id: number;
  value: string | number;
}

const pairs = async (db: Queryable, table: string, column: string): Promise<Pair[]> =>
  (await sql<Pair>`SELECT id, ${sql.ref(column)} AS value FROM ${sql.table(table)} ORDER BY id`.execute(db)).rows;

const lookup = (rows: readonly Pair[]): Lookup => ({
  ids: rows.map(({ id }) => Number(id)),
  values: rows.map(({ value }) => Number(value)),
});

function byValue(rows: readonly Pair[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const { id, value } of rows) {
    const group = groups.get(String(value));
    if (group === undefined) groups.set(String(value), [Number(id)]);
    else group.push(Number(id));
  }
  return groups;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

async function namesOf(db: Queryable, entity: EntityName): Promise<Map<number, ItemName>> {
  const { table, title } = entities[entity];
  const { rows } = await sql<{ id: number; name: string; archived: boolean }>`
    SELECT id, ${sql.ref(title)} AS name, archived_at IS NOT NULL AS archived FROM ${sql.table(table)}`.execute(db);
  const ordered = rows.sort((one, other) => collator.compare(one.name, other.name) || one.id - other.id);
  return new Map(ordered.map(({ id, name, archived }) => [Number(id), { name, archived }]));
}

/** Reads the attributes in several statements, which agree with each other only inside a transaction of the caller. */
export async function readAttributes(db: Queryable): Promise<Attributes> {
  const names = new Map<EntityName, Map<number, ItemName>>();
  for (const entity of NAMED) names.set(entity, await namesOf(db, entity));
  const tags = new Map<number, number[]>();
  const { rows: taggings } = await sql<{ recordId: number; tagId: number }>`
    SELECT record_id, tag_id FROM taggings WHERE entity = 'partner' ORDER BY record_id, tag_id`.execute(db);
  for (const { recordId, tagId } of taggings)
    tags.set(Number(recordId), [...(tags.get(Number(recordId)) ?? []), Number(tagId)]);
  return {
    names: (entity) => names.get(entity) ?? new Map(),
    categoryOfSource: lookup(await pairs(db, 'trafficSources', 'categoryId')),
    typeOfPartner: lookup(await pairs(db, 'partners', 'partnerTypeId')),
    tagsOfPartner: tags,
    typeOfCampaign: new Map(
      (await pairs(db, 'campaigns', 'landerType')).map(({ id, value }) => [Number(id), String(value)]),
    ),
    boxesOfKind: byValue(await pairs(db, 'campaignBoxes', 'boxKind')),
    websitesOfKind: byValue(await pairs(db, 'websites', 'websiteKind')),
    sourcesOfKind: byValue(await pairs(db, 'trafficSources', 'sourceKind')),
  };
}

/**
 * Caches attributes until the next change of any record. Every change appends to the audit trail in its transaction, so
 * its newest id tells whether the cache is still valid: a rename shows in the next answer, in every process.
 * Changes without a trail entry (a migration, the demo world) must call `forget`.
 */
export class AttributeCache {
  readonly #db: Queryable;
  #kept: { version: string; attributes: Promise<Attributes> } | null = null;

  constructor(db: Queryable) {
    this.#db = db;
  }

  async get(): Promise<Attributes> {
    const { rows } = await sql<{ version: string }>`SELECT coalesce(max(id), 0)::text AS version FROM audit`.execute(
      this.#db,
    );
    const version = rows[0]?.version ?? '';
    if (this.#kept?.version !== version) {
      const kept = { version, attributes: readAttributes(this.#db) };
      this.#kept = kept;
      kept.attributes.catch(() => {
        if (this.#kept === kept) this.#kept = null;
      });
    }
    return await this.#kept.attributes;
  }

  forget(): void {
    this.#kept = null;
  }
}
