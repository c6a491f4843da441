/** Calendar days and ranges of days. Pure: today and the time zone are always arguments. */

import { TEXT } from '../texts.ts';
import { perZone } from './per-zone.ts';

/** A calendar day, `YYYY-MM-DD`. Days compare as strings. */
export type Day = string;

/** A range of days, both ends included. */
export type DateRange = Readonly<{ start: Day; end: Day }>;

/** A half-open span of instants. */
export type InstantRange = Readonly<{ from: Date; until: Date }>;

/** The earliest day in a picker whose minimum is restricted. */
export const MIN_DATE: Day = '2023-06-01';

/** The first day of 'All Times'. */
export const ALL_TIMES_START: Day = '2021-01-01';

const DAY_MS = 86_400_000;

const parts = (day: Day): [number, number, number] => {
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split('-').map(Number);
  return [year, month, date];
};

const toDay = (instant: Date): Day => instant.toISOString().slice(0, 10);

/** Whether a value is an existing day in the form `YYYY-MM-DD`. */
export function isDay(value: unknown): value is Day {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const instant = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && toDay(instant) === value;
}

/** The day `count` days later; negative counts go back. */
export function addDays(day: Day, count: number): Day {
  const [year, month, date] = parts(day);
  return toDay(new Date(Date.UTC(year, month - 1, date + count)));
}

/** The same day of another month, or that month's last day if it has no such day. */
/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

export function addMonths(day: Day, count: number): Day {
  const [year, month, date] = parts(day);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return toDay(new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))));
}

/** The earlier of two days or moments. */
export function earlier<T extends Day | Date>(one: T, other: T): T {
  if (one < other) return one;
  return other;
}

/** The later of two days or moments. */
export function later<T extends Day | Date>(one: T, other: T): T {
  if (one > other) return one;
  return other;
}

/** How many days a range has; a single day counts one. */
export function daysIn(range: DateRange): number {
  return Math.round((Date.parse(range.end) - Date.parse(range.start)) / DAY_MS) + 1;
}

/** Every day of a range, in order. */
export function eachDay(range: DateRange): Day[] {
  return Array.from({ length: Math.max(0, daysIn(range)) }, (_, index) => addDays(range.start, index));
}

/** The range of the same length that ends the day before this one starts. */
export function periodBefore(range: DateRange): DateRange {
  const end = addDays(range.start, -1);
  return { start: addDays(end, 1 - daysIn(range)), end };
}

/** The same days a year earlier; 29 February becomes the 28th. */
export function samePeriodLastYear(range: DateRange): DateRange {
  return { start: addMonths(range.start, -12), end: addMonths(range.end, -12) };
}

/** The text of the date field: 'From {start} to {end}', or the placeholder while nothing is chosen. */
export function rangeLabel(range: DateRange | null): string {
  if (range === null) return TEXT.dateRangePlaceholder;
  return `From ${range.start} to ${range.end}`;
}

/** A shorter form for phones, where the whole sentence would be cut off. */
export function rangeLabelShort(range: DateRange): string {
  return `${range.start} – ${range.end}`;
}

const formatterOf = perZone(
  (timeZone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }),
);

/** Names of the time-zone database: UTC, or an area and its places. Offsets such as `+05:30` are none. */
const ZONE_NAME =
  /^(?:UTC|(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)(?:\/[A-Z][\w+-]*)+)$/;
/** Aliases whose spelling no rule tells. */
const ALIASES = new Set(
  (
    'GMT CET MET EET WET EST MST HST EST5EDT CST6CDT MST7MDT PST8PDT Etc/GMT Etc/GMT0 Etc/GMT+0 Etc/GMT-0 Etc/UTC Etc/UCT ' +
    'Etc/Universal Etc/Zulu Etc/Greenwich Australia/ACT Australia/LHI Australia/NSW Brazil/DeNoronha Chile/EasterIsland ' +
    'Mexico/BajaNorte Mexico/BajaSur America/Argentina/ComodRivadavia'
  ).split(' '),
);
/** How the others are written: words that begin with a capital. */
const ALIAS = /^[A-Z][A-Za-z]*(?:\/[A-Z][a-z]+(?:[_-](?:au|es|of|[A-Z][a-z]+))*){1,2}$/;

/**
 * Whether a text names a time zone exactly as the time-zone database writes it. JavaScript would also take other capitals
 * and offsets, but the statistics engine does not know them.
 */
export function isTimeZone(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  if (ALIASES.has(value) || KNOWN.has(value)) return true;
  const isOne = ZONE_NAME.test(value) && isSpelledAsZone(value);
  if (isOne) KNOWN.add(value);
  return isOne;
}

/** Names that are known to be time zones. They are kept, because checking one takes as long as rendering several cells. */
const KNOWN = new Set<string>();

function isSpelledAsZone(value: string): boolean {
  try {
    const canonical = formatterOf(value).resolvedOptions().timeZone;
    if (canonical.toLowerCase() === value.toLowerCase()) return canonical === value;
    // An alias (`Asia/Kolkata`, today's name of `Asia/Calcutta`) has no canonical spelling to compare with.
    return ALIAS.test(value);
  } catch {
    return false;
  }
}

/**
 * The calendar day at an instant in a time zone.
 *
 * @throws {RangeError} for an unknown zone.
 */
export function dayIn(instant: Date, timeZone: string): Day {
  const found: Record<string, string> = {};
  for (const part of formatterOf(timeZone).formatToParts(instant)) found[part.type] = part.value;
  return `${(found.year ?? '').padStart(4, '0')}-${found.month}-${found.day}`;
}

/** Time zones are within ±14 h of UTC; two more hours leave room for clock changes. */
const WIDEST_OFFSET_S = 16 * 3600;

/**
 * The first instant of a day in a time zone: midnight, or the end of the gap where clocks skip midnight. It is found by
 * search instead of from an offset, so that every clock change is handled, even a day that a zone skipped.
 */
export function startOfDay(day: Day, timeZone: string): Date {
  const utc = Date.parse(`${day}T00:00:00Z`) / 1000;
  let before = utc - WIDEST_OFFSET_S;
  let reached = utc + WIDEST_OFFSET_S;
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (dayIn(new Date(middle * 1000), timeZone) >= day) reached = middle;
    else before = middle;
  }
  return new Date(reached * 1000);
}

/** The half-open span of a range of days in a time zone. Adjacent ranges neither overlap nor leave a gap. */
export function dayRangeToInstants(range: DateRange, timeZone: string): InstantRange {
  return { from: startOfDay(range.start, timeZone), until: startOfDay(addDays(range.end, 1), timeZone) };
}
