/** The preset buttons of the date-range picker (spec section 9). They are worked out anew every hour. */
import { ALL_TIMES_START, addDays, addMonths, type DateRange, type Day } from './dates.ts';

/** One preset button. */
export type DatePreset = Readonly<{ label: string; range: DateRange }>;

/** Which presets a picker offers. */
export type PresetOptions = Readonly<{
  /** Leaves out Last 60 Days and Last 90 Days. */
  restricted?: boolean;
  /** Adds Last 6 Months and Last 1 Year. */
  long?: boolean;
  /** Adds All Times, from 2021-01-01. */
  allTimes?: boolean;
  /** Presets never reach before this day; one that lies wholly before it is left out. */
  minDate?: Day;
}>;

const lastDays = (today: Day, count: number): DatePreset => ({
  label: `Last ${count} Days`,
  range: { start: addDays(today, 1 - count), end: today },
});

const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`;

/** The presets as of `today`, in the order of the spec. "Last n days" end today; no preset reaches into the future. */
export function datePresets(today: Day, options: PresetOptions = {}): DatePreset[] {
  const yesterday = addDays(today, -1);
  const lastMonthEnd = addDays(firstOfMonth(today), -1);
  const presets: DatePreset[] = [
    { label: 'Today', range: { start: today, end: today } },
    { label: 'Yesterday', range: { start: yesterday, end: yesterday } },
    lastDays(today, 7),
    { label: 'This Month', range: { start: firstOfMonth(today), end: today } },
    { label: 'Last Month', range: { start: firstOfMonth(lastMonthEnd), end: lastMonthEnd } },
    lastDays(today, 30),
  ];
  if (options.restricted !== true) presets.push(lastDays(today, 60), lastDays(today, 90));
  if (options.long === true) {
    const since = (months: number): DateRange => ({ start: addDays(addMonths(today, -months), 1), end: today });
    presets.push({ label: 'Last 6 Months', range: since(6) }, { label: 'Last 1 Year', range: since(12) });
  }
  if (options.allTimes === true) presets.push({ label: 'All Times', range: { start: ALL_TIMES_START, end: today } });
  const min = options.minDate ?? '';
  const notBefore = (day: Day): Day => (day >= min ? day : min);
  return presets
    .filter(({ range }) => range.end >= min)
    .map(({ label, range }) => ({ label, range: { start: notBefore(range.start), end: range.end } }));
}
