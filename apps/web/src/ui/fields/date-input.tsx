import { CloseButton, TextInput as MantineTextInput, Popover } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useState } from 'react';
import { defined } from '../defined.ts';
import { CALENDAR_LABELS } from './calendar-labels.ts';
import { type FieldProps, inputProps } from './field.ts';
import { type TypedProps, useTyped } from './use-typed.ts';

export interface DateInputProps
  extends Omit<FieldProps<string | null>, 'value' | 'onChange'>,
    TypedProps<string | null> {
  /** YYYY-MM-DD. */
  min?: string | undefined;
  max?: string | undefined;
}

/** A day as YYYY-MM-DD, chosen in a calendar or typed in any form that `read` knows; what it read stands below. */
export function DateInput({ value, onChange, read, unread, onUnread, min, max, ...field }: DateInputProps) {
  const [open, setOpen] = useState(false);
  const typed = useTyped({ value, onChange, read, unread, onUnread }, { write: (day) => day ?? '' });
  const canClear = field.required !== true && field.disabled !== true && typed.text !== '';
  return (
    <Popover
      opened={open && field.disabled !== true}
      onChange={setOpen}
      position="bottom-start"
      withinPortal
      trapFocus={false}
      // A text box may not say that it is expanded; that it has a dialog it says itself.
      withRoles={false}
    >
      <Popover.Target>
        <MantineTextInput
          aria-haspopup="dialog"
          {...inputProps({
            ...field,
            placeholder: field.placeholder ?? 'YYYY-MM-DD',
            errors: typed.problem === null ? field.errors : [typed.problem],
            help: typed.readAs === null ? field.help : `Read as ${typed.readAs}.`,
            onBlur: () => {
              setOpen(false);
              typed.leave();
              field.onBlur?.();
            },
          })}
          // Escape closes the calendar or takes what was typed first, not the drawer the field is in.
          data-mantine-stop-propagation={open || typed.isTyping || undefined}
          value={typed.text}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' || event.key === 'Enter') {
              setOpen(false);
              typed.leave();
            }
          }}
          // Whoever types sees what was read, not the calendar over it.
          onChange={(event) => {
            setOpen(false);
            typed.change(event.currentTarget.value);
          }}
          rightSection={
            canClear ? (
              <CloseButton
                size="sm"
                tabIndex={-1}
                aria-label={`Clear ${field.label}`}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => typed.choose(null)}
              />
            ) : undefined
          }
        />
      </Popover.Target>
      {/* A press on the calendar leaves the field where it is. */}
      <Popover.Dropdown
        p="xs"
        role="dialog"
        aria-label={`Calendar: ${field.label}`}
        onMouseDown={(event) => event.preventDefault()}
      >
        <DatePicker
          key={value ?? ''}
          value={value}
          {...defined({ minDate: min, maxDate: max, defaultDate: value ?? max })}
          highlightToday
          size="sm"
          ariaLabels={CALENDAR_LABELS}
          onChange={(day) => {
            typed.choose(day);
            setOpen(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
