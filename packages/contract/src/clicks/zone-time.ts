/** Weekday, hour and day of an instant in a named zone, quickly: zones change their offset at quarters of an hour only. */

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
const known = new Map<string, { quarter: number; time: ZoneTime }>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const kept = formats.get(timeZone);
  if (kept !== undefined) return kept;
  const format = new Intl.DateTimeFormat('en-CA', {
    ...({ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const),
  });
  if (formats.size >= CACHED) formats.clear();
  formats.set(timeZone, format);
  return format;
}

/** The local time of `at` (milliseconds since 1970) in a zone. Remembers the latest quarter of an hour of each zone. */
export function zoneTime(timeZone: string, at: number): ZoneTime {
  const quarter = Math.floor(at / QUARTER_MS);
  const kept = known.get(timeZone);
  if (kept?.quarter === quarter) return kept.time;
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const day = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
  const sunday = 7;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || sunday;
  const time = { weekday, hour: Number(parts.get('hour')), day };
  if (known.size >= CACHED) known.clear();
  known.set(timeZone, { quarter, time });
  return time;
}
