/** A form that makes a call: its values, the rules and errors of its fields, and sending them once. */
import type { CallHead } from '@signpost/contract/calls/call-head.ts';
import type { AnyCall, CallAnswer, CallInput, CallMeta } from '@signpost/contract/calls/define-call.ts';
import { fieldRules } from '@signpost/contract/calls/field-rules.ts';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from './calls.ts';
import type { ApiResult } from './client.ts';
import type { ApiError } from './error.ts';
import { type OnceKey, useOnceKey } from './once-key.ts';
import { useAction } from './use-action.ts';

type FieldError = ApiError['errors'][number];

export interface FormOptions<C extends AnyCall, V extends object> {
  /** The first values of the fields. Fields have the names that they have in the call's body. */
  initial: V;
  /** The calls or cache keys that are fetched again afterwards. */
  refresh: readonly (CallHead | QueryKey)[];
  said?: (answer: CallAnswer<C>, values: V) => string;
  onDone?: (answer: CallAnswer<C>, values: V) => void;
  /** Offers to take back what the call wrote into the audit trail. */
  undo?: 'change';
  /** The field that shows the errors of a path of the body; without it, the field of the same name. */
  fieldAt?: (path: string, values: V) => string;
}

/** The props that a field takes over from its form. */
interface FormField<T> {
  value: T;
  onChange: (value: T) => void;
  errors: string[];
  required: boolean;
  maxLength: number | undefined;
}

/** The parts of a form that its dialog needs. */
export interface SendableForm {
  /** Whether every field that the call requires is filled in. */
  isComplete: boolean;
  isPending: boolean;
  submit: () => void;
}

const isBlank = (value: unknown): boolean => {
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === undefined;
};

/** An object with one field. */
function partOf<V extends object, K extends keyof V>(name: K, value: V[K]): Partial<V> {
  const part: Partial<V> = {};
  part[name] = value;
  return part;
}

/** The first part of a path: `lines` of `lines.0.amount`. */
const firstPart = (path: string): string => path.split('.')[0] ?? '';

/**
 * The form of a call. Required fields and the lengths of texts follow from the schema of its body. A call that is done
 * once under a key gets a key that stays the same until the server has refused the call or the form is closed, so that
 * pressing again after a lost answer does nothing twice. Errors of fields are shown at the fields, all others in a
 * message.
 */
export function useCallForm<C extends AnyCall, V extends object>(
  call: C,
  { input, ...options }: FormOptions<C, V> & { input: (values: V) => CallInput<C> },
) {
  return useFormOf(call, { ...options, run: (values, key) => send(call, input(values), key) });
}

/** Like {@link useCallForm}, for a form that makes other calls too; its rules are those of `call`. */
export function useFormOf<C extends AnyCall, V extends object>(
  call: C,
  {
    initial,
    run,
    fieldAt = (path) => path,
    ...options
  }: FormOptions<C, V> & { run: (values: V, key: OnceKey) => Promise<ApiResult<CallAnswer<C>, CallMeta<C>>> },
) {
  const [{ values, errors }, setState] = useState<{ values: V; errors: readonly FieldError[] }>({
    values: initial,
    errors: [],
  });
  const once = useOnceKey();
  const messagesOf = (shown: readonly FieldError[]): string[] => shown.map(({ message }) => message);
  /** The error of a field goes when the field changes. */
  const set = (part: Partial<V>): void =>
    setState((before) => ({
      values: { ...before.values, ...part },
      errors: before.errors.filter(({ path }) => !(firstPart(fieldAt(path, before.values)) in part)),
    }));
  const action = useAction<V, CallAnswer<C>>(
    (sent) => run(sent, call.repeat === 'key' ? { idempotencyKey: once.keyNow() } : {}),
    {
      ...options,
      onRefused: (error) => {
        once.renewIfRefused(error);
        const own = error.errors.filter(({ path }) => firstPart(fieldAt(path, values)) in values);
        setState((before) => ({ ...before, errors: own }));
        return own.length > 0;
      },
    },
  );
  const isMissing = (name: string, value: unknown): boolean => isBlank(value) && fieldRules(call, name).isRequired;

  return {
    values,
    set,
    /** The errors of a path inside a field, such as `lines.0.amount`. */
    errorsAt: (path: string): string[] => messagesOf(errors.filter((error) => error.path === path)),
    field<K extends keyof V & string>(name: K): FormField<V[K]> {
      const { isRequired, maxLength } = fieldRules(call, name);
      return {
        value: values[name],
        onChange: (value) => set(partOf(name, value)),
        errors: messagesOf(errors.filter(({ path }) => fieldAt(path, values) === name)),
        required: isRequired && typeof values[name] !== 'boolean',
        maxLength,
      };
    },
    isComplete: !Object.entries(values).some(([name, value]) => isMissing(name, value)),
    isPending: action.isPending,
    submit: () => action.mutate(values),
  };
}
