/** The time steps of a chart. */
import { addDays, type DateRange, daysIn } from '../../dates/dates.ts';
import type { WeekStart } from '../../dates/habits.ts';
import { perZone } from '../../dates/per-zone.ts';
import { weekOf } from '../../dates/weeks.ts';

/** One point per hour up to two days, per day up to a quarter, else per week. */
export function seriesUnit(range: Readonly<{ start: string; end: string }>): 'hour' | 'day' | 'week' {
  const days = daysIn(range);
  if (days <= 2) return 'hour';
  if (days <= 92) return 'day';
  return 'week';
}

/** The days of a step of a chart, as the answer names the step. */
export function daysOfStep(at: string, unit: 'hour' | 'day' | 'week'): DateRange {
  const start = at.slice(0, 10);
  return { start, end: unit === 'week' ? addDays(start, 6) : start };
}

/**
 * For the steps of a chart, in order: how many are over at the step `now`, and whether the following step is still in
 * progress. The steps after it are in the future.
 */
export function overAt(steps: readonly string[], now: string): { over: number; goesOn: boolean } {
  const next = steps.findIndex((step) => step >= now);
  return { over: next === -1 ? steps.length : next, goesOn: steps[next] === now };
}

const clockOf = perZone(
  (timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
);

/** The step of a chart that an instant falls into, named as the answer names it. */
export function spanAt(
  instant: Date,
  unit: 'hour' | 'day' | 'week',
  timeZone: string,
  weekStart: WeekStart = 'monday',
): string {
  const local = clockOf(timeZone).format(instant).replace(' ', 'T');
  if (unit === 'hour') return `${local.slice(0, 13)}:00`;
  const day = local.slice(0, 10);
  if (unit === 'day') return day;
  return weekOf(day, weekStart);
}
