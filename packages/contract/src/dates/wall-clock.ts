/** The local time that clocks show in a named zone. */
import type { Day } from './dates.ts';

export interface WallClock {
  day: Day;
  /** Since local midnight, 0 to 1439. */
  minutes: number;
  seconds: number;
}

/** Zones are named by people, so their number is bounded. */
const CACHED = 600;
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
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
  });
  if (formatters.size >= CACHED) formatters.clear();
  formatters.set(timeZone, made);
  return made;
}

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
