/** The hours, days or weeks of a range, so that a chart has a point for spans without facts. */
import { addDays, dayRangeToInstants, eachDay } from '@signpost/contract/dates/dates.ts';
import type { WeekStart } from '@signpost/contract/dates/habits.ts';
import { weekOf } from '@signpost/contract/dates/weeks.ts';
import { spanAt } from '@signpost/contract/insight/stats/series.ts';

const HOUR_MS = 3_600_000;

function hours(range: { start: string; end: string }, timeZone: string): string[] {
  const { from, until } = dayRangeToInstants(range, timeZone);
  const names = new Set<string>();
  // Steps of half an hour hit every local hour, also in zones that are half an hour off and on days when clocks change.
  for (let at = from.getTime(); at < until.getTime(); at += HOUR_MS / 2)
    names.add(spanAt(new Date(at), 'hour', timeZone));
  return [...names];
}

/** The hours, days or weeks of a range, oldest first. */
export function spansOf(
  range: { start: string; end: string },
  unit: 'hour' | 'day' | 'week',
  timeZone: string,
  weekStart: WeekStart = 'monday',
): string[] {
  if (unit === 'hour') return hours(range, timeZone);
  if (unit === 'day') return eachDay(range);
  const weeks: string[] = [];
  for (let week = weekOf(range.start, weekStart); week <= range.end; week = addDays(week, 7)) weeks.push(week);
  return weeks;
}
