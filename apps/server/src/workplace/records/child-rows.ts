import type { RowsField } from '@signpost/contract/define/field.ts';
import { type RawBuilder, sql } from 'kysely';
import { sqlIf } from '../../platform/rows.ts';

/** Leaves out the archived child rows (`r`) of a field. */
export const isLive = ({ removal }: Pick<RowsField, 'removal'>): RawBuilder<unknown> =>
  sqlIf(removal === 'archive', sql`AND r.archived_at IS NULL`);

/** A query for the ids of the parents that have a child row (`r`) for which a condition holds. */
export const parentsWhere = (field: RowsField, condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`SELECT ${sql.ref(`r.${field.parent}`)} FROM ${sql.table(field.table)} r WHERE ${condition} ${isLive(field)}`;
