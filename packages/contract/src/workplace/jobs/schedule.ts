/** Schedules: a wall-clock time in a zone on certain days. Pure; docs/product/jobs.md#schedules. */
import { z } from 'zod';
import { addDays, type Day, isTimeZone, startOfDay, weekdayOf } from '../../dates/dates.ts';
import { wallClock } from '../../dates/wall-clock.ts';

const daysSchema = z.discriminatedUnion('every', [
  z.object({ every: z.literal('day') }),
  /** 1 is Monday, 7 is Sunday. */
  z.object({ every: z.literal('week'), weekdays: z.array(z.int().min(1).max(7)).min(1, 'Choose at least one day.') }),
  /** The day of the month; a month without that day has its last day instead. */
  z.object({ every: z.literal('month'), day: z.int().min(1).max(31) }),
]);

export const scheduleRuleSchema = z.object({
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 08:00.'),
  zone: z.string().refine(isTimeZone, 'Please choose a time zone.'),
  days: daysSchema,
});
export type ScheduleRule = z.infer<typeof scheduleRuleSchema>;

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
/** Zones are within ±14 h of UTC; two more hours leave room for clock changes. */
const WIDEST_OFFSET_MS = 16 * 60 * MINUTE_MS;
/** Every rule has a day within this many days. */
const LONGEST_GAP_DAYS = 32;

const lastOfMonth = (day: Day): number =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();

/** Whether a calendar day has a run. */
export function hasRun({ days }: Pick<ScheduleRule, 'days'>, day: Day): boolean {
  switch (days.every) {
    case 'day':
      return true;
    case 'week':
      return days.weekdays.includes(weekdayOf(day));
    case 'month':
      return Number(day.slice(8)) === Math.min(days.day, lastOfMonth(day));
  }
}

/** The first day after `after` that has a run. */
export function nextRunDay(rule: Pick<ScheduleRule, 'days'>, after: Day): Day {
  for (let ahead = 1; ahead <= LONGEST_GAP_DAYS; ahead += 1) {
    const day = addDays(after, ahead);
    if (hasRun(rule, day)) return day;
  }
  throw new RangeError('The schedule has no day to run on.');
}

/**
 * The instant of the run of a day: the first one whose local time is at or after the wanted time. Where clocks skip that
 * time, it is the end of the gap; where they show it twice, it is the first time; on a day that a zone skipped, it is
 * the beginning of the next day.
 */
export function runInstant({ time, zone }: Pick<ScheduleRule, 'time' | 'zone'>, day: Day): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const wanted = hours * 60 + minutes;
  const utc = Date.parse(`${day}T00:00:00Z`) + wanted * MINUTE_MS;
  // The offsets before and after any clock change of that day.
  const found = [utc - WIDEST_OFFSET_MS, utc + WIDEST_OFFSET_MS]
    .map((near) => new Date(utc - offsetMs(new Date(near), zone)))
    .filter((at) => isShown(at, zone, day, wanted))
    .sort((one, other) => one.getTime() - other.getTime());
  return found[0] ?? endOfGap(day, wanted, zone);
}

function isShown(at: Date, zone: string, day: Day, minutes: number): boolean {
  const shown = wallClock(at, zone);
  return shown.day === day && shown.minutes === minutes && shown.seconds === 0;
}

/** The time by which a zone is ahead of UTC at an instant, in milliseconds. */
function offsetMs(at: Date, zone: string): number {
  const { day, minutes, seconds } = wallClock(at, zone);
  return Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS + seconds * SECOND_MS - at.getTime();
}

/** The first second of a day with a local time at or after `wanted`, which the clocks skip. */
function endOfGap(day: Day, wanted: number, zone: string): Date {
  const start = startOfDay(day, zone);
  if (wallClock(start, zone).day !== day || wallClock(start, zone).minutes >= wanted) return start;
  let before = start.getTime() / SECOND_MS;
  let reached = startOfDay(addDays(day, 1), zone).getTime() / SECOND_MS;
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (wallClock(new Date(middle * SECOND_MS), zone).minutes >= wanted) reached = middle;
    else before = middle;
  }
  return new Date(reached * SECOND_MS);
}

/** A schedule in words: "Every Monday and Thursday at 08:00, Europe/Berlin". */
export function describeSchedule({ time, zone, days }: ScheduleRule): string {
  return `${describeDays(days)} at ${time}, ${zone}`;
}

function describeDays(days: ScheduleRule['days']): string {
  switch (days.every) {
    case 'day':
      return 'Every day';
    case 'week': {
      const names = days.weekdays.toSorted((one, other) => one - other).map((weekday) => WEEKDAYS[weekday - 1] ?? '');
      const last = names.pop() ?? '';
      return `Every ${names.length === 0 ? last : `${names.join(', ')} and ${last}`}`;
    }
    case 'month':
      if (days.day === 31) return 'On the last day of every month';
      return `On day ${days.day} of every month`;
  }
}
