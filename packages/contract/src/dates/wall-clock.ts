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
 * What the clocks of a time zone show at an instant.
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
