import { DateInput as MantineDateInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useState } from 'react';
import { defined } from '../defined.ts';
import { CALENDAR_LABELS } from './calendar-labels.ts';
import { type FieldProps, inputProps } from './field.ts';

export interface DateInputProps extends FieldProps<string | null> {
  /** YYYY-MM-DD. */
  min?: string;
  max?: string;
}

/** A day as YYYY-MM-DD, typed or chosen. */
export function DateInput({ value, onChange, min, max, ...field }: DateInputProps) {
  const [open, setOpen] = useState(false);
  return (
    <MantineDateInput
      {...inputProps(field)}
      popoverProps={{ onOpen: () => setOpen(true), onClose: () => setOpen(false) }}
      // While the calendar is open Escape closes it, not the drawer it is in.
      data-mantine-stop-propagation={open || undefined}
      {...defined({ minDate: min, maxDate: max })}
      value={value}
      onChange={onChange}
      valueFormat="YYYY-MM-DD"
      placeholder={field.placeholder ?? 'YYYY-MM-DD'}
      clearable={!field.required}
      highlightToday
      ariaLabels={CALENDAR_LABELS}
      clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
    />
  );
}
