import { TextInput as MantineTextInput } from '@mantine/core';
import { useState } from 'react';
import { type FieldProps, inputProps } from './field.ts';
import { type TypedProps, useTyped } from './use-typed.ts';

export interface DecimalInputProps
  extends Omit<FieldProps<string | null>, 'value' | 'onChange'>,
    TypedProps<string | null> {
  /** Keeps a value within its bounds and reports when it changed it. */
  clamp?: ((value: string) => { value: string; note: string | null }) | undefined;
}

/** A decimal number as text, never a float. The field shows the parsed value when it is left. */
export function DecimalInput({ value, onChange, read, unread, onUnread, clamp, ...field }: DecimalInputProps) {
  const [note, setNote] = useState<string | null>(null);
  const typed = useTyped(
    { value, onChange, read, unread, onUnread },
    {
      write: (amount) => amount ?? '',
      settle(amount) {
        if (amount === null || clamp === undefined) return amount;
        const clamped = clamp(amount);
        setNote(clamped.note);
        return clamped.value;
      },
    },
  );
  return (
    <MantineTextInput
      {...inputProps({
        ...field,
        errors: typed.errorsOr(field.errors),
        help: typed.helpOr(note ?? field.help),
        onBlur: () => {
          typed.leave();
          field.onBlur?.();
        },
      })}
      inputMode="decimal"
      value={typed.text}
      onKeyDown={(event) => event.key === 'Enter' && typed.leave()}
      onChange={(event) => {
        setNote(null);
        typed.change(event.currentTarget.value);
      }}
    />
  );
}
