/**
 * The one parser of days that people type, paste or send in files. It reads `2026-11-22`, `2026/11/22`, `20261122`,
 * `22.11.2026` (with points the day comes first), `22/11/2026` and `11/22/2026` (22 cannot be a month), `22 Nov 2026`,
 * `Nov 22, 2026`, `today`, `yesterday`, `tomorrow`. If the year comes first, month and day have two digits.
 * `05/06/2026` is ambiguous unless the order is given.
 */
import { addDays, type Day, isDay } from '../dates/dates.ts';

/** Whether day or month comes first, if the separator does not tell. */
export const DAY_ORDERS = ['dayFirst', 'monthFirst'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

export type DayReading =
  | { kind: 'day'; day: Day }
  | { kind: 'ambiguous'; dayFirst: Day; monthFirst: Day }
  /** Has the form of a date, but the date does not exist. */
  | { kind: 'impossible' }
  | { kind: 'unreadable' };

export interface DayOptions {
  /**
   * The current day for the person or the entry; null for files, where relative words would mean another day tomorrow.
   */
  today: Day | null;
  order?: DayOrder | null | undefined;
}

const LONGEST = 40;
const UNREADABLE: DayReading = { kind: 'unreadable' };
const IMPOSSIBLE: DayReading = { kind: 'impossible' };
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const WORDS: Readonly<Record<string, number>> = { today: 0, yesterday: -1, tomorrow: 1 };
/** A time of day after a date is ignored. */
const TIME = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?(?:[AP]M|Z|UTC|[+-]\d{2}:?\d{2}))?$/i;

const dayOf = (year: string, month: string | number, day: string): Day =>
  `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
const reading = (day: Day): DayReading => (isDay(day) ? { kind: 'day', day } : IMPOSSIBLE);

/** The number of a month from its English name or at least its first three letters; 0 if there is none. */
const monthOf = (word: string): number =>
  word.length < 3
    ? 0
    : MONTHS.findIndex((month) => month.startsWith(word) || (word === 'sept' && month[0] === 's')) + 1;

function readNamed(text: string): DayReading | null {
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[ .-]+([a-z]{3,9})\.?[ ,-]+(\d{4})$/.exec(text);
  const monthFirst = /^([a-z]{3,9})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})$/.exec(text);
  const [day, word, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]];
  if (day === undefined || word === undefined || year === undefined) return null;
  const month = monthOf(word);
  return month === 0 ? UNREADABLE : reading(dayOf(year, month, day));
}

function readNumbers(text: string, order: DayOrder | null): DayReading | null {
  const yearFirst = /^(\d{4})([-/.])(\d{2})\2(\d{2})$/.exec(text) ?? /^(\d{4})()(\d{2})(\d{2})$/.exec(text);
  if (yearFirst) return reading(dayOf(yearFirst[1] ?? '', yearFirst[3] ?? '', yearFirst[4] ?? ''));
  const [, one = '', separator, two = '', year = ''] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  if (separator === undefined) return null;
  const dayFirst = dayOf(year, two, one);
  const monthFirst = dayOf(year, one, two);
  if (separator === '.' || order === 'dayFirst') return reading(dayFirst);
  if (order === 'monthFirst') return reading(monthFirst);
  if (!isDay(dayFirst) || dayFirst === monthFirst) return reading(monthFirst);
  return isDay(monthFirst) ? { kind: 'ambiguous', dayFirst, monthFirst } : reading(dayFirst);
}

/** Reads a day. Ambiguous texts are not read. */
export function readDay(text: string, { today, order = null }: DayOptions): DayReading {
  if (text.length > LONGEST) return UNREADABLE;
  const bare = text.replaceAll(/\s+/g, ' ').trim().toLowerCase();
  const shift = WORDS[bare];
  if (shift !== undefined && Object.hasOwn(WORDS, bare))
    return today === null ? UNREADABLE : { kind: 'day', day: addDays(today, shift) };
  const dateOnly = bare.replace(TIME, '');
  return readNumbers(dateOnly, order) ?? readNamed(dateOnly) ?? UNREADABLE;
}

/** The order of day and month detected from the cells of a column. */
export interface DetectedOrder {
  /** Null if no cell depends on the order, or no cell is unambiguous. */
  order: DayOrder | null;
  /** Whether both orders occur; the most frequent one is used. */
  isMixed: boolean;
  /** An ambiguous cell, used as an example in the question. */
  example: string | null;
}

/** Detects the order of day and month from the unambiguous cells. */
export function detectOrder(cells: Iterable<string>): DetectedOrder {
  const votes: Record<DayOrder, number> = { dayFirst: 0, monthFirst: 0 };
  let example: string | null = null;
  for (const cell of cells) {
    if (/\d\.\d/.test(cell.slice(0, 6))) continue;
    const [dayFirst, monthFirst] = DAY_ORDERS.map((order) => readDay(cell, { today: null, order }));
    if (readDay(cell, { today: null }).kind === 'ambiguous') example ??= cell.trim();
    else if (dayFirst?.kind === 'day' && monthFirst?.kind === 'impossible') votes.dayFirst += 1;
    else if (monthFirst?.kind === 'day' && dayFirst?.kind === 'impossible') votes.monthFirst += 1;
  }
  const { dayFirst, monthFirst } = votes;
  if (dayFirst + monthFirst === 0) return { order: null, isMixed: false, example };
  const order = dayFirst >= monthFirst ? 'dayFirst' : 'monthFirst';
  return { order, isMixed: dayFirst > 0 && monthFirst > 0, example: null };
}
