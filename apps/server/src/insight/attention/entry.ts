/** An entry that needs a person's attention, and the two ways in which most entries count. */
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { type ListQuery, listQuerySchema } from '@signpost/contract/records/list-query.ts';
import type { RouteName } from '@signpost/contract/routes/index.ts';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { listRecords } from '../../workplace/records/read.ts';

export interface Asked {
  db: Queryable;
  viewer: SessionUser;
  /** Today's date in the viewer's time zone. */
  today: string;
}

export interface Entry {
  id: string;
  route: RouteName;
  /** The words after the count, in singular and plural. */
  one: string;
  many: string;
  /** The search parameters with which the screen is opened. */
  search: (today: string) => Record<string, unknown>;
  count: (asked: Asked) => Promise<number>;
  /** Further search parameters that depend on what was counted. */
  searchFound?: (asked: Asked) => Promise<Record<string, unknown>>;
  /** Only people who may open this screen, too, can do something about it. */
  needs?: RouteName;
  /** Whether it counts rows of all publishers and is therefore hidden from a Publisher. */
  countsAllRows?: true;
}

export type Filters = ListQuery['filters'];
export type Words = readonly [one: string, many: string];

/** Records of a list that match a filter; `beside` holds the other search parameters of the screen's link. */
export function listed(
  entity: EntityDefinition,
  [one, many]: Words,
  filters: (today: string) => Filters,
  beside: Record<string, unknown> = {},
): Entry {
  return {
    id: entity.name,
    route: entity.routes.list,
    one,
    many,
    search: (today) => ({ ...beside, filters: filters(today) }),
    async count({ db, viewer, today }) {
      const query = listQuerySchema.parse({ filters: filters(today), limit: 1 });
      return (await listRecords(db, entity, { query, viewer })).total;
    },
  };
}

const countRow = z.object({ count: z.number() });

/** Reads the column `count` of the only row of a statement. */
export async function countOf(db: Queryable, statement: RawBuilder<unknown>): Promise<number> {
  const rows = await readRows(db, countRow, statement);
  return rows[0]?.count ?? 0;
}

/** An entry's `count` by a statement of its own. */
export function countedBy(statement: (asked: Asked) => RawBuilder<unknown>): Entry['count'] {
  return (asked) => countOf(asked.db, statement(asked));
}
