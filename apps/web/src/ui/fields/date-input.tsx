import { CloseButton, TextInput as MantineTextInput, Popover } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useState } from 'react';
import { defined } from '../defined.ts';
import { calendarProps } from './calendar.ts';
import { type FieldProps, inputProps } from './field.ts';
import { type TypedProps, useTyped } from './use-typed.ts';

export interface DateInputProps
  extends Omit<FieldProps<string | null>, 'value' | 'onChange'>,
    TypedProps<string | null> {
  /** YYYY-MM-DD. */
  min?: string | undefined;
  max?: string | undefined;
}

/**
 * A day as YYYY-MM-DD, chosen in a calendar or typed in any format that `read` accepts. The parsed value is shown
 * below.
 */
export function DateInput({ value, onChange, read, unread, onUnread, min, max, ...field }: DateInputProps) {
  const [open, setOpen] = useState(false);
  const typed = useTyped({ value, onChange, read, unread, onUnread }, { write: (day) => day ?? '' });
  const canClear = field.required !== true && field.disabled !== true && typed.text !== '';
  const renderClear = () => {
    if (canClear)
      return (
        <CloseButton
          size="sm"
          tabIndex={-1}
          aria-label={`Clear ${field.label}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => typed.choose(null)}
        />
      );
    return undefined;
  };
  return (
    <Popover
      opened={open && field.disabled !== true}
      onChange={setOpen}
      position="bottom-start"
      withinPortal
      trapFocus={false}
      // ARIA does not allow `aria-expanded` on a text box; `aria-haspopup` is set here.
      withRoles={false}
    >
      <Popover.Target>
        <MantineTextInput
          aria-haspopup="dialog"
          {...inputProps({
            ...field,
            placeholder: field.placeholder ?? 'YYYY-MM-DD',
            errors: typed.errorsOr(field.errors),
            help: typed.helpOr(field.help),
            onBlur: () => {
              setOpen(false);
              typed.leave();
              field.onBlur?.();
            },
          })}
          // Escape first closes the calendar or accepts the input, and does not close the drawer of the field.
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
          // While typing, the parsed value is visible instead of the calendar.
          onChange={(event) => {
            setOpen(false);
            typed.change(event.currentTarget.value);
          }}
          rightSection={renderClear()}
        />
      </Popover.Target>
      {/* A press on the calendar keeps the focus in the field. */}
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
          {...calendarProps()}
          onChange={(day) => {
            typed.choose(day);
            setOpen(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
