/** Weeks begin on the day that the person chose; without a choice on Monday (ISO 8601). */

import { addDays, type Day } from './dates.ts';
import type { WeekStart } from './habits.ts';

/** How many days before Monday a week begins. */
export const DAYS_BEFORE_MONDAY: Readonly<Record<WeekStart, number>> = { monday: 0, sunday: 1, saturday: 2 };

/** The first day of a day's week. */
export function weekOf(day: Day, weekStart: WeekStart = 'monday'): Day {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(day, -((sinceMonday + DAYS_BEFORE_MONDAY[weekStart]) % 7));
}
