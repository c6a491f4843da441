/** What staff re-assign, as it is now: names, categories, types, kinds, tags (statistics.md, "Dimensions"). */
import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { sql } from 'kysely';
import type { Queryable } from '../database.ts';

/** Ids with a value each, ready to be bound as two arrays. */
export interface Lookup {
  ids: number[];
  values: number[];
}

/** Everything a question needs to know of the records, at one moment. */
export interface Attributes {
  /** Names of an entity's records, archived ones too. */
  names(entity: EntityName): ReadonlyMap<number, string>;
  categoryOfSource: Lookup;
  typeOfPartner: Lookup;
  tagsOfPartner: ReadonlyMap<number, readonly number[]>;
  boxesOfKind: ReadonlyMap<string, number[]>;
  websitesOfKind: ReadonlyMap<string, number[]>;
  sourcesOfKind: ReadonlyMap<string, number[]>;
}

/** Entities that name items of a dimension. */
const NAMED = [
  'trafficSource',
  'category',
  'partner',
  'partnerType',
  'campaignBox',
  'campaign',
  'offer',
  'product',
  'geo',
  'publisher',
  'website',
  'domain',
  'integration',
  'referralCode',
  'tag',
] as const satisfies readonly EntityName[];

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
  for (const { id, value } of rows) groups.set(String(value), [...(groups.get(String(value)) ?? []), Number(id)]);
  return groups;
}

export async function readAttributes(db: Queryable): Promise<Attributes> {
  const names = new Map<EntityName, Map<number, string>>();
  for (const entity of NAMED) {
    const { table, title } = entities[entity];
    names.set(entity, new Map((await pairs(db, table, title)).map(({ id, value }) => [Number(id), String(value)])));
  }
  const tags = new Map<number, number[]>();
  for (const row of await db
    .selectFrom('taggings')
    .select(['recordId', 'tagId'])
    .where('entity', '=', 'partner')
    .orderBy('tagId')
    .execute())
    tags.set(Number(row.recordId), [...(tags.get(Number(row.recordId)) ?? []), Number(row.tagId)]);
  return {
    names: (entity) => names.get(entity) ?? new Map(),
    categoryOfSource: lookup(await pairs(db, 'trafficSources', 'categoryId')),
    typeOfPartner: lookup(await pairs(db, 'partners', 'partnerTypeId')),
    tagsOfPartner: tags,
    boxesOfKind: byValue(await pairs(db, 'campaignBoxes', 'boxKind')),
    websitesOfKind: byValue(await pairs(db, 'websites', 'websiteKind')),
    sourcesOfKind: byValue(await pairs(db, 'trafficSources', 'sourceKind')),
  };
}

/** Attributes kept in memory until a change is announced; without announcements they are read for every question. */
export class AttributeCache {
  readonly #db: Queryable;
  readonly #keep: boolean;
  #kept: Promise<Attributes> | null = null;

  constructor(db: Queryable, keep: boolean) {
    this.#db = db;
    this.#keep = keep;
  }

  get(): Promise<Attributes> {
    const kept = this.#kept;
    if (kept) return kept;
    const reading = readAttributes(this.#db);
    if (this.#keep) {
      this.#kept = reading;
      reading.catch(() => this.forget());
    }
    return reading;
  }

  forget(): void {
    this.#kept = null;
  }
}
