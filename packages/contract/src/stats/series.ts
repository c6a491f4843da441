/** Steps of time of a chart. */
import { addDays, daysIn } from '../dates.ts';

/** One point per hour up to two days, per day up to a quarter, else per week. */
export function seriesUnit(asked: Readonly<{ start: string; end: string }>): 'hour' | 'day' | 'week' {
  const days = daysIn(asked);
  if (days <= 2) return 'hour';
  return days <= 92 ? 'day' : 'week';
}

/** The Monday of a day's week: the item id of `date_week`. */
export function weekOf(asked: string): string {
  return addDays(asked, -((new Date(`${asked}T00:00:00Z`).getUTCDay() + 6) % 7));
}
