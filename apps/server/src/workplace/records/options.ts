/** Choices for a reference field, found by name or id, 50 at most (docs/product/records.md#references). */
import type { FoundOption } from '@signpost/contract/calls/entity-calls.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { OPTION_CAP } from '@signpost/contract/limits.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { beginsWith, containsWords, isIndexed, typedId } from './contains.ts';
import { idsWithNumber } from './number-search.ts';
import { otherNames } from './other-names.ts';
import { choiceFilter, kindFilter } from './scope.ts';

const optionRow = z.object({ value: z.number(), label: z.string() });

/**
 * The options that the viewer may choose (or that `filter` allows): without `ids`, those that match `q` and are not
 * archived; with `ids`, those records in any state.
 */
export async function optionsOf(
  db: Queryable,
  entity: EntityDefinition,
  {
    viewer,
    ask,
    withNumbers = false,
  }: {
    viewer: SessionUser;
    ask: { q?: string | undefined; ids?: readonly number[] | undefined };
    /** Whether records are also found by a phone number of theirs. */
    withNumbers?: boolean;
  },
  filter = choiceFilter(entity, viewer, { known: ask.ids !== undefined }),
): Promise<{ options: FoundOption[]; isCapped: boolean }> {
  const title = sql.ref(`t.${entity.title}`);
  const q = ask.q ?? '';
  const byTitle = q === '' ? sql`true` : containsWords([title], q);
  const numbers = withNumbers ? idsWithNumber(entity, q).map((ids) => sql`t.id IN (${ids})`) : [];
  const found = [byTitle, ...otherNames(entity, 't', q), ...typedId(q).map((id) => sql`t.id = ${id}`), ...numbers];
  const wanted = ask.ids
    ? sql`t.id = ANY(${[...ask.ids]}::bigint[])`
    : sql`t.archived_at IS NULL AND (${sql.join(found, sql` OR `)})`;
  // Exact names come first and are never cut off, then names that begin with the text. Only texts that the index can
  // find are ordered like this, because they match few rows.
  const nearest = isIndexed(q) ? sql`fold(${title}) <> fold(${q}), NOT (${beginsWith(title, q)}),` : sql``;
  const rows = await readRows(
    db,
    optionRow,
    sql`SELECT t.id AS value, ${title} AS label FROM ${sql.table(entity.table)} t
      WHERE ${wanted} AND ${kindFilter(entity)} AND ${filter ?? sql`true`}
      ORDER BY ${nearest} ${title}, t.id LIMIT ${ask.ids ? 1000 : OPTION_CAP + 1}`,
  );
  const shown = ask.ids ? rows : rows.slice(0, OPTION_CAP);
  return {
    options: shown.map((row) => ({ value: Number(row.value), label: row.label })),
    isCapped: rows.length > shown.length,
  };
}
