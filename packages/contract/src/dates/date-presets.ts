/** The preset buttons of the date-range picker. They are recomputed every hour. */

import type { DateRange, Day } from './dates.ts';
import type { WeekStart } from './habits.ts';
import { type PresetWord, rangeInWords } from './relative-dates.ts';

/** One preset button: its label, its word in links, and the days it stands for now. */
export type DatePreset = Readonly<{ label: string; word: PresetWord; range: DateRange }>;

/** The presets that a picker offers. */
export type PresetOptions = Readonly<{
  /** Adds Last 6 Months, Last 1 Year and the weeks. */
  long?: boolean;
  /** Adds All Times, from 2021-01-01. */
  allTimes?: boolean;
  /** Leaves out every preset that is longer than Last 30 Days. */
  restricted?: boolean;
  /** Presets never reach before this day; one that lies wholly before it is left out. */
  minDate?: Day;
  /** The day on which weeks begin. */
  weekStart?: WeekStart;
}>;

/** The presets in their fixed order, with their labels: those of the specification, and weeks. */
export const PRESET_LABELS = {
  today: 'Today',
  yesterday: 'Yesterday',
  last7Days: 'Last 7 Days',
  thisWeek: 'This Week',
  lastWeek: 'Last Week',
  thisMonth: 'This Month',
  lastMonth: 'Last Month',
  last30Days: 'Last 30 Days',
  last60Days: 'Last 60 Days',
  last90Days: 'Last 90 Days',
  last6Months: 'Last 6 Months',
  last1Year: 'Last 1 Year',
  allTimes: 'All Times',
} as const satisfies Record<PresetWord, string>;

const ALWAYS: readonly PresetWord[] = ['today', 'yesterday', 'last7Days', 'thisMonth', 'lastMonth', 'last30Days'];

/** The presets of the specification in their fixed order. */
function specifiedWords({ long, allTimes, restricted }: PresetOptions): readonly PresetWord[] {
  if (restricted === true) return ALWAYS;
  return [
    ...ALWAYS,
    'last60Days',
    'last90Days',
    ...(long === true ? (['last6Months', 'last1Year'] as const) : []),
    ...(allTimes === true ? (['allTimes'] as const) : []),
  ];
}

/** The presets as of `today`, in their fixed order. "Last n days" end today; no preset reaches into the future. */
export function datePresets(today: Day, options: PresetOptions = {}): DatePreset[] {
  const words: readonly PresetWord[] = [
    ...specifiedWords(options),
    // The specification does not have these presets, so they stand after its own.
    ...(options.long === true ? (['thisWeek', 'lastWeek'] as const) : []),
  ];
  const min = options.minDate ?? '';
  const notBefore = (day: Day): Day => {
    if (day >= min) return day;
    return min;
  };
  return words.flatMap((word) => {
    const { start, end } = rangeInWords(word, today, options.weekStart);
    if (end < min) return [];
    return [{ label: PRESET_LABELS[word], word, range: { start: notBefore(start), end } }];
  });
}
