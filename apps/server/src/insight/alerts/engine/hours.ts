/** Hours as the engine sees them: the hour of the local week, and the days on which traffic is known to differ. */
import { addDays, type Day } from '@signpost/contract/dates/dates.ts';
import { wallClock } from '@signpost/contract/dates/wall-clock.ts';

export const HOUR_MS = 3_600_000;
export const DAY_HOURS = 24;
export const WEEK_HOURS = 168;

/** A run of hours, counted from 1970 in UTC, with what the engine has to know of each. */
export interface HourGrid {
  /** The first hour, in hours since 1970. */
  first: number;
  /** The hour of the local week, 0 to 167; a skipped hour is missing and a repeated one occurs twice. */
  slots: Uint8Array;
  /** 1 on days on which traffic is known to differ. */
  holidays: Uint8Array;
}

/** The grid of `count` hours from an hour on, as clocks in the zone show them. */
export function hourGrid(first: number, count: number, timeZone: string): HourGrid {
  const slots = new Uint8Array(count);
  const holidays = new Uint8Array(count);
  let today = { day: '', weekday: 0, isHoliday: false };
  for (let index = 0; index < count; index += 1) {
    const instant = new Date((first + index) * HOUR_MS);
    const { day, minutes } = wallClock(instant, timeZone);
    if (day !== today.day)
      today = { day, weekday: new Date(`${day}T00:00:00Z`).getUTCDay(), isHoliday: isHoliday(day) };
    slots[index] = today.weekday * DAY_HOURS + Math.floor(minutes / 60);
    holidays[index] = Number(today.isHoliday);
  }
  return { first, slots, holidays };
}

const FIXED = new Set(['12-24', '12-25', '12-26', '12-31', '01-01']);
/** Days from Easter Sunday: Good Friday to Easter Monday. */
const AROUND_EASTER = [-2, -1, 0, 1];

/**
 * Whether traffic is known to differ on a day almost everywhere: Christmas, the turn of the year, and Easter.
 * Other days are marked by people, who say that an incident was expected.
 */
export function isHoliday(day: Day): boolean {
  if (FIXED.has(day.slice(5))) return true;
  const easter = easterOf(Number(day.slice(0, 4)));
  return AROUND_EASTER.some((distance) => addDays(easter, distance) === day);
}

/** Easter Sunday of a year (Gregorian calendar, the "anonymous" algorithm of 1876). */
function easterOf(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${year}-${two(Math.floor(f / 31))}-${two((f % 31) + 1)}`;
}
