/** Reads values that were stored under earlier names of fields. The audit trail never changes, so it keeps the names of its time. */

import { isObject } from '../objects.ts';
import type { Field, Fields } from './field.ts';

type Values = Readonly<Record<string, unknown>>;

function currentValue(field: Field | undefined, value: unknown): unknown {
  if (field?.kind !== 'rows' || !Array.isArray(value)) return value;
  return value.map((row: unknown) => (isObject(row) ? underCurrentNames(field.of, row) : row));
}

/** The values under the names that their fields have today, in lists too (`formerName` of a field). */
export function underCurrentNames(fields: Fields, values: Values): Record<string, unknown> {
  const names = new Map(Object.entries(fields).map(([name, field]) => [field.formerName ?? name, name]));
  return Object.fromEntries(
    Object.entries(values).map(([stored, value]) => {
      const name = names.get(stored) ?? stored;
      return [name, currentValue(fields[name], value)];
    }),
  );
}
