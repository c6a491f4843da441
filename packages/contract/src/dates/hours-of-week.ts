/** Hours of the week: an interval belongs to the day on which it begins. */

export interface HoursOfWeek {
  /** 1 is Monday, 7 is Sunday. */
  days: readonly number[];
  /** From this hour up to, but not including, the other; past midnight if `from` is the later one. */
  from: number;
  to: number;
}

const SUNDAY = 7;

/**
 * Whether an hour of a weekday is within the range: "Fri 22–04" covers Friday from 22:00 and Saturday before 04:00. Hours
 * are local time: an hour that daylight saving repeats is covered twice, and one that it skips never occurs.
 */
export function withinHours({ days, from, to }: HoursOfWeek): (weekday: number, hour: number) => boolean {
  const begins = new Set(days);
  if (from < to) return (weekday, hour) => hour >= from && hour < to && begins.has(weekday);
  const goesOn = new Set(days.map((day) => (day === SUNDAY ? 1 : day + 1)));
  return (weekday, hour) => (hour >= from && begins.has(weekday)) || (hour < to && goesOn.has(weekday));
}
