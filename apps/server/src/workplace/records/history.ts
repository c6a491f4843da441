/** The history of a record: who changed it, when, before and after. */
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { underCurrentNames } from '@signpost/contract/define/former-names.ts';
import { auditEventOf } from '@signpost/contract/records/audit-events.ts';
import type { HistoryEntry } from '@signpost/contract/records/history.ts';
import type { Queryable } from '../../database.ts';
import { namesOfTable } from './merge.ts';
import { shownChange } from './secrets.ts';

/** The fields that a person may restore, without those that only the product writes, and without secrets, which are not kept. */
const writable = ({ fields }: EntityDefinition, values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const field = fields[name];
      return field !== undefined && !field.readOnly && !field.secret;
    }),
  );

/** The newest changes first, 200 at most; `before` and `after` hold only the fields that differ. */
export async function historyOf(db: Queryable, entity: EntityDefinition, id: number): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.userId')
    .select([
      'audit.id',
      'audit.at',
      'audit.action',
      'audit.version',
      'audit.before',
      'audit.after',
      'users.name as by',
    ])
    .where('audit.entity', 'in', namesOfTable(entity))
    .where('audit.recordId', '=', id)
    .orderBy('audit.id', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => {
    const event = row.action === 'effect' ? auditEventOf(row.after) : null;
    const before: Record<string, unknown> = underCurrentNames(entity.fields, row.before ?? {});
    const after: Record<string, unknown> = event === null ? underCurrentNames(entity.fields, row.after ?? {}) : {};
    const snapshot = writable(entity, after);
    const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    );
    return {
      id: row.id,
      at: row.at.toISOString(),
      action: row.action,
      version: row.version,
      by: row.by ?? null,
      event,
      changes: fields.map((field) => ({ field, ...shownChange(entity.fields[field], before[field], after[field]) })),
      snapshot: Object.keys(snapshot).length === 0 ? null : snapshot,
    };
  });
}
