/** The state of a record's form: values, errors, what has changed, and whether it may be sent. */

import { dayIn } from '@signpost/contract/dates/dates.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { FieldError } from '@signpost/contract/envelope.ts';
import { LEDGER_ZONE } from '@signpost/contract/limits.ts';
import { useMemo, useState } from 'react';
import { useUnsaved } from '../api/unsaved.ts';
import { fieldNameOf } from './form-fields.ts';
import { type FieldState, sectionState } from './form-state.ts';
import { fieldStates, freshValues } from './form-values.ts';
import type { Values } from './screen.ts';

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
  /** Sets values as changes. */
  fill: (values: Values) => void;
  /** The server's errors; each stays until its field changes. */
  refuse: (errors: readonly FieldError[]) => void;
  /** Makes these values the saved state. */
  reset: (values: Values) => void;
}

export function useRecordForm(entity: EntityDefinition, initial: Values, startChanged = false): RecordFormState {
  const [base, setBase] = useState<Values>(startChanged ? freshValues(entity) : initial);
  const [values, setValues] = useState<Values>(initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<readonly FieldError[]>([]);

  const today = dayIn(new Date(), LEDGER_ZONE);
  const { errors, fields } = useMemo(
    () => fieldStates({ entity, values, base, refused, today }),
    [entity, values, base, refused, today],
  );

  const state = sectionState(Object.values(fields));
  useUnsaved(state.isChanged);

  return {
    values,
    base,
    errors,
    fields,
    isTouched: (name) => touched.has(name) || seen.has(name),
    isSeen: (name) => seen.has(name),
    ...state,
    set(name, value) {
      setValues((now) => ({ ...now, [name]: value }));
      setTouched((now) => new Set(now).add(name));
      setRefused((now) => now.filter(({ path }) => fieldNameOf(path) !== name && path !== ''));
    },
    touch: (name) =>
      setSeen((now) => {
        if (now.has(name)) return now;
        return new Set(now).add(name);
      }),
    fill(next) {
      setValues((now) => ({ ...now, ...next }));
      setTouched((now) => new Set([...now, ...Object.keys(next)]));
    },
    refuse(list) {
      setRefused(list);
      setSeen((now) => new Set([...now, ...list.map(({ path }) => fieldNameOf(path))]));
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
