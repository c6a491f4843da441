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
import type { WeekStart } from './habits.ts';
import { weekOf } from './weeks.ts';

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
export type PresetWord = (typeof RANGE_WORDS)[number];

/** The units of a range of one's own, each with the largest number that a question can span. */
export const LAST_UNITS = { Days: 3660, Weeks: 522, Months: 120 } as const;
export type LastUnit = keyof typeof LAST_UNITS;

/** A preset, or any number of days, weeks or months: `last14Days`, `last4Weeks`, `last18Months`. */
export type RangeWord = PresetWord | `last${number}${LastUnit}`;

/** The words for comparisons. Their days depend on the range that is compared. */
export const COMPARISON_WORDS = ['previousPeriod', 'lastYear'] as const;
export type ComparisonWord = (typeof COMPARISON_WORDS)[number];

/** A range that ends today and reaches this far back. */
export interface LastRange {
  count: number;
  unit: LastUnit;
}

/** The number and the unit of a word such as `last14Days`; null for all others and for numbers beyond the limit. */
export function readLast(value: unknown): LastRange | null {
  const [, digits, name] =
    typeof value === 'string' ? (/^last([1-9]\d{0,3})(Days|Weeks|Months)$/.exec(value) ?? []) : [];
  const unit = name === 'Days' || name === 'Weeks' || name === 'Months' ? name : undefined;
  const count = Number(digits);
  if (unit === undefined || count > LAST_UNITS[unit]) return null;
  return { count, unit };
}

/** The word for a range of one's own. */
export function lastWord({ count, unit }: LastRange): RangeWord {
  return `last${count}${unit}`;
}

/** Whether a value is the word of a preset. */
export function isPresetWord(value: unknown): value is PresetWord {
  return RANGE_WORDS.some((word) => word === value);
}

/** Whether a value is a word for a range. */
export function isRangeWord(value: unknown): value is RangeWord {
  return isPresetWord(value) || readLast(value) !== null;
}

/** Whether a value is a word for a comparison. */
export function isComparisonWord(value: unknown): value is ComparisonWord {
  return COMPARISON_WORDS.some((word) => word === value);
}

const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`;

/** The days of "last n …", which end today. */
function lastRange({ count, unit }: LastRange, today: Day): DateRange {
  if (unit === 'Months') return { start: addDays(addMonths(today, -count), 1), end: today };
  return { start: addDays(today, 1 - count * (unit === 'Weeks' ? 7 : 1)), end: today };
}

/**
 * The days of a relative range on a given day. "Last n days" end today; no range reaches into the future. Weeks begin on
 * the given day of the week.
 */
export function rangeInWords(word: RangeWord, today: Day, weekStart: WeekStart = 'monday'): DateRange {
  const last = readLast(word);
  if (last !== null) return lastRange(last, today);
  const week = weekOf(today, weekStart);
  switch (word) {
    case 'yesterday':
      return { start: addDays(today, -1), end: addDays(today, -1) };
    case 'thisWeek':
      return { start: week, end: today };
    case 'lastWeek':
      return { start: addDays(week, -7), end: addDays(week, -1) };
    case 'thisMonth':
      return { start: firstOfMonth(today), end: today };
    case 'lastMonth': {
      const end = addDays(firstOfMonth(today), -1);
      return { start: firstOfMonth(end), end };
    }
    case 'last1Year':
      return lastRange({ count: 12, unit: 'Months' }, today);
    case 'allTimes':
      return { start: ALL_TIMES_START, end: today };
    default:
      return { start: today, end: today };
  }
}

/**
 * The days of a relative comparison for a range. Before a week or a month in words lies the same part of the week or
 * month before, so that weekdays and days of the month are compared with their like (docs/decisions/0063). Before all
 * other ranges lie as many days.
 */
export function comparisonInWords(word: ComparisonWord, range: DateRange, named?: RangeWord): DateRange {
  if (word === 'lastYear') return samePeriodLastYear(range);
  switch (named) {
    case 'thisWeek':
      return { start: addDays(range.start, -7), end: addDays(range.end, -7) };
    case 'thisMonth':
      return { start: addMonths(range.start, -1), end: addMonths(range.end, -1) };
    case 'lastMonth':
      return { start: addMonths(range.start, -1), end: addDays(range.start, -1) };
    default:
      return periodBefore(range);
  }
}
