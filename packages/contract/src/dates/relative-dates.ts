/**
 * Relative date ranges. A link or a saved view with "the last 7 days against the period before" means that on
 * every day it is opened; one with dates always shows the same days.
 */
import {
  ALL_TIMES_START,
  addDays,
  addMonths,
  type DateRange,
  type Day,
  periodBefore,
  samePeriodLastYear,
} from './dates.ts';

/** The words for ranges in links, one for each preset of the date-range picker. */
export const RANGE_WORDS = [
  'today',
  'yesterday',
  'last7Days',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'last30Days',
  'last60Days',
  'last90Days',
  'last6Months',
  'last1Year',
  'allTimes',
] as const;
export type RangeWord = (typeof RANGE_WORDS)[number];

/** The words for comparisons. Their days depend on the range that is compared. */
export const COMPARISON_WORDS = ['previousPeriod', 'lastYear'] as const;
export type ComparisonWord = (typeof COMPARISON_WORDS)[number];

/** Whether a value is a word for a range. */
export function isRangeWord(value: unknown): value is RangeWord {
  return RANGE_WORDS.some((word) => word === value);
}

/** Whether a value is a word for a comparison. */
export function isComparisonWord(value: unknown): value is ComparisonWord {
  return COMPARISON_WORDS.some((word) => word === value);
}

const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`;

/** The Monday of a day's week (ISO 8601). */
const mondayOf = (day: Day): Day => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** The days of a relative range on a given day. "Last n days" end today; no range reaches into the future. */
export function rangeInWords(word: RangeWord, today: Day): DateRange {
  const lastDays = (count: number): DateRange => ({ start: addDays(today, 1 - count), end: today });
  const lastMonths = (count: number): DateRange => ({ start: addDays(addMonths(today, -count), 1), end: today });
  switch (word) {
    case 'today':
      return lastDays(1);
    case 'yesterday':
      return { start: addDays(today, -1), end: addDays(today, -1) };
    case 'last7Days':
      return lastDays(7);
    case 'thisWeek':
      return { start: mondayOf(today), end: today };
    case 'lastWeek':
      return { start: addDays(mondayOf(today), -7), end: addDays(mondayOf(today), -1) };
    case 'thisMonth':
      return { start: firstOfMonth(today), end: today };
    case 'lastMonth': {
      const end = addDays(firstOfMonth(today), -1);
      return { start: firstOfMonth(end), end };
    }
    case 'last30Days':
      return lastDays(30);
    case 'last60Days':
      return lastDays(60);
    case 'last90Days':
      return lastDays(90);
    case 'last6Months':
      return lastMonths(6);
    case 'last1Year':
      return lastMonths(12);
    case 'allTimes':
      return { start: ALL_TIMES_START, end: today };
  }
}

/** The days of a relative comparison for a range. */
export function comparisonInWords(word: ComparisonWord, range: DateRange): DateRange {
  return word === 'previousPeriod' ? periodBefore(range) : samePeriodLastYear(range);
}
