/** Decides which values of a record the audit trail stores, and compares them. */
import { createHash } from 'node:crypto';
import type { Fields } from '@signpost/contract/define/field.ts';

const MASK = '•••';

/** JSON with sorted keys, so that equal content has equal text after a round trip through `jsonb`. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`)
      .join(',')}}`;
  return JSON.stringify(value ?? null);
}

/**
 * The part of a record that the trail stores: its fields without labels and flags. Secrets are stored as digests, so
 * that a change of a secret is visible.
 */
export function auditValues(fields: Fields, record: Record<string, unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = record[name];
    if (field.readOnly || value === undefined) continue;
    if (field.secret && typeof value === 'string')
      values[name] = `${MASK} ${createHash('sha256').update(value).digest('hex').slice(0, 8)}`;
    else if (field.kind === 'rows' && Array.isArray(value))
      values[name] = value.map((row: Record<string, unknown>) => ({ id: row.id, ...auditValues(field.of, row) }));
    else values[name] = value;
  }
  return values;
}
