/**
 * The shape of a series over the local week: how much of an average hour each of its 168 hours brings, and how much the
 * counts vary around it. Medians over eight weeks, so that incidents of up to three weeks do not matter.
 */
import { DAY_HOURS, type HourGrid, WEEK_HOURS } from './hours.ts';
import { medianBetween, medianOf } from './medians.ts';

const SHAPE_WEEKS = 8;
/** Fewer weeks say nothing about a week. */
export const LEAST_WEEKS = 3;
export const SHAPE_HOURS = SHAPE_WEEKS * WEEK_HOURS;
/** An hour of the week follows its own median as m / (m + 30), where m is what it brought in eight weeks. */
const SHRINK = 30;
/** Clocks that are set back repeat an hour of the week. */
const MOST_VALUES = SHAPE_WEEKS + 4;
/** The counts that a span must expect so that its deviation says something. */
const LEAST_EXPECTED = 8;
/** The dispersion that is assumed before there are counts, as if it had been seen in this many spans. */
const USUAL = { dispersion: 2, spans: 6 } as const;
/** Deviations beyond this many times their usual size are incidents. */
const CLIP = 4;
/** The part of a normal variance that lies within {@link CLIP} standard deviations. */
const CLIPPED_VARIANCE = 0.999;
/** Every fifth hour of the rest is enough, and meets every hour of the week. */
const MANY_SPANS = 100;
const SKIP = 4;
const MOST_SPANS = MANY_SPANS + SHAPE_HOURS / (SKIP + 1);
/** Makes the median of absolute deviations comparable with a standard deviation. */
export const MAD_SCALE = 1.4826;

export interface Shape {
  /** By hour of the week; 1 on average. */
  hours: Float64Array;
  /** The variance of counts as a multiple of their mean; 1 for counts that vary as Poisson's do. */
  dispersion: number;
}

export type Counts = Float64Array;

/** The shape of a series without any history: the same at each hour. */
const FLAT: Shape = { hours: new Float64Array(WEEK_HOURS).fill(1), dispersion: 1 };

/**
 * The shape of the eight weeks before `end`; null while there are fewer than three weeks with counts. Without a parent,
 * a series is shrunk to the product of its own hours of the day and days of the week.
 */
export function fitShape(counts: Counts, grid: HourGrid, end: number, parent: Shape | null): Shape | null {
  const means = weeklyMeans(counts, grid, end);
  const usable = means.filter((mean) => mean > 0).length;
  if (usable < LEAST_WEEKS) return null;
  const { own, sums, total } = medians(counts, grid, end, means);
  const towards = parent?.hours ?? productShape(sums, total);
  const hours = new Float64Array(WEEK_HOURS);
  let sum = 0;
  let trust = 0;
  for (let slot = 0; slot < WEEK_HOURS; slot += 1) {
    const seen = total[slot] ?? 0;
    const weight = seen / (seen + SHRINK);
    const value = weight * (own[slot] ?? 0) + (1 - weight) * (towards[slot] ?? 1);
    hours[slot] = value;
    sum += value;
    trust += weight / WEEK_HOURS;
  }
  if (sum <= 0) return FLAT;
  for (let slot = 0; slot < WEEK_HOURS; slot += 1) hours[slot] = ((hours[slot] ?? 0) * WEEK_HOURS) / sum;
  const measured = dispersionOf(counts, grid, { end, means, hours, prior: parent?.dispersion ?? USUAL.dispersion });
  return { hours, dispersion: measured * inflation(usable, trust) };
}

/**
 * How much more the next week varies around a shape than the weeks it was fitted to: a median of n values has the
 * variance of π/2 ÷ n of one value, which is missing from the old weeks and added to the next.
 */
function inflation(weeks: number, trust: number): number {
  const share = (Math.PI / 2) * trust ** 2;
  return (weeks + share) / (weeks - share);
}

/** The mean count per hour of each week before `end`, the oldest first; 0 for weeks that cannot be used. */
function weeklyMeans(counts: Counts, { holidays }: HourGrid, end: number): number[] {
  const means: number[] = [];
  for (let week = SHAPE_WEEKS; week >= 1; week -= 1) {
    const from = end - week * WEEK_HOURS;
    if (from < 0) {
      means.push(0);
      continue;
    }
    let sum = 0;
    let usable = 0;
    for (let index = from; index < from + WEEK_HOURS; index += 1) {
      if (holidays[index] === 1) continue;
      sum += counts[index] ?? 0;
      usable += 1;
    }
    means.push(usable === 0 ? 0 : sum / usable);
  }
  return means;
}

/** Reused, because a shape is fitted for each of thousands of series. */
const values = new Float64Array(WEEK_HOURS * MOST_VALUES);
const filled = new Uint8Array(WEEK_HOURS);

