/** Seeded worlds of hourly counts with planted incidents and traps, for tests and benches. */
import { type HourGrid, hourGrid, WEEK_HOURS } from '../engine/hours.ts';

/** A small seeded generator (mulberry32): numbers in [0, 1). @testing */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Random = () => number;

/** A standard normal number (Box and Muller). @testing */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** A Gamma number (Marsaglia and Tsang). */
function gamma(random: Random, shape: number): number {
  if (shape < 1) return gamma(random, shape + 1) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

const NORMAL_FROM = 50;

function poisson(random: Random, mean: number): number {
  if (mean > NORMAL_FROM) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const limit = Math.exp(-mean);
  let product = random();
  let count = 0;
  while (product > limit) {
    product *= random();
    count += 1;
  }
  return count;
}

/** A count with this mean and a variance of mean × dispersion. @testing */
export function randomCount(random: Random, mean: number, dispersion: number): number {
  if (mean <= 0) return 0;
  if (dispersion <= 1) return poisson(random, mean);
  const size = mean / (dispersion - 1);
  return poisson(random, gamma(random, size) * (dispersion - 1));
}

/** The factor of each hour of the week against an average hour: nights are quiet, weekends differ. @testing */
export function weekShape(random: Random): Float64Array {
  const peak = 10 + random() * 10;
  const depth = 0.5 + random() * 0.4;
  const weekend = 0.6 + random() * 0.8;
  const shape = Float64Array.from({ length: WEEK_HOURS }, (_, slot) => {
    const hour = slot % 24;
    const isWeekend = slot < 24 || slot >= 6 * 24;
    return (1 + depth * Math.cos(((hour - peak) / 24) * 2 * Math.PI)) * (isWeekend ? weekend : 1);
  });
  const mean = shape.reduce((sum, value) => sum + value, 0) / WEEK_HOURS;
  return shape.map((value) => value / mean);
}

/** One series: its mean per hour, how it varies, and what is done to it. @testing */
export interface SeriesPlan {
  perHour: number;
  dispersion: number;
  shape: Float64Array;
  /** Multiplies the mean of an hour. */
  factor?: (hour: number) => number;
}

/** Counts of a series on a grid. @testing */
export function makeCounts(random: Random, grid: HourGrid, plan: SeriesPlan): Float64Array {
  const { perHour, dispersion, shape, factor = () => 1 } = plan;
  return Float64Array.from({ length: grid.slots.length }, (_, hour) =>
    randomCount(random, perHour * (shape[grid.slots[hour] ?? 0] ?? 1) * factor(hour), dispersion),
  );
}

/** A grid of this many weeks that ends at an instant. @testing */
export function weeksUntil(end: string, weeks: number, timeZone: string): HourGrid {
  const last = Math.floor(Date.parse(end) / 3_600_000);
  return hourGrid(last - weeks * WEEK_HOURS, weeks * WEEK_HOURS, timeZone);
}
