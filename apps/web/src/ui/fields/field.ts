import type { ReactNode } from 'react';
import { defined } from '../defined.ts';

/** The props of every field. Validation messages come from outside; a field only shows them. */
export interface FieldProps<V> {
  label: string;
  value: V;
  onChange: (value: V) => void;
  onBlur?: (() => void) | undefined;
  /** The errors; the first one is shown. */
  errors?: readonly string[] | undefined;
  /** Help text below the label. */
  help?: ReactNode;
  required?: boolean | undefined;
  /** No star at the label, because the field is filled from the start. */
  isFilled?: boolean | undefined;
  disabled?: boolean | undefined;
  placeholder?: string | undefined;
  name?: string | undefined;
  /** The label is read out but not shown (inside tables). */
  hideLabel?: boolean | undefined;
}

/** Converts field props into Mantine's input props. */
export function inputProps(props: Omit<FieldProps<never>, 'value' | 'onChange'>) {
  const { label, errors, help, required, isFilled = false, hideLabel } = props;
  return {
    ...(hideLabel ? { 'aria-label': label } : { label }),
    ...defined({
      description: help,
      error: errors?.[0],
      disabled: props.disabled,
      placeholder: props.placeholder,
      name: props.name,
      onBlur: props.onBlur,
    }),
    ...(required && { withAsterisk: !isFilled, 'aria-required': true }),
    inputWrapperOrder: ['label', 'input', 'error', 'description'] satisfies (
      | 'label'
      | 'input'
      | 'error'
      | 'description'
    )[],
  };
}
