import { TextInput as MantineTextInput, Textarea } from '@mantine/core';
import { defined } from '../defined.ts';
import { type FieldProps, inputProps } from './field.ts';
import classes from './text-input.module.css';

export interface TextInputProps extends FieldProps<string> {
  maxLength?: number;
  /** Shows a larger box of this many lines. */
  lines?: number;
  type?: 'text' | 'email' | 'url' | 'password';
  /** For ids, codes and URLs. */
  mono?: boolean;
  /** Where focus starts in a dialog. */
  autoFocus?: boolean;
}

/** A line or a box of text, with a maximum length where one is given. */
export function TextInput({
  value,
  onChange,
  maxLength,
  lines,
  type = 'text',
  mono = false,
  autoFocus,
  ...field
}: TextInputProps) {
  const common = {
    ...inputProps(field),
    ...defined({ maxLength, 'data-autofocus': autoFocus }),
    value,
    ...(mono ? { classNames: { input: classes.mono ?? '' } } : {}),
  };
  if (lines !== undefined) {
    return <Textarea {...common} rows={lines} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
  return <MantineTextInput {...common} type={type} onChange={(event) => onChange(event.currentTarget.value)} />;
}
