/** The level of a series: what an average hour brings, from days outside incidents. */
import { DAY_HOURS, type HourGrid } from './hours.ts';
import { weightedMedian } from './medians.ts';
import type { Counts, Shape } from './shape.ts';

const RECENT_DAYS = 14;
const HALF_LIFE_DAYS = 7;
/**
 * The counts, per unit of dispersion, from which a level is certain to about 4 %. Series with fewer in their recent days
 * take the mean of as many days as it needs: a level that is a fifth off would alarm by itself, and medians of small
 * counts are low.
 */
const ENOUGH = 1500;
const MOST_DAYS = 56;
/** A day with fewer usable hours does not count. */
const LEAST_HOURS = 12;

interface DaySum {
  start: number;
  count: number;
  shape: number;
}

export class Levels {
  private days: DaySum[] = [];
  /** Hours before it do not count. */
  private since = 0;
  /** Hours of the present or last incident. */
  private excluded = { from: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY };
  private readonly counts: Counts;
  private readonly grid: HourGrid;

  constructor(counts: Counts, grid: HourGrid) {
    this.counts = counts;
    this.grid = grid;
  }

  isDayStart(hour: number): boolean {
    return (this.grid.first + hour) % DAY_HOURS === 0;
  }

  /** Sums up the days of the history before `hour`. */
  fill(hour: number, shape: Shape): void {
    let start = hour - MOST_DAYS * DAY_HOURS;
    while (start < 0 || !this.isDayStart(start)) start += 1;
    for (; start + DAY_HOURS < hour; start += DAY_HOURS) this.addDay(start, shape);
  }

  /** Adds the day that ends at `hour`, if a day ends there. */
  addDayBefore(hour: number, shape: Shape): void {
    if (this.isDayStart(hour) && hour >= DAY_HOURS) this.addDay(hour - DAY_HOURS, shape);
  }

  private addDay(start: number, shape: Shape): void {
    if (start < this.since || this.days.at(-1)?.start === start) return;
    let count = 0;
    let weight = 0;
    let hours = 0;
    for (let hour = start; hour < start + DAY_HOURS; hour += 1) {
      if (this.grid.holidays[hour] === 1) continue;
      if (hour >= this.excluded.from && hour < this.excluded.until) continue;
      count += Math.max(0, this.counts[hour] ?? 0);
      weight += shape.hours[this.grid.slots[hour] ?? 0] ?? 0;
      hours += 1;
    }
    if (hours >= LEAST_HOURS && weight > 0) this.days.push({ start, count, shape: weight });
    if (this.days.length > MOST_DAYS) this.days.shift();
  }

  forgetBefore(hour: number): void {
    this.since = hour;
    this.days = this.days.filter(({ start }) => start >= hour);
  }

  leaveOutFrom(hour: number): void {
    this.excluded = { from: hour, until: Number.POSITIVE_INFINITY };
    this.days = this.days.filter(({ start }) => start + DAY_HOURS <= hour);
  }

  leaveOutUntil(hour: number): void {
    this.excluded = { ...this.excluded, until: hour };
  }

  /** Counts the days of an incident after all. */
  countAgainFrom(from: number, until: number, shape: Shape | null): void {
    this.excluded = { from: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY };
    if (shape === null) return;
    let start = from;
    while (!this.isDayStart(start)) start += 1;
    for (; start + DAY_HOURS <= until; start += DAY_HOURS) this.addDay(start, shape);
  }

  /**
   * The mean per hour, from days that end by `until`; null without any. Counts that vary more (`dispersion`, the variance
   * as a multiple of the mean) are averaged over more days.
   */
  at(until: number, dispersion: number): number | null {
    const enough = ENOUGH * dispersion;
    const pairs: { value: number; weight: number }[] = [];
    let count = 0;
    let shape = 0;
    let recent = 0;
    let newest = -1;
    for (let index = this.days.length - 1; index >= 0; index -= 1) {
      const day = this.days[index];
      if (day === undefined || day.start + DAY_HOURS > until) continue;
      if (newest < 0) newest = day.start;
      if (pairs.length >= RECENT_DAYS && count >= enough) break;
      count += day.count;
      shape += day.shape;
      if (pairs.length >= RECENT_DAYS) continue;
      const age = (newest - day.start) / DAY_HOURS;
      pairs.push({ value: day.count / day.shape, weight: 0.5 ** (age / HALF_LIFE_DAYS) });
      recent += day.count;
    }
    if (pairs.length === 0) return null;
    if (recent >= enough) return weightedMedian(pairs);
    return count / shape;
  }
}
