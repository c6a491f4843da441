/**
 * Watches counts by hour for "half is gone" and "doubled": a cumulative sum (CUSUM) of log-likelihood ratios of negative
 * binomial counts around μ = level × shape (docs/decisions/0211, docs/product/alerts.md). Thresholds are probabilities,
 * so nobody tunes them.
 */
import { type Alarm, beginningOf, DIRECTIONS, type Direction, isChange, isLaunch } from './alarm.ts';
import { DAY_HOURS, type HourGrid, WEEK_HOURS } from './hours.ts';
import { Levels } from './levels.ts';
import { type Evidence, evidenceFor, FACTORS } from './likelihood.ts';
import { type Counts, fitShape, LEAST_WEEKS, type Shape } from './shape.ts';

/**
 * On average, all series that are watched together raise at most one false alarm in this many hours. That is an upper
 * bound; simulated years raise far fewer (docs/decisions/0211).
 */
const FALSE_ALARM_HOURS = 2000;
/** A change that lasts this long is the new normal. */
export const STAYS_HOURS = 14 * 24;
/** On a holiday, this much less or more than usual is ordinary. */
const HOLIDAY = { down: 0.4, up: 2.5 } as const;
/** From this part of the threshold on, a series is suspected, and its level no longer learns. */
const SUSPECTED = 0.5;
/** From this part of the threshold on, people see it coming. */
export const PENDING = 0.5;
/** A series is watched if a stop would be noticed within this time. */
export const LONGEST_DELAY_HOURS = 28 * 24;
const YOUNG_HOURS = LEAST_WEEKS * WEEK_HOURS;
const LEAST_MEAN = 1e-9;

export type WatchState = 'watched' | 'tooYoung' | 'tooFew';

export interface Watched {
  /** At the last hour. */
  state: WatchState;
  alarms: Alarm[];
  /** A change that is not certain yet. */
  suspicion: { direction: Direction; start: number; share: number } | null;
  /** Expected counts; NaN where nothing was expected. */
  expected: Float64Array;
  /** After how many hours a stop from now on would be noticed; null if it is not watched. */
  delayHours: number | null;
}

export interface WatchInput {
  counts: Counts;
  grid: HourGrid;
  /** The first hour to watch; the hours before it are history. */
  from: number;
  /** The end of the complete hours. */
  until: number;
  /** How many series are watched together. */
  watched: number;
  /** Shapes of the series above, by the hour at which they were fitted. */
  parent?: Shapes | undefined;
  /** Hours from which on the past no longer counts, ascending: people said that a change was expected. */
  restarts?: readonly number[];
}

/** Shapes by the hour at which they were fitted. */
export type Shapes = ReadonlyMap<number, Shape | null>;

/** The hours at which shapes are fitted: the beginning, and every other week since 1970. */
function isFittingHour({ grid, from }: Pick<WatchInput, 'grid' | 'from'>, hour: number): boolean {
  return hour === from || (grid.first + hour) % (2 * WEEK_HOURS) === 0;
}

/** The shapes of a series at each hour at which they are fitted. */
export function shapesOf({ counts, grid, from, until, parent }: Omit<WatchInput, 'watched'>): Shapes {
  const shapes = new Map<number, Shape | null>();
  for (let hour = from; hour < until; hour += 1) {
    if (!isFittingHour({ grid, from }, hour)) continue;
    shapes.set(hour, fitShape(counts, grid, hour, parent?.get(hour) ?? null));
  }
  return shapes;
}

/**
 * The threshold of the sum for this many series. It grows with how much a series varies, because the variance itself is
 * only an estimate: an error in it matters more where it is large.
 */
export const thresholdOf = (watched: number, dispersion = 1): number =>
  Math.log(FALSE_ALARM_HOURS * Math.max(1, watched) * Math.max(1, dispersion));

class Sum {
  value = 0;
  start = 0;

  add(change: number, hour: number): void {
    if (this.value === 0) this.start = hour;
    this.value = Math.max(0, this.value + change);
  }

  reset(): void {
    this.value = 0;
  }
}

/** Walks through the hours of a series. */
export function watchCounts(input: WatchInput, shapes: Shapes = shapesOf(input)): Watched {
  return new Walk(input, shapes).run();
}

