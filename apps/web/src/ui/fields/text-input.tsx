import { TextInput as MantineTextInput, Textarea } from '@mantine/core';
import { defined } from '../defined.ts';
import { type FieldProps, inputProps } from './field.ts';
import classes from './text-input.module.css';

export interface TextInputProps extends FieldProps<string> {
  maxLength?: number | undefined;
  /** Makes it a multi-line field with this many lines. */
  lines?: number | undefined;
  type?: 'text' | 'email' | 'url' | 'password' | undefined;
  /** For ids, codes and URLs. */
  mono?: boolean | undefined;
  /** Takes the focus when its dialog opens. */
  autoFocus?: boolean | undefined;
}

/** A single-line or multi-line text field, optionally with a maximum length. */
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
