/**
 * Weekday, hour and day of an instant in a named zone, with a cache: zones only change their offset at quarters of an
 * hour.
 */

export interface ZoneTime {
  /** 1 is Monday, 7 is Sunday. */
  weekday: number;
  hour: number;
  /** `YYYY-MM-DD`. */
  day: string;
}

const QUARTER_MS = 900_000;
const CACHED = 256;
const formats = new Map<string, Intl.DateTimeFormat>();
const known = new Map<string, (at: number) => ZoneTime>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const kept = formats.get(timeZone);
  if (kept !== undefined) return kept;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
  if (formats.size >= CACHED) formats.clear();
  formats.set(timeZone, format);
  return format;
}

/** Applies `of` to the local time in a zone, and caches the result for the latest quarter of an hour. */
export function inZone<T>(timeZone: string, of: (time: ZoneTime) => T): (at: number) => T {
  let latest: { quarter: number; value: T } | undefined;
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS);
    if (latest?.quarter !== quarter) latest = { quarter, value: of(workedOut(timeZone, at)) };
    return latest.value;
  };
}

/** The local time of `at` (milliseconds since 1970) in a zone. */
export function zoneTime(timeZone: string, at: number): ZoneTime {
  const kept = known.get(timeZone);
  if (kept !== undefined) return kept(at);
  const clock = inZone(timeZone, (time) => time);
  if (known.size >= CACHED) known.clear();
  known.set(timeZone, clock);
  return clock(at);
}

function workedOut(timeZone: string, at: number): ZoneTime {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const day = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
  const sunday = 7;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || sunday;
  return { weekday, hour: Number(parts.get('hour')), day };
}
