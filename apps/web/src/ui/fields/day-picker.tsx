import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { defined } from '../defined.ts';
import { calendarProps } from './calendar.ts';

interface DayPickerProps {
  /** YYYY-MM-DD, as are the others. */
  value: string | null;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string) => void;
}

/** A calendar that is always open, for popovers. */
export function DayPicker({ value, min, max, onChange }: DayPickerProps) {
  return (
    <DatePicker
      value={value}
      {...defined({ minDate: min, maxDate: max, defaultDate: value ?? max })}
      highlightToday
      {...calendarProps()}
      onChange={(day) => day !== null && onChange(day)}
    />
  );
}
