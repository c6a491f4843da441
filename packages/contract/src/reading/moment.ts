/**
 * The one reader of moments that other systems send: ISO 8601, the dates of HTTP and e-mail, Unix time in seconds to
 * nanoseconds, and the compact and named forms of trackers. A moment without a zone is in the zone that the caller names,
 * or else in UTC. A text with two meanings (`10:00 CST`, and `05/06/2026`
 * unless the caller names the order of day and month) is not read.
 */
import { isDay } from '../dates/dates.ts';
import type { DayOrder } from './day.ts';
import { trimInvisible } from './invisible.ts';
import { momentInZone } from './zone.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** The time of day behind a day, and the zone behind it. */
const TIME = /[T ] ?(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)((?:[^\d:.,].*)?)$/is;
const YEAR_FIRST = /^(\d{4})([-/.])(\d{2})\2(\d{2})$/;
const DAY_FIRST = /^(?:[a-z]{3,9}, ?)?(\d{1,2})[ -]([a-z]{3,9})[ -](\d{4})$/i;
const MONTH_FIRST = /^(?:[a-z]{3,9},? )?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i;
/** Numbers with the year behind them: `25/11/2026`, whose order one number above 12 or the caller decides. */
const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;
const COMPACT = /^(20\d{2})(\d{2})(\d{2})T?(\d{2})(\d{2})(?:(\d{2})(\.\d{1,9})?)?((?:[^\d:.].*)?)$/is;
/** The dates of .NET and of old JSON: milliseconds, and a zone that changes nothing about the moment. */
const JSON_DATE = /^\\?\/Date\((-?\d{1,15})(?:[+ -]\d{4})?\)\\?\/$/i;
/** The dates of C, Ruby and Java, whose year stands last. */
const YEAR_LAST = /^([a-z]{3} [a-z]{3} {1,2}\d{1,2}) (\d{2}:\d{2}:\d{2}(?: (?:[a-z]{3,5}|[+-]\d{4}))?) (\d{4})$/i;
/** The dates of PayPal: `16:23:34 May 05, 2026 PDT`. */
const TIME_FIRST = /^(\d{1,2}:\d{2}:\d{2}) ([a-z]{3,9}\.? \d{1,2}, \d{4})\b/i;
/** Unix time has 9 or 10 digits in seconds and three more for each smaller unit. */
const UNIX = /^(\d{9,19})(?:\.\d{1,9})?$/;
/** The first power of ten that is too large for a unit, and its milliseconds. */
const UNITS = [
  [1e11, 1000],
  [1e14, 1],
  [1e17, 1e-3],
  [1e20, 1e-6],
] as const;

const dayOf = (year = '', month: string | number = '', day = ''): string =>
  `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;

/** The day of a text without a time, as `YYYY-MM-DD`; null if it has none. */
function readDay(text: string, order: DayOrder | null): string | null {
  const [, one, , other, year] = NUMBERS.exec(text) ?? [];
  if (year !== undefined) return dayOfNumbers({ year, one, other }, order);
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) return dayOf(yearFirst[1], yearFirst[3], yearFirst[4]);
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst !== null) return namedDay(dayFirst[3], dayFirst[2], dayFirst[1]);
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst === null) return null;
  return namedDay(monthFirst[3], monthFirst[1], monthFirst[2]);
}

/** A number above 12 is no month. With two numbers up to 12, only an order tells the day. */
function dayOfNumbers(
  { year, one = '', other = '' }: { year: string; one: string | undefined; other: string | undefined },
  order: DayOrder | null,
): string | null {
  const dayFirst = dayOf(year, other, one);
  const monthFirst = dayOf(year, one, other);
  if (Number(one) > 12 || dayFirst === monthFirst) return dayFirst;
  if (Number(other) > 12) return monthFirst;
  if (order === null) return null;
  if (order === 'dayFirst') return dayFirst;
  return monthFirst;
}

function namedDay(year = '', month = '', day = ''): string | null {
  const at = MONTHS.indexOf(month.slice(0, 3).toLowerCase());
  if (at === -1) return null;
  return dayOf(year, at + 1, day);
}

/** The parts of a text. `zone` is the text behind its time. */
interface Said {
  day: string;
  clock: string;
  zone: string;
}

function momentOf({ day, clock, zone }: Said, timeZone: string): Date | null {
  if (!isDay(day)) return null;
  const padded = clock.indexOf(':') === 1 ? `0${clock}` : clock;
  const local = Date.parse(`${day}T${padded.replace(',', '.')}Z`);
  if (Number.isNaN(local)) return null;
  return momentInZone(local, zone, timeZone);
}

function unixMoment(number: number): Date | null {
  const unit = UNITS.find(([below]) => number < below);
  if (unit === undefined) return null;
  return new Date(Math.floor(number * unit[1]));
}

function readCompact(text: string): Said | null {
  const [, year, month, date, hour, minute, second = '00', fraction = '', zone = ''] = COMPACT.exec(text) ?? [];
  if (year === undefined) return null;
  return { day: dayOf(year, month, date), clock: `${hour}:${minute}:${second}${fraction}`, zone };
}

/**
 * The moment of a text, or null if it has none or more than one meaning. `timeZone` is that of times without a zone, and
 * `order` that of day and month in numbers, such as `02/11/2026`.
 */
export function readMoment(given: string, timeZone = 'UTC', order: DayOrder | null = null): Date | null {
  const text = trimInvisible(given).replace(YEAR_LAST, '$1 $3 $2').replace(TIME_FIRST, '$2 $1').replaceAll('  ', ' ');
  const compact = readCompact(text);
  if (compact !== null) return momentOf(compact, timeZone);
  const milliseconds = JSON_DATE.exec(text)?.[1];
  if (milliseconds !== undefined) return new Date(Number(milliseconds));
  if (UNIX.test(text)) return unixMoment(Number(text));
  const time = TIME.exec(text);
  const day = readDay(time === null ? text : text.slice(0, time.index), order);
  if (day === null) return null;
  const [, clock = '00:00', zone = ''] = time ?? [];
  return momentOf({ day, clock, zone }, timeZone);
}
