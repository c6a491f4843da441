/** The rules for alarms, for launches, and for the beginning of a series. */
import type { Counts } from './shape.ts';

export const DIRECTIONS = ['down', 'up'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/**
 * The part of the expected counts that an alarm has seen at most, or at least. A level that is a little off, seen long
 * enough, also adds up to much evidence, but not to half or double.
 */
const LEAST_CHANGE = { down: 0.62, up: 1.6 } as const;
/** A series with less than one event per hour counts as launched when it grows by this factor. */
const LAUNCH = 5;
/** The factor that shows a launch within a single hour. */
const LAUNCH_HOUR = 20;
/** A series begins when it has brought this part of all it has brought: trials before a launch are no history. */
const BEGINNING = 0.02;

/** An alarm. Its hours are indexes of the grid. */
export interface Alarm {
  direction: Direction;
  /** The first hour that differed. */
  start: number;
  /** The hour whose count raised it. */
  raised: number;
  /** The first hour after it; null while it lasts. */
  ended: number | null;
  /** Whether counts came back, or stayed as they were until they counted as normal. */
  ending: 'back' | 'stayed' | null;
  /** Both from the start to the end, or to the last hour. */
  expected: number;
  seen: number;
}

/** Whether the counts of an alarm are about half, or double, of what they should be. */
export const isChange = ({ direction, expected, seen }: Alarm): boolean => {
  if (direction === 'down') return seen <= LEAST_CHANGE.down * expected;
  return seen >= LEAST_CHANGE.up * expected;
};

/** Whether an alarm is the launch of a series that brought next to nothing; `mean` and `count` are those of its last hour. */
export const isLaunch = (alarm: Alarm, { mean, count }: { mean: number; count: number }): boolean => {
  const { direction, expected, seen, start, raised } = alarm;
  const wasSmall = expected < raised - start + 1;
  return direction === 'up' && wasSmall && (seen >= LAUNCH * expected || count >= LAUNCH_HOUR * Math.max(mean, 0.1));
};

/** When a series began, as seen at an hour. */
export function beginningOf(counts: Counts): (hour: number) => number {
  const sums = new Float64Array(counts.length + 1);
  for (let hour = 0; hour < counts.length; hour += 1)
    sums[hour + 1] = (sums[hour] ?? 0) + Math.max(0, counts[hour] ?? 0);
  return (until) => {
    const wanted = (sums[until] ?? 0) * BEGINNING;
    if (wanted <= 0) return until;
    let low = 0;
    let high = until;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle + 1] ?? 0) >= wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
