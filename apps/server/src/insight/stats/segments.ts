/** Splits a range into segments, each read from the coarsest possible grain, and the rest from the facts. Pure. */
import type { InstantRange } from '@signpost/contract/dates/dates.ts';
import { perZone } from '@signpost/contract/dates/per-zone.ts';
import type { Grain } from './rollups.ts';

/** A half-open span of time with the grain in which it is read. */
export interface Segment {
  grain: Grain;
  from: Date;
  until: Date;
}

const DAY_MS = 86_400_000;
/** How long a grain is, and an instant at which one begins: 5 January 1970 was a Monday. */
const STEPS = {
  week: { ms: 7 * DAY_MS, first: 4 * DAY_MS },
  date: { ms: DAY_MS, first: 0 },
  day: { ms: DAY_MS, first: 0 },
  hour: { ms: 3_600_000, first: 0 },
} as const;
const GRAINS: readonly Grain[] = ['week', 'date', 'day', 'hour', 'raw'];
const MONTH_MS = 28 * DAY_MS;

/**
 * Covers a range with segments that neither overlap nor leave a gap: whole weeks and UTC days if such rollups can be used,
 * whole hours around them, and single facts at the ends (in zones that are half an hour off, for example).
 */
export function cover(range: InstantRange, may: (grain: Grain) => boolean): Segment[] {
  return coverBy(
    range.from.getTime(),
    range.until.getTime(),
    GRAINS.filter((grain) => grain === 'raw' || may(grain)),
  );
}

function coverBy(from: number, until: number, [grain = 'raw', ...finer]: readonly Grain[]): Segment[] {
  if (from >= until) return [];
  if (grain === 'raw') return [{ grain, from: new Date(from), until: new Date(until) }];
  const { ms, first } = STEPS[grain];
  const start = Math.ceil((from - first) / ms) * ms + first;
  const end = Math.floor((until - first) / ms) * ms + first;
  if (start >= end) return coverBy(from, until, finer);
  return [
    ...coverBy(from, start, finer),
    { grain, from: new Date(start), until: new Date(end) },
    ...coverBy(end, until, finer),
  ];
}

/**
 * The coarsest grain that can represent the hours and days of a zone during a range: days where the zone is UTC all
 * along, hours where it is off by whole hours, else only the facts.
 */
export function zoneGrain({ from, until }: InstantRange, timeZone: string): Grain {
  const offsets = new Set<number>();
  // Clocks change and change back months apart.
  for (let at = from.getTime(); at < until.getTime(); at += MONTH_MS) offsets.add(offsetMinutes(at, timeZone));
  offsets.add(offsetMinutes(until.getTime(), timeZone));
  if ([...offsets].every((offset) => offset === 0)) return 'day';
  if ([...offsets].every((offset) => offset % 60 === 0)) return 'hour';
  return 'raw';
}

/** Whether the first grain is at least as fine as the second. */
export function isFineAs(grain: Grain, coarsest: Grain): boolean {
  return GRAINS.indexOf(grain) >= GRAINS.indexOf(coarsest);
}

const offsetFormat = perZone((timeZone) => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }));

function offsetMinutes(at: number, timeZone: string): number {
  const name =
    offsetFormat(timeZone)
      .formatToParts(at)
      .find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = /^GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(name) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes) + Number(seconds) / 60);
}
