/** The hours of the week in which an alert measures and tells people, by the clocks of its time zone. */
import { z } from 'zod';
import { weekdayOf } from '../../dates/dates.ts';
import { withinHours } from '../../dates/hours-of-week.ts';
import { wallClock } from '../../dates/wall-clock.ts';

export const alertHoursSchema = z
  .strictObject({
    /** The days on which they begin; 1 is Monday, 7 is Sunday. */
    days: z
      .array(z.int().min(1).max(7))
      .min(1, 'Choose at least one day.')
      .refine((days) => new Set(days).size === days.length, 'Choose each day once.'),
    from: z.int().min(0).max(23),
    /** The hour at which they end. Hours that end before they begin last over midnight. */
    to: z.int().min(1).max(24),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Choose an end that is not the beginning.' });
export type AlertHours = z.output<typeof alertHoursSchema>;

/** Whether an instant lies in these hours. */
export function includesInstant(hours: AlertHours, timeZone: string, at: Date): boolean {
  const { day, minutes } = wallClock(at, timeZone);
  return withinHours(hours)(weekdayOf(day), Math.floor(minutes / 60));
}

/** The offset of every time zone from UTC is a multiple of it. */
const QUARTER_MS = 15 * 60_000;
/** The longest time without any of them: all of a week but one hour, and a clock change. */
const LONGEST_QUARTERS = 8 * 24 * 4;

/** `at` if it lies in these hours, otherwise the instant at which they begin next. */
export function nextIncluded(hours: AlertHours, timeZone: string, at: Date): Date {
  let instant = at;
  for (let step = 0; step < LONGEST_QUARTERS; step += 1) {
    if (includesInstant(hours, timeZone, instant)) return instant;
    instant = new Date((Math.floor(instant.getTime() / QUARTER_MS) + 1) * QUARTER_MS);
  }
  throw new RangeError('The alert has no hours.');
}
