/** The local time that clocks show in a named zone. */
import type { Day } from './dates.ts';
import { perZone } from './per-zone.ts';

export interface WallClock {
  day: Day;
  /** Since local midnight, 0 to 1439. */
  minutes: number;
  seconds: number;
}

const formatterOf = perZone(
  (timeZone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
);

/**
 * The day and the time that the clocks of a time zone show at an instant.
 *
 * @throws {RangeError} for an unknown zone.
 */
export function wallClock(instant: Date, timeZone: string): WallClock {
  const found: Record<string, string> = {};
  for (const part of formatterOf(timeZone).formatToParts(instant)) found[part.type] = part.value;
  return {
    day: `${(found.year ?? '').padStart(4, '0')}-${found.month}-${found.day}`,
    minutes: Number(found.hour) * 60 + Number(found.minute),
    seconds: Number(found.second),
  };
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How many minutes the clocks of a time zone are ahead of UTC at an instant. */
export function offsetMinutes(instant: Date, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  const { day, minutes } = wallClock(instant, timeZone);
  const shown = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS;
  return Math.round((shown - Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS) / MINUTE_MS);
}

/**
 * The instant at which the clocks of a time zone show a local time. Of two such instants, when clocks are set back, it
 * is the earlier one. A time that clocks skip is moved forward by as much as they skip. Temporal and RFC 5545 do the
 * same.
 *
 * @param local the local time as if it were in UTC, in milliseconds
 */
export function instantOf(local: number, timeZone: string): Date {
  const before = offsetMinutes(new Date(local - DAY_MS), timeZone);
  const after = offsetMinutes(new Date(local + DAY_MS), timeZone);
  const instants = [before, after].map((offset) => ({ offset, at: new Date(local - offset * MINUTE_MS) }));
  const shown = instants.filter(({ offset, at }) => offsetMinutes(at, timeZone) === offset);
  if (shown.length === 0) return new Date(local - before * MINUTE_MS);
  return new Date(Math.min(...shown.map(({ at }) => at.getTime())));
}
