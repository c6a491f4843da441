/**
 * The one reader of moments that other systems send: ISO 8601, the dates of HTTP and e-mail, Unix time in seconds to
 * nanoseconds, and the compact and named forms of trackers. A moment without a zone is UTC. A text with two meanings
 * (`05/06/2026`) is not read.
 */
import { isDay } from '../dates/dates.ts';
import { trimInvisible } from './invisible.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** An unencoded plus arrives as a space: `10:00:00 02:00` means +02:00. */
const TIME = String.raw`(?:[T ]\s*(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(?: ?(Z|UTC|GMT)|\s?([+ -])(\d{2}):?(\d{2})?)?)?`;
const ISO = new RegExp(String.raw`^(\d{4})([-/.])(\d{2})\2(\d{2})${TIME}$`, 'i');
const COMPACT = /^(20\d{2})(\d{2})(\d{2})T?(\d{2})(\d{2})(\d{2})?Z?$/i;
const NAMED = new RegExp(String.raw`^(?:[a-z]{3,9}, ?)?(\d{1,2})[ -]([a-z]{3,9})[ -](\d{4})${TIME}$`, 'i');
const MONTH_FIRST = new RegExp(
  String.raw`^(?:[a-z]{3,9},? )?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})${TIME}$`,
  'i',
);
/** Unix time has 9 or 10 digits in seconds and three more for each smaller unit. */
const UNIX = /^(\d{9,19})(?:\.\d{1,9})?$/;
/** The first power of ten that is too large for seconds, milliseconds and microseconds. */
const UNITS = [
  [1e11, 1000],
  [1e14, 1],
  [1e17, 1e-3],
  [1e20, 1e-6],
] as const;

/** The named groups of {@link TIME} behind the parts of a day. */
type Clock = readonly (string | undefined)[];

function moment(day: string, [clock = '00:00', , sign, hours, minutes = '00']: Clock): Date | null {
  if (!isDay(day)) return null;
  const offset = hours === undefined ? 'Z' : `${sign === '-' ? '-' : '+'}${hours}:${minutes}`;
  const padded = clock.indexOf(':') === 1 ? `0${clock}` : clock;
  const found = new Date(`${day}T${padded.replace(',', '.')}${offset}`);
  return Number.isNaN(found.getTime()) ? null : found;
}

const dayOf = (year: string, month: string | number, day: string): string =>
  `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;

function named(day: string, month: string, year: string, clock: Clock): Date | null {
  const at = MONTHS.indexOf(month.slice(0, 3).toLowerCase());
  return at === -1 ? null : moment(dayOf(year, at + 1, day), clock);
}

/** The moment of a text, or null if it has none or more than one meaning. */
export function readMoment(given: string): Date | null {
  const text = trimInvisible(given);
  const unix = UNIX.exec(text);
  const compact = COMPACT.exec(text);
  if (compact !== null) {
    const [, year = '', month = '', day = '', hour, minute, second = '00'] = compact;
    const found = moment(dayOf(year, month, day), [`${hour}:${minute}:${second}`]);
    if (found !== null) return found;
  }
  if (unix !== null) {
    const number = Number(text);
    const unit = UNITS.find(([below]) => number < below);
    return unit === undefined ? null : new Date(Math.floor(number * unit[1]));
  }
  const iso = ISO.exec(text);
  if (iso !== null) return moment(dayOf(iso[1] ?? '', iso[3] ?? '', iso[4] ?? ''), iso.slice(5));
  const dayFirst = NAMED.exec(text);
  if (dayFirst !== null) return named(dayFirst[1] ?? '', dayFirst[2] ?? '', dayFirst[3] ?? '', dayFirst.slice(4));
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst === null) return null;
  return named(monthFirst[2] ?? '', monthFirst[1] ?? '', monthFirst[3] ?? '', monthFirst.slice(4));
}
