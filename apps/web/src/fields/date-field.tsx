import type { Day } from '@signpost/contract/dates/dates.ts';
import { DateInput, type DateInputProps } from '../ui/fields/date-input.tsx';
import { readDate, useToday } from './read.ts';

export interface DateFieldProps extends Omit<DateInputProps, 'read'> {
  /** The day that the word "today" means, if it is not the person's current day. */
  today?: Day | undefined;
}

/** A field for a day, read by the shared parser. */
export function DateField({ today, ...props }: DateFieldProps) {
  const own = useToday();
  return <DateInput {...props} read={(text) => readDate(text, today ?? own)} />;
}
