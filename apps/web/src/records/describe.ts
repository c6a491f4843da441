/** Describes values in words, for differences and history. */

import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { Field } from '@signpost/contract/define/field.ts';
import { EMPTY } from '../ui/values/format.ts';
import { decimalText, textOf } from './cells.tsx';
import { readTextOrNull } from './field-values.ts';
import type { RecordRow } from './screen.ts';

function row(of: Record<string, Field>, value: unknown): string {
  const values = Object.entries(value ?? {});
  const shown = values.filter(([name, inner]) => of[name] !== undefined && inner !== null && inner !== false);
  return shown.map(([name, inner]) => `${of[name]?.label} ${String(inner)}`).join(', ');
}

/**
 * A field's value for people. Other records are named where `label` has their names, and shown by id elsewhere. The
 * server may already have put rows into words.
 */
export function describe(entity: EntityDefinition, name: string, value: unknown, label?: string): string {
  const field = entity.fields[name];
  if (value === null || value === undefined) return EMPTY;
  // A field that the entity no longer has.
  if (!field) return readTextOrNull(value) ?? JSON.stringify(value);
  if (field.kind === 'rows' && Array.isArray(value))
    return value.length === 0 ? 'None' : value.map((one) => readTextOrNull(one) ?? row(field.of, one)).join('\n');
  if (Array.isArray(value) && value.length === 0) return 'None';
  const text = textOf(field, value, label);
  if (text !== null) return String(text);
  if (Array.isArray(value)) return value.map((id) => `#${id}`).join(', ');
  return `#${String(value)}`;
}

/** A field of a whole record, whose money and percents are written as in lists. */
export function describeField(entity: EntityDefinition, name: string, record: RecordRow): string {
  const field = entity.fields[name];
  const value = record[name];
  if (field?.kind === 'decimal' && typeof value === 'string' && value !== '') return decimalText(field, name, record);
  return describe(entity, name, value, record.labels[name]);
}
