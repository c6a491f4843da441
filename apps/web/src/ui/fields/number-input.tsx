import { TextInput as MantineTextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { defined } from '../defined.ts';
import { type FieldProps, inputProps } from './field.ts';
import { type TypedProps, useTyped } from './use-typed.ts';

export interface NumberInputProps
  extends Omit<FieldProps<number | null>, 'value' | 'onChange'>,
    TypedProps<number | null> {
  min?: number | undefined;
  max?: number | undefined;
  /** Shown at the right: "€", "%". */
  unit?: string | undefined;
  step?: number | undefined;
}

const GROUP = 3;

/** `1234567` → `1 234 567`. */
function grouped(digits: string): string {
  const first = digits.length % GROUP;
  const groups = first === 0 ? [] : [digits.slice(0, first)];
  for (let at = first; at < digits.length; at += GROUP) groups.push(digits.slice(at, at + GROUP));
  return groups.join(' ');
}

const write = (value: number | null): string => {
  const [whole = '', fraction] = value === null ? [] : String(value).split('.');
  const [sign, digits] = whole.startsWith('-') ? ['-', whole.slice(1)] : ['', whole];
  return sign + grouped(digits) + (fraction === undefined ? '' : `.${fraction}`);
};

/** A number, clamped to min and max when the field is left; empty is null. Arrow keys step. */
export function NumberInput({
  value,
  onChange,
  min,
  max,
  unit,
  step = 1,
  read,
  unread,
  onUnread,
  ...field
}: NumberInputProps) {
  const clamp = (number: number | null): number | null => {
    if (number === null) return null;
    return Math.min(max ?? number, Math.max(min ?? number, number));
  };
  const typed = useTyped(
    { value, onChange: (next) => onChange(clamp(next)), read, unread, onUnread },
    { write, settle: clamp },
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') typed.leave();
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    typed.choose(clamp((value ?? min ?? 0) + (event.key === 'ArrowUp' ? step : -step)));
  };
  return (
    <MantineTextInput
      {...inputProps({
        ...field,
        errors: typed.errorsOr(field.errors),
        help: typed.helpOr(field.help),
        onBlur: () => {
          typed.leave();
          field.onBlur?.();
        },
      })}
      inputMode="decimal"
      {...defined({ rightSection: unit, rightSectionWidth: unit === undefined ? undefined : 16 + unit.length * 9 })}
      rightSectionPointerEvents="none"
      value={typed.text}
      onKeyDown={onKeyDown}
      onChange={(event) => typed.change(event.currentTarget.value)}
    />
  );
}
