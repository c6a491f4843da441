/**
 * Watches money and ratios by day: the remainder of a robust decomposition into trend, week and, with two years of data,
 * year, over 1.4826 · MAD of the same class of weekday; |z| > 4 alarms (docs/decisions/0211).
 */
import { medianOf } from './medians.ts';
import { MAD_SCALE } from './shape.ts';

const LEAST_DAYS = 21;
const WEEK_DAYS = 7;
const TREND_DAYS = 14;
/** Days that the week and the deviations are learned from. */
const HISTORY_DAYS = 56;
const YEAR_DAYS = 365;
/** The season of a day is the median of the days around it in the years before. */
const SEASON_DAYS = 7;
const ALARM_Z = 4;
const CALM_Z = 2;
/** After so many days on the same side, the change is the new normal and the trend restarts. */
const RESTART_DAYS = 7;
/** Deviations are never smaller than this part of the usual value, or a series without any would alarm at once. */
const LEAST_DEVIATION = 0.01;
const TINY = 1e-9;

export interface DayAlarm {
  direction: 'down' | 'up';
  /** Indexes of days. */
  start: number;
  ended: number | null;
  ending: 'back' | 'stayed' | null;
  expected: number;
  seen: number;
}

export interface WatchedDays {
  state: 'watched' | 'tooYoung';
  alarms: DayAlarm[];
  /** NaN where nothing was expected. */
  expected: Float64Array;
  /** The usual deviation of the last day. */
  deviation: number;
}

export interface DaysInput {
  /** Null where a ratio has no denominator. */
  values: readonly (number | null)[];
  /** By day, 0 (Sunday) to 6. */
  weekdays: readonly number[];
  holidays: readonly boolean[];
  from: number;
  restarts?: readonly number[];
}

const isWeekend = (weekday: number): boolean => weekday === 0 || weekday === 6;
const median = (values: readonly number[]): number => medianOf(Float64Array.from(values));

/** Walks through the days of a series. */
export function watchDays(input: DaysInput): WatchedDays {
  const { values, from, restarts = [] } = input;
  const expected = new Float64Array(values.length).fill(Number.NaN);
  const alarms: DayAlarm[] = [];
  const left = new Set<number>();
  let since = 0;
  let active: DayAlarm | null = null;
  let state: WatchedDays['state'] = 'tooYoung';
  let deviation = 0;
  for (let day = from; day < values.length; day += 1) {
    if (restarts.includes(day)) {
      since = day;
      active = closed(active, day, 'stayed');
    }
    const forecast = forecastOf(input, { day, since, left });
    if (forecast === null) {
      state = 'tooYoung';
      continue;
    }
    state = 'watched';
    const value = values[day] ?? null;
    if (value === null) continue;
    expected[day] = forecast.mean;
    deviation = forecast.deviation;
    if (input.holidays[day] === true) {
      left.add(day);
      continue;
    }
    const z = (value - forecast.mean) / forecast.deviation;
    if (active === null) {
      if (Math.abs(z) <= ALARM_Z) continue;
      active = { direction: z < 0 ? 'down' : 'up', start: day, ended: null, ending: null, expected: 0, seen: 0 };
      alarms.push(active);
    } else if ((active.direction === 'down' ? -z : z) < CALM_Z) {
      active = closed(active, day, 'back');
      continue;
    }
    left.add(day);
    active.expected += forecast.mean;
    active.seen += value;
    if (day - active.start + 1 < RESTART_DAYS) continue;
    since = active.start;
    for (let at = active.start; at <= day; at += 1) left.delete(at);
    active = closed(active, day + 1, 'stayed');
  }
  return { state, alarms, expected, deviation };
}

function closed(alarm: DayAlarm | null, day: number, ending: 'back' | 'stayed'): null {
  if (alarm !== null) Object.assign(alarm, { ended: day, ending });
  return null;
}

interface Position {
  day: number;
  /** The trend does not look behind this day. */
  since: number;
  /** Days of incidents and holidays. */
  left: ReadonlySet<number>;
}

/**
 * The value that the day should bring and its usual deviation, both from the days before it; null if there are too few.
 */
function forecastOf(input: DaysInput, position: Position): { mean: number; deviation: number } | null {
  const { values, weekdays } = input;
  const { day, since, left } = position;
  const season = seasonOf(values, day);
  const days: { at: number; value: number; weekday: number }[] = [];
  for (let at = Math.max(0, day - HISTORY_DAYS); at < day; at += 1) {
    const value = values[at] ?? null;
    if (value !== null && !left.has(at)) days.push({ at, value: value - season(at), weekday: weekdays[at] ?? 0 });
  }
  if (days.length < LEAST_DAYS) return null;
  // Each half of a restart has its own middle, so that the week is learned from both.
  const middleOf = (part: typeof days) => median(part.map(({ value }) => value));
  const middleBefore = middleOf(days.filter(({ at }) => at < since));
  const middleSince = middleOf(days.filter(({ at }) => at >= since));
  const middleAt = (at: number) => (at < since ? middleBefore : middleSince);
  const week = Array.from({ length: WEEK_DAYS }, (_, weekday) =>
    median(days.filter((one) => one.weekday === weekday).map(({ at, value }) => value - middleAt(at))),
  );
  const adjusted = days.map(({ at, value, weekday }) => ({ at, weekday, value: value - (week[weekday] ?? 0) }));
  const recent = adjusted.filter(({ at }) => at >= since).slice(-TREND_DAYS);
  if (recent.length < Math.min(RESTART_DAYS, TREND_DAYS)) return null;
  const trend = median(recent.map(({ value }) => value));
  const today = weekdays[day] ?? 0;
  const alike = adjusted.filter(({ weekday }) => isWeekend(weekday) === isWeekend(today));
  const off = alike.map(({ at, value }) => Math.abs(value - trendAt(adjusted, at, since)));
  // A median of few deviations of fitted values is low; the degrees of freedom make up for it.
  const scale = MAD_SCALE * Math.sqrt(alike.length / Math.max(1, alike.length - WEEK_DAYS + 1));
  const floor = LEAST_DEVIATION * Math.abs(median(days.map(({ value }) => value)));
  const deviation = Math.max(scale * median(off), floor, TINY);
  return { mean: trend + (week[today] ?? 0) + season(day), deviation };
}

/** The trend around a day: the median of the days at most a week away, on the same side of a restart. */
function trendAt(adjusted: readonly { at: number; value: number }[], day: number, since: number): number {
  const near = adjusted.filter(({ at }) => Math.abs(at - day) <= WEEK_DAYS && at < since === day < since);
  return median(near.map(({ value }) => value));
}

/** The amount that the time of the year adds, from the year before; 0 with less than two years of data. */
function seasonOf(values: readonly (number | null)[], day: number): (at: number) => number {
  if (day < 2 * YEAR_DAYS) return () => 0;
  const around = (at: number) =>
    values.slice(Math.max(0, at - SEASON_DAYS), at + SEASON_DAYS + 1).filter((value) => value !== null);
  const year = median(values.slice(day - 2 * YEAR_DAYS, day - YEAR_DAYS).filter((value) => value !== null));
  return (at) => median(around(at - YEAR_DAYS)) - year;
}
