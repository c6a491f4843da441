/** Reads the day in a cell of a file, and says in words why it cannot be read. */
import { type DayOrder, readDay } from './day.ts';
import { NO_SUCH_DAY } from './problems.ts';

/** `order` is that of the file; null if none is known, so that `05/06/2026` is a problem. */
export function readCellDay(text: string, order: DayOrder | null): { value: string } | { problem: string } {
  if (text === '') return { problem: 'The day is missing.' };
  const reading = readDay(text, { today: null, order });
  switch (reading.kind) {
    case 'day':
      return { value: reading.day };
    case 'ambiguous':
      return { problem: `“${text}” can mean ${reading.dayFirst} or ${reading.monthFirst}. Choose which comes first.` };
    case 'impossible':
      return { problem: `“${text}”: ${NO_SUCH_DAY}` };
    case 'unreadable':
      return { problem: `“${text}” is not a day that can be read, such as 2026-11-22 or 22.11.2026.` };
  }
}
