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

interface FormState {
  base: Values;
  values: Values;
  /** The fields that were changed. */
  touched: ReadonlySet<string>;
  /** The fields that were left or submitted. */
  seen: ReadonlySet<string>;
  refused: readonly FieldError[];
}

/** A form whose saved state are these values. */
function untouched(values: Values): FormState {
  return { base: values, values, touched: new Set(), seen: new Set(), refused: [] };
}

export function useRecordForm(entity: EntityDefinition, initial: Values, startChanged = false): RecordFormState {
  const [state, set] = useState<FormState>(() => ({
    ...untouched(initial),
    base: startChanged ? freshValues(entity) : initial,
  }));
  const { base, values, touched, seen, refused } = state;
  const today = dayIn(new Date(), LEDGER_ZONE);
  const { errors, fields } = useMemo(
    () => fieldStates({ entity, values, base, refused, today }),
    [entity, values, base, refused, today],
  );

  const whole = sectionState(Object.values(fields));
  useUnsaved(whole.isChanged);

  return {
    values,
    base,
    errors,
    fields,
    isTouched: (name) => touched.has(name) || seen.has(name),
    isSeen: (name) => seen.has(name),
    ...whole,
    set: (name, value) =>
      set((now) => ({
        ...now,
        values: { ...now.values, [name]: value },
        touched: new Set(now.touched).add(name),
        refused: now.refused.filter(({ path }) => fieldNameOf(path) !== name && path !== ''),
      })),
    touch: (name) =>
      set((now) => {
        if (now.seen.has(name)) return now;
        return { ...now, seen: new Set(now.seen).add(name) };
      }),
    fill: (next) =>
      set((now) => ({
        ...now,
        values: { ...now.values, ...next },
        touched: new Set([...now.touched, ...Object.keys(next)]),
      })),
    refuse: (list) =>
      set((now) => ({
        ...now,
        refused: list,
        seen: new Set([...now.seen, ...list.map(({ path }) => fieldNameOf(path))]),
      })),
    reset: (next) => set(untouched(next)),
  };
}
