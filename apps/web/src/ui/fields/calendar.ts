/** The settings that all calendars share. */

/** The names of a calendar's buttons. */
const LABELS = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

/** 0 is Sunday, 6 is Saturday. */
export type FirstDay = 0 | 1 | 6;

let firstDayOfWeek: FirstDay = 1;

/** Sets the day with which the weeks of all calendars begin. */
export function setFirstDayOfWeek(day: FirstDay): void {
  firstDayOfWeek = day;
}

/** The properties of every calendar. */
export const calendarProps = () => ({ size: 'sm', ariaLabels: LABELS, firstDayOfWeek }) as const;