/** The median of count ÷ mean of its week by hour of the week, scaled to 1 on average, and the counts they come from. */
function medians(counts: Counts, { slots, holidays }: HourGrid, end: number, means: readonly number[]) {
  filled.fill(0);
  const sums = new Float64Array(WEEK_HOURS);
  const total = new Float64Array(WEEK_HOURS);
  for (let week = 0; week < SHAPE_WEEKS; week += 1) {
    const mean = means[week] ?? 0;
    if (mean <= 0) continue;
    const from = end - (SHAPE_WEEKS - week) * WEEK_HOURS;
    const scale = 1 / mean;
    for (let index = from; index < from + WEEK_HOURS; index += 1) {
      if (holidays[index] === 1) continue;
      const slot = slots[index] ?? 0;
      const count = counts[index] ?? 0;
      const at = filled[slot] ?? 0;
      if (at >= MOST_VALUES) continue;
      values[slot * MOST_VALUES + at] = count * scale;
      filled[slot] = at + 1;
      sums[slot] = (sums[slot] ?? 0) + count * scale;
      total[slot] = (total[slot] ?? 0) + count;
    }
  }
  const own = new Float64Array(WEEK_HOURS);
  let sum = 0;
  for (let slot = 0; slot < WEEK_HOURS; slot += 1) {
    const median = medianBetween(values, slot * MOST_VALUES, filled[slot] ?? 0);
    own[slot] = median;
    sum += median;
  }
  if (sum > 0) for (let slot = 0; slot < WEEK_HOURS; slot += 1) own[slot] = ((own[slot] ?? 0) * WEEK_HOURS) / sum;
  return { own, sums, total };
}

/**
 * A shape of fewer numbers, for series without a parent: one for each hour of a day and for each day of a week, shrunk
 * to the average as the hours of the week are.
 */
function productShape(sums: Float64Array, total: Float64Array): Float64Array {
  const hours = profile(sums, total, DAY_HOURS, (slot) => slot % DAY_HOURS);
  const days = profile(sums, total, WEEK_HOURS / DAY_HOURS, (slot) => Math.floor(slot / DAY_HOURS));
  const shape = new Float64Array(WEEK_HOURS);
  for (let slot = 0; slot < WEEK_HOURS; slot += 1)
    shape[slot] = (hours[slot % DAY_HOURS] ?? 1) * (days[Math.floor(slot / DAY_HOURS)] ?? 1);
  return shape;
}

/** The mean of each part, 1 on average. */
function profile(sums: Float64Array, total: Float64Array, parts: number, partOf: (slot: number) => number) {
  const means = new Float64Array(parts);
  const seen = new Float64Array(parts);
  let all = 0;
  for (let slot = 0; slot < WEEK_HOURS; slot += 1) {
    const part = partOf(slot);
    means[part] = (means[part] ?? 0) + (sums[slot] ?? 0);
    seen[part] = (seen[part] ?? 0) + (total[slot] ?? 0);
    all += sums[slot] ?? 0;
  }
  return means.map((mean, part) => {
    const weight = (seen[part] ?? 0) / ((seen[part] ?? 0) + SHRINK);
    return weight * ((mean * parts) / all) + 1 - weight;
  });
}

/**
 * φ: the variance of (y − μ) / √μ, of spans that are long enough to expect {@link LEAST_EXPECTED}, because the deviations
 * of smaller counts are too coarse to be measured. Outliers are those beyond 4 × 1.4826 · MAD: at 3, the long
 * tail of counts that vary much would be taken for outliers.
 */
function dispersionOf(
  counts: Counts,
  { slots, holidays }: HourGrid,
  { end, means, hours, prior }: { end: number; means: readonly number[]; hours: Float64Array; prior: number },
): number {
  let spans = 0;
  let expected = 0;
  let seen = 0;
  for (let index = end - SHAPE_HOURS; index < end && spans < MOST_SPANS; index += 1) {
    const mean = means[Math.floor((index - end + SHAPE_HOURS) / WEEK_HOURS)] ?? 0;
    if (mean <= 0 || holidays[index] === 1) continue;
    expected += mean * (hours[slots[index] ?? 0] ?? 0);
    seen += counts[index] ?? 0;
    if (expected < LEAST_EXPECTED) continue;
    deviations[spans] = (seen - expected) / Math.sqrt(expected);
    expected = 0;
    seen = 0;
    spans += 1;
    // Frequent series have more hours than are needed.
    if (spans > MANY_SPANS) index += SKIP;
  }
  return spread(deviations.subarray(0, spans), prior);
}

const deviations = new Float64Array(MOST_SPANS);

/** The variance of deviations without outliers, plus one and a half standard errors: too small a value raises false alarms. */
function spread(measured: Float64Array, prior: number): number {
  const count = measured.length;
  // The counts to which a shape was fitted lie around it, so the middle of the deviations is 0.
  const sorted = new Float64Array(count);
  for (let index = 0; index < count; index += 1) sorted[index] = Math.abs(measured[index] ?? 0);
  const limit = CLIP * Math.max(1, MAD_SCALE * medianOf(sorted));
  let sum = prior * USUAL.spans;
  let used = USUAL.spans;
  for (const deviation of measured) {
    if (Math.abs(deviation) > limit) continue;
    sum += deviation ** 2 / CLIPPED_VARIANCE;
    used += 1;
  }
  return Math.max(1, (sum / used) * (1 + 1.5 * Math.sqrt(2 / used)));
}
