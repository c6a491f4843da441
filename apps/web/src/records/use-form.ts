/** The state of a record's form: values, errors, what has changed, and whether it may be sent. */

import type { FieldError } from '@signpost/contract/api/envelope.ts';
import { dayIn } from '@signpost/contract/dates/dates.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { initialValue, isVisible, parseInput } from '@signpost/contract/define/parse.ts';
import { LEDGER_ZONE } from '@signpost/contract/limits.ts';
import { useMemo, useState } from 'react';
import { type FieldState, fieldState, sectionState } from './form-state.ts';
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
  return typeof title === 'string' && !entity.fields[entity.title]?.readOnly && !entity.ledger
    ? { ...values, [entity.title]: `${title} copy` }
    : values;
}

export interface RecordFormState {
  values: Values;
  /** The values before any input. */
  base: Values;
  /** All current errors. Screens show those of fields that were touched or submitted. */
  errors: readonly FieldError[];
  isTouched: (name: string) => boolean;
  /** Marks a field as left or submitted, after which an empty value counts as missing. */
  isSeen: (name: string) => boolean;
  fields: Record<string, FieldState>;
  isChanged: boolean;
  isValid: boolean;
  canSubmit: boolean;
  set: (name: string, value: unknown) => void;
  touch: (name: string) => void;
  /** Sets other values, as changes. */
  fill: (values: Values) => void;
  /** The server's errors; each stays until its field changes. */
  refuse: (errors: readonly FieldError[]) => void;
  /** Makes these values the saved state. */
  reset: (values: Values) => void;
}

const topOf = (path: string) => path.split('.')[0] ?? '';

export function useRecordForm(entity: EntityDefinition, initial: Values, startChanged = false): RecordFormState {
  const [base, setBase] = useState<Values>(startChanged ? freshValues(entity) : initial);
  const [values, setValues] = useState<Values>(initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<readonly FieldError[]>([]);

  const today = dayIn(new Date(), LEDGER_ZONE);
  const { errors, fields } = useMemo(() => {
    const all = [...parseInput(entity.fields, values, today).errors, ...refused];
    const states = Object.entries(entity.fields)
      .filter(([, field]) => !field.readOnly)
      .map(([name, field]): [string, FieldState] => {
        const own = all.filter(({ path }) => topOf(path) === name).map(({ message }) => message);
        return [name, fieldState(values[name], base[name], { errors: own, hidden: !isVisible(field, values) })];
      });
    return { errors: all, fields: Object.fromEntries(states) };
  }, [entity, values, base, refused, today]);

  return {
    values,
    base,
    errors,
    fields,
    isTouched: (name) => touched.has(name) || seen.has(name),
    isSeen: (name) => seen.has(name),
    ...sectionState(Object.values(fields)),
    set(name, value) {
      setValues((now) => ({ ...now, [name]: value }));
      setTouched((now) => new Set(now).add(name));
      setRefused((now) => now.filter(({ path }) => topOf(path) !== name && path !== ''));
    },
    touch: (name) => setSeen((now) => (now.has(name) ? now : new Set(now).add(name))),
    fill(next) {
      setValues((now) => ({ ...now, ...next }));
      setTouched((now) => new Set([...now, ...Object.keys(next)]));
    },
    refuse(list) {
      setRefused(list);
      setSeen((now) => new Set([...now, ...list.map(({ path }) => topOf(path))]));
    },
    reset(next) {
      setBase(next);
      setValues(next);
      setTouched(new Set());
      setSeen(new Set());
      setRefused([]);
    },
  };
}
