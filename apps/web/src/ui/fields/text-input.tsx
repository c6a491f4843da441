import { TextInput as MantineTextInput, Textarea } from '@mantine/core';
import { type ClipboardEvent, useState } from 'react';
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
  /** Called before a pasted text is entered. */
  onPaste?: (() => void) | undefined;
  /** Takes the focus when its dialog opens. */
  autoFocus?: boolean | undefined;
}

/** Whether the browser cuts the end of what is pasted, because the field has no room for it. */
function isPasteCut({ clipboardData, currentTarget }: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>): boolean {
  const { value, maxLength, selectionStart, selectionEnd } = currentTarget;
  const replaced = (selectionEnd ?? 0) - (selectionStart ?? 0);
  return maxLength > 0 && value.length - replaced + clipboardData.getData('text').length > maxLength;
}

/** A single-line or multi-line text field, optionally with a maximum length. It says when a pasted text was cut. */
export function TextInput({
  value,
  onChange,
  maxLength,
  lines,
  type = 'text',
  mono = false,
  autoFocus,
  onPaste,
  ...field
}: TextInputProps) {
  const [isCut, setCut] = useState(false);
  const cut = isCut && value.length === maxLength ? `The end was cut: the field holds ${maxLength} characters.` : null;
  const common = {
    ...inputProps(cut === null ? field : { ...field, help: cut }),
    ...defined({ maxLength, 'data-autofocus': autoFocus }),
    onPaste: (event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setCut(isPasteCut(event));
      onPaste?.();
    },
    value,
    ...(mono && { classNames: { input: classes.mono ?? '' } }),
  };
  if (lines !== undefined) {
    return <Textarea {...common} rows={lines} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
  return <MantineTextInput {...common} type={type} onChange={(event) => onChange(event.currentTarget.value)} />;
}
