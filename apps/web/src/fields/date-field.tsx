import type { Day } from '@signpost/contract/dates/dates.ts';
import { DateInput, type DateInputProps } from '../ui/fields/date-input.tsx';
import { readDate, useToday } from './read.ts';

export interface DateFieldProps extends Omit<DateInputProps, 'read'> {
  /** What the word "today" stands for, where that is not the person's own day. */
  today?: Day | undefined;
}

/** A day, read by the product's one parser. */
export function DateField({ today, ...props }: DateFieldProps) {
  const own = useToday();
  return <DateInput {...props} read={(text) => readDate(text, today ?? own)} />;
}
