import { TextInput as MantineTextInput } from '@mantine/core';
import { type FieldProps, inputProps } from './field.ts';
import { type ReadText, useTyped } from './use-typed.ts';

const TIME = /^([01]?\d|2[0-3])[:.]?([0-5]\d)$/;

function read(text: string): ReadText<string> {
  const typed = text.trim();
  if (typed === '') return { value: '' };
  const [, hour, minute] = TIME.exec(typed) ?? [];
  if (hour === undefined || minute === undefined) return { problem: 'Enter a time such as 14:30.' };
  return { value: `${hour.padStart(2, '0')}:${minute}` };
}

/**
 * A time of day as `HH:MM`; empty while nothing is entered. The browser's own time field writes 10:00 PM in some
 * languages, while the product has 24 hours everywhere.
 */
export function TimeInput({ value, onChange, ...field }: FieldProps<string>) {
  const typed = useTyped({ value, onChange, read }, { write: (time) => time });
  return (
    <MantineTextInput
      {...inputProps({
        ...field,
        errors: typed.errorsOr(field.errors),
        onBlur: () => {
          typed.leave();
          field.onBlur?.();
        },
      })}
      inputMode="numeric"
      placeholder="HH:MM"
      value={typed.text}
      onKeyDown={(event) => event.key === 'Enter' && typed.leave()}
      onChange={(event) => typed.change(event.currentTarget.value)}
    />
  );
}
