import { Input } from '@mantine/core';
import { type FieldProps, inputProps } from './field.ts';
import classes from './weekdays-input.module.css';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** Days of the week as toggle buttons; Monday is 1. */
export function WeekdaysInput({ value, onChange, required, ...field }: FieldProps<readonly number[]>) {
  const { inputWrapperOrder, name, placeholder, disabled, onBlur, ...wrapper } = inputProps(field);
  const toggle = (day: number) =>
    onChange(value.includes(day) ? value.filter((one) => one !== day) : [...value, day].sort((a, b) => a - b));
  return (
    <Input.Wrapper
      {...wrapper}
      // A group of buttons has no `aria-required`.
      withAsterisk={required === true}
      inputWrapperOrder={inputWrapperOrder}
      labelElement="div"
    >
      <fieldset className={classes.days} aria-label={field.label} disabled={disabled ?? false}>
        {DAYS.map((label, at) => (
          <button
            key={label}
            type="button"
            className={classes.day}
            aria-pressed={value.includes(at + 1)}
            onClick={() => toggle(at + 1)}
          >
            {label}
          </button>
        ))}
      </fieldset>
    </Input.Wrapper>
  );
}