class Walk {
  private threshold: number;
  private readonly expected: Float64Array;
  private readonly levels: Levels;
  private readonly sums = { down: new Sum(), up: new Sum() };
  private readonly back = new Sum();
  private evidence: Record<Direction, Evidence> = {
    down: evidenceFor(1, FACTORS.down),
    up: evidenceFor(1, FACTORS.up),
  };
  private readonly alarms: Alarm[] = [];
  private readonly beginning: (hour: number) => number;
  private active: Alarm | null = null;
  private shape: Shape | null = null;
  /** The end of the time in which there are too few data; null until the first level is known. */
  private youngUntil: number | null = null;
  private level: number | null = null;
  private state: WatchState = 'tooYoung';
  private readonly input: WatchInput;
  private readonly shapes: Shapes;

  constructor(input: WatchInput, shapes: Shapes) {
    this.input = input;
    this.shapes = shapes;
    this.threshold = thresholdOf(input.watched);
    this.expected = new Float64Array(input.counts.length).fill(Number.NaN);
    this.levels = new Levels(input.counts, input.grid);
    this.beginning = beginningOf(input.counts);
  }

  run(): Watched {
    const { grid, from, until, restarts = [] } = this.input;
    for (let hour = from; hour < until; hour += 1) {
      if (isFittingHour(this.input, hour)) this.fit(hour);
      if (restarts.includes(hour)) this.restart(hour);
      if (hour === from || this.levels.isDayStart(hour)) this.learn(hour);
      const { shape, level } = this;
      if (shape === null || level === null || this.state !== 'watched') continue;
      const mean = Math.max(level * (shape.hours[grid.slots[hour] ?? 0] ?? 0), LEAST_MEAN);
      this.expected[hour] = mean;
      if (this.active === null) this.watch(hour, mean);
      else this.follow(this.active, hour, mean);
    }
    return {
      state: this.state,
      alarms: this.alarms,
      suspicion: this.suspicion(),
      expected: this.expected,
      delayHours: this.delayHours(),
    };
  }

  private fit(hour: number): void {
    const isFirst = this.shape === null;
    this.shape = this.shapes.get(hour) ?? null;
    const { dispersion } = this.shape ?? { dispersion: 1 };
    this.threshold = thresholdOf(this.input.watched, dispersion);
    this.evidence = { down: evidenceFor(dispersion, FACTORS.down), up: evidenceFor(dispersion, FACTORS.up) };
    if (this.shape !== null && isFirst) this.levels.fill(hour, this.shape);
  }

  private restart(hour: number): void {
    if (this.active !== null) this.end(this.active, hour, 'stayed');
    this.levels.forgetBefore(hour);
    this.level = null;
    this.sums.down.reset();
    this.sums.up.reset();
  }

  /** Brings the level up to date, once a day. */
  private learn(hour: number): void {
    const { shape } = this;
    if (shape === null || this.beginning(hour) > hour - YOUNG_HOURS) {
      this.state = 'tooYoung';
      return;
    }
    this.levels.addDayBefore(hour, shape);
    this.youngUntil ??= this.isEnough(this.levels.at(hour - YOUNG_HOURS, shape.dispersion)) ? hour : hour + YOUNG_HOURS;
    this.level = this.levels.at(this.learnUntil(hour), this.shape?.dispersion ?? 1);
    if (!this.isEnough(this.level)) {
      this.state = 'tooFew';
      return;
    }
    if (this.state === 'tooFew') this.startAnew(hour - DAY_HOURS, hour);
    this.state = hour < (this.youngUntil ?? 0) ? 'tooYoung' : 'watched';
  }

  /**
   * Begins a new history from `start` on. The series had next to no counts before it was launched, so its earlier level
   * says nothing about it.
   */
  private startAnew(start: number, hour: number): void {
    this.youngUntil = hour + YOUNG_HOURS;
    this.levels.forgetBefore(start);
    this.sums.down.reset();
    this.sums.up.reset();
    this.state = 'tooYoung';
  }

  /** Whether a stop would be noticed in time: each expected count that does not come adds as much to the sum. */
  private isEnough(level: number | null): boolean {
    return (level ?? 0) * LONGEST_DELAY_HOURS * this.evidence.down.perMean >= this.threshold;
  }

