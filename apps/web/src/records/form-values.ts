/** The values of a record's form and their errors. */

import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { initialValue, isVisible, parseInput } from '@signpost/contract/define/parse.ts';
import type { FieldError } from '@signpost/contract/envelope.ts';
import { fieldNameOf } from './form-fields.ts';
import { type FieldState, fieldState } from './form-state.ts';
import type { RecordRow, Values } from './screen.ts';

/** The form values of a record: its fields without those that only the server writes. */
export function valuesOf(entity: EntityDefinition, record: RecordRow): Values {
  const writable = Object.entries(entity.fields).filter(([, field]) => !field.readOnly);
  return Object.fromEntries(
    writable.map(([name, field]) => {
      const value = record[name];
      if (field.kind !== 'rows' || !Array.isArray(value)) return [name, value];
      return [name, value.map(({ labels: _labels, ...row }: RecordRow) => row)];
    }),
  );
}

/** The values of an older version, limited to fields that the entity still has. */
export function knownOf(entity: EntityDefinition, snapshot: Values): Values {
  return Object.fromEntries(
    Object.entries(snapshot).filter(([name]) => entity.fields[name] !== undefined && !entity.fields[name].readOnly),
  );
}

/** The values of an empty form. */
export function freshValues(entity: EntityDefinition): Values {
  const writable = Object.entries(entity.fields).filter(([, field]) => !field.readOnly);
  return Object.fromEntries(writable.map(([name, field]) => [name, initialValue(field)]));
}

/** A copy of a record: child rows get ids of their own, and the name says what it is. */
export function copyValues(entity: EntityDefinition, record: RecordRow): Values {
  const values = valuesOf(entity, record);
  for (const [name, field] of Object.entries(entity.fields)) {
    const value = values[name];
    if (field.kind === 'rows' && Array.isArray(value)) values[name] = value.map(({ id: _id, ...row }: Values) => row);
  }
  const title = values[entity.title];
  if (typeof title === 'string' && !entity.fields[entity.title]?.readOnly && !entity.ledger)
    return { ...values, [entity.title]: `${title} copy` };
  return values;
}

interface Judged {
  entity: EntityDefinition;
  values: Values;
  /** The values before any input. */
  base: Values;
  /** The server's errors that still apply. */
  refused: readonly FieldError[];
  /** The current day in the ledger's time zone. */
  today: string;
}

/** All errors, and the state of each field that can be written. Errors of a hidden field do not count. */
export function fieldStates({ entity, values, base, refused, today }: Judged): {
  errors: FieldError[];
  fields: Record<string, FieldState>;
} {
  const all = [...parseInput(entity.fields, values, today).errors, ...refused];
  const states = Object.entries(entity.fields)
    .filter(([, field]) => !field.readOnly)
    .map(([name, field]): [string, FieldState] => {
      const errors = all.filter(({ path }) => fieldNameOf(path) === name).map(({ message }) => message);
      return [name, fieldState(values[name], base[name], { errors, hidden: !isVisible(field, values) })];
    });
  return { errors: all, fields: Object.fromEntries(states) };
}
