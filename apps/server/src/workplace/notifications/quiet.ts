/** Quiet hours: a daily span in a person's time zone in which nothing is sent outside the app. */

export interface QuietHours {
  /** `HH:MM`. A span that ends before it begins lasts over midnight. */
  startsAt: string;
  endsAt: string;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
const formats = new Map<string, Intl.DateTimeFormat>();

function minuteOfDay(timeZone: string, at: number): number {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    formats.set(timeZone, format);
  }
  return minutesOf(format.format(at));
}

function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

/**
 * The end of the quiet hours that `at` lies in, or null if it lies in none. Where a clock change falls into the span, the
 * end is the first instant at which the local time is outside it.
 */
export function quietUntil({ startsAt, endsAt }: QuietHours, timeZone: string, at: Date): Date | null {
  const starts = minutesOf(startsAt);
  const length = (minutesOf(endsAt) - starts + DAY_MINUTES) % DAY_MINUTES;
  const left = (instant: number): number =>
    length - ((minuteOfDay(timeZone, instant) - starts + DAY_MINUTES) % DAY_MINUTES);
  let instant = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;
  if (left(instant) <= 0) return null;
  // A clock change makes the first step too short or too long by an hour at most; too long a step is taken back.
  const first = instant;
  instant += left(instant) * MINUTE_MS;
  while (left(instant) > 0 && instant - first <= 2 * DAY_MINUTES * MINUTE_MS) instant += left(instant) * MINUTE_MS;
  while (instant - MINUTE_MS > first && left(instant - MINUTE_MS) <= 0) instant -= MINUTE_MS;
  return new Date(instant);
}