  /** Days in which the series is suspected of a change do not count for its level. */
  private learnUntil(hour: number): number {
    let until = hour;
    if (this.active !== null) until = this.active.start;
    for (const direction of DIRECTIONS) {
      const { value, start } = this.sums[direction];
      if (value > SUSPECTED * this.threshold) until = Math.min(until, start);
    }
    return until;
  }

  private watch(hour: number, mean: number): void {
    const count = Math.max(0, this.input.counts[hour] ?? 0);
    for (const direction of DIRECTIONS) {
      const sum = this.sums[direction];
      const { perCount, perMean } = this.evidence[direction];
      sum.add(perCount * count + perMean * this.usualAt(hour, mean, direction), hour);
      if (sum.value <= this.threshold) continue;
      const alarm = this.alarmOf(direction, sum.start, hour);
      if (isLaunch(alarm, { mean, count })) this.startAnew(alarm.start, hour);
      else if (isChange(alarm)) this.raise(alarm);
      else {
        sum.value = this.threshold;
        continue;
      }
      return;
    }
  }

  private alarmOf(direction: Direction, start: number, hour: number): Alarm {
    const alarm: Alarm = { direction, start, raised: hour, ended: null, ending: null, expected: 0, seen: 0 };
    for (let at = start; at <= hour; at += 1) {
      alarm.expected += this.expected[at] || 0;
      alarm.seen += this.input.counts[at] ?? 0;
    }
    return alarm;
  }

  private raise(alarm: Alarm): void {
    this.levels.leaveOutFrom(alarm.start);
    this.alarms.push(alarm);
    this.active = alarm;
    this.back.reset();
  }

  /** The usual count of an hour, with the extra room of a holiday in this direction. */
  private usualAt(hour: number, mean: number, direction: Alarm['direction']): number {
    if (this.input.grid.holidays[hour] === 1) return mean * HOLIDAY[direction];
    return mean;
  }

  private follow(alarm: Alarm, hour: number, mean: number): void {
    const count = Math.max(0, this.input.counts[hour] ?? 0);
    alarm.expected += mean;
    alarm.seen += count;
    const usual = this.usualAt(hour, mean, alarm.direction);
    const { perCount, perMean } = this.evidence[alarm.direction];
    this.back.add(-(perCount * count + perMean * usual), hour);
    if (this.back.value > Math.log(FALSE_ALARM_HOURS)) this.end(alarm, this.back.start, 'back');
    else if (hour - alarm.start >= STAYS_HOURS) {
      this.levels.forgetBefore(alarm.start);
      this.end(alarm, hour + 1, 'stayed');
      this.levels.countAgainFrom(alarm.start, hour + 1, this.shape);
      this.level = this.levels.at(hour + 1, this.shape?.dispersion ?? 1);
    }
  }

  private end(alarm: Alarm, hour: number, ending: 'back' | 'stayed'): void {
    alarm.ended = Math.max(hour, alarm.raised + 1);
    alarm.ending = ending;
    this.active = null;
    this.levels.leaveOutUntil(alarm.ended);
    this.sums.down.reset();
    this.sums.up.reset();
  }

  private suspicion(): Watched['suspicion'] {
    if (this.active !== null || this.state !== 'watched') return null;
    const [first] = DIRECTIONS.map((direction) => ({
      direction,
      start: this.sums[direction].start,
      share: this.sums[direction].value / this.threshold,
    })).sort((one, other) => other.share - one.share);
    if (first !== undefined && first.share >= PENDING) return first;
    return null;
  }

  private delayHours(): number | null {
    const { shape, level, state, threshold } = this;
    const { grid, until } = this.input;
    if (shape === null || level === null || state !== 'watched') return null;
    let sum = 0;
    const next = (grid.slots[until - 1] ?? 0) + 1;
    for (let hour = 0; hour < LONGEST_DELAY_HOURS; hour += 1) {
      const mean = Math.max(level * (shape.hours[(next + hour) % WEEK_HOURS] ?? 0), LEAST_MEAN);
      sum += this.evidence.down.perMean * mean;
      if (sum > threshold) return hour + 1;
    }
    return null;
  }
}
