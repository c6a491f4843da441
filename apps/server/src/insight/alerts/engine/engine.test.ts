import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generator, makeCounts, weekShape, weeksUntil } from '../testing/worlds.ts';
import { collapse } from './collapse.ts';
import { thresholdOf, watchCounts } from './counts.ts';
import { watchDays } from './days.ts';
import { hourGrid, isHoliday, WEEK_HOURS } from './hours.ts';
import { evidenceFor } from './likelihood.ts';
import { weightedMedian } from './medians.ts';
import { crossings } from './thresholds.ts';

const WEEKS = 12;
const HOURS = WEEKS * WEEK_HOURS;
const grid = weeksUntil('2026-09-20T22:00:00Z', WEEKS, 'Europe/Berlin');
const watch = (counts: Float64Array, more: { restarts?: number[]; watched?: number; until?: number } = {}) =>
  watchCounts({ counts, grid, from: 8 * WEEK_HOURS, until: HOURS, watched: 1, ...more });
/** The same count in every hour, and another from an hour on. */
const stepAt = (hour: number, before: number, after: number) =>
  Float64Array.from({ length: HOURS }, (_, index) => (index < hour ? before : after));

const evidence = (count: number, mean: number, dispersion: number, factor: number) => {
  const { perCount, perMean } = evidenceFor(dispersion, factor);
  return perCount * count + perMean * mean;
};

describe('the evidence of a count', () => {
  it('is μ/2 for each expected Poisson count that does not come, and −ln 2 + μ/2 for one that does', () => {
    expect(evidence(0, 4, 1, 0.5)).toBeCloseTo(2, 12);
    expect(evidence(1, 4, 1, 0.5)).toBeCloseTo(2 - Math.LN2, 12);
    // Doubled: y ln 2 − μ.
    expect(evidence(10, 4, 1, 2)).toBeCloseTo(10 * Math.LN2 - 4, 12);
  });

  it('is the ratio of negative binomial likelihoods', () => {
    // μ = 4, φ = 3: r = 2. ln f(y; μ) = y ln(μ/(r+μ)) + r ln(r/(r+μ)) + terms without μ.
    const log = (count: number, mean: number) => count * Math.log(mean / (2 + mean)) + 2 * Math.log(2 / (2 + mean));
    for (const count of [0, 1, 7]) expect(evidence(count, 4, 3, 0.5)).toBeCloseTo(log(count, 2) - log(count, 4), 10);
  });
});

describe('a series of counts', () => {
  it('is alarmed about 14 expected counts after it stopped, from the hour at which it stopped', () => {
    const stop = 10 * WEEK_HOURS + 5;
    const { alarms } = watch(stepAt(stop, 2, 0));
    expect(alarms).toHaveLength(1);
    const [alarm] = alarms;
    expect(alarm).toMatchObject({ direction: 'down', start: stop, seen: 0, ended: null });
    // ln(2000) ÷ ½ is 15.2 expected Poisson counts; without variance the engine assumes a little more.
    expect(((alarm?.raised ?? 0) - stop + 1) * 2).toBeGreaterThanOrEqual(15.2);
    expect(((alarm?.raised ?? 0) - stop + 1) * 2).toBeLessThanOrEqual(24);
  });

  it('is over when the counts are back, and the new normal after two weeks', () => {
    const stop = 9 * WEEK_HOURS;
    const back = Float64Array.from({ length: HOURS }, (_, hour) => (hour >= stop && hour < stop + 48 ? 0 : 10));
    expect(watch(back).alarms).toMatchObject([{ start: stop, ended: stop + 48, ending: 'back' }]);
    const { alarms, state } = watch(stepAt(stop, 10, 30));
    expect(alarms).toMatchObject([{ direction: 'up', start: stop, ending: 'stayed' }]);
    expect(state).toBe('watched');
  });

  it('is not alarmed by a change that people said was expected', () => {
    const stop = 10 * WEEK_HOURS + 5;
    expect(watch(stepAt(stop, 20, 8), { restarts: [stop] }).alarms).toEqual([]);
  });

  it('gives the same answer about the past whatever comes later', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 9 * WEEK_HOURS, max: HOURS }), (seed, until) => {
        const random = generator(seed);
        const factor = (hour: number) => (hour > 10 * WEEK_HOURS ? 0.2 : 1);
        const counts = makeCounts(random, grid, { perHour: 6, dispersion: 2, shape: weekShape(random), factor });
        const whole = watch(counts).alarms.filter(({ raised }) => raised < until);
        const part = watch(counts, { until }).alarms;
        expect(part.map(({ start, raised }) => [start, raised])).toEqual(
          whole.map(({ start, raised }) => [start, raised]),
        );
      }),
      { numRuns: 20 },
    );
  });

  it('says that it is too young, or has too few counts', () => {
    expect(watch(stepAt(10 * WEEK_HOURS, 0, 5)).state).toBe('tooYoung');
    const rare = Float64Array.from({ length: HOURS }, (_, hour) => (hour % 300 === 0 ? 1 : 0));
    expect(watch(rare).state).toBe('tooFew');
  });

  it('needs more evidence when more series are watched', () => {
    expect(thresholdOf(1)).toBeCloseTo(Math.log(2000), 12);
    expect(thresholdOf(1000)).toBeCloseTo(Math.log(2_000_000), 12);
  });
});

describe('a series of days', () => {
  const weekdays = Array.from({ length: 120 }, (_, day) => day % 7);
  const holidays = weekdays.map(() => false);
  const usual = weekdays.map((weekday, day) => 1000 + (weekday === 6 ? -300 : 0) + ((day * 37) % 11) * 5);

  it('follows the week, and alarms on the day that differs', () => {
    expect(watchDays({ values: usual, weekdays, holidays, from: 60 }).alarms).toEqual([]);
    const values = usual.with(100, 400);
    expect(watchDays({ values, weekdays, holidays, from: 60 }).alarms).toMatchObject([
      { direction: 'down', start: 100, ended: 101, ending: 'back', seen: 400 },
    ]);
  });

  it('takes a change that stays for a week as the new normal', () => {
    const values = usual.map((value, day) => (day >= 90 ? value + 900 : value));
    const { alarms } = watchDays({ values, weekdays, holidays, from: 60 });
    expect(alarms).toMatchObject([{ direction: 'up', start: 90, ended: 97, ending: 'stayed' }]);
  });

  it('is too young for three weeks', () => {
    expect(watchDays({ values: usual.slice(0, 20), weekdays, holidays, from: 0 }).state).toBe('tooYoung');
  });
});

describe('a threshold', () => {
  it('fires after so many in a row, is forgotten when it lasts less, and ignores empty values', () => {
    const rule = { comparison: 'below', value: 5, times: 2 } as const;
    expect(crossings([9, 4, 9, 4, null, 4, 4, 9, 4], rule)).toEqual([
      { start: 3, raised: 5, ended: 7 },
      { start: 8, raised: null, ended: null },
    ]);
  });
});

describe('incidents that explain each other', () => {
  const moving = (key: string, expected: number, seen: number) => ({ key, expected, seen });

  it('are told as the whole when everything fell alike', () => {
    const parts = [moving('a', 100, 50), moving('b', 100, 52), moving('c', 100, 49)];
    expect([...collapse(moving('', 300, 151), parts)]).toEqual([
      ['a', ''],
      ['b', ''],
      ['c', ''],
    ]);
  });

  it('are told as the part that makes up most of the change', () => {
    expect([...collapse(moving('', 300, 200), [moving('a', 100, 2)])]).toEqual([['', 'a']]);
  });

  it('stand apart when neither explains the other', () => {
    expect([...collapse(moving('', 1000, 700), [moving('a', 100, 0), moving('b', 120, 0)])]).toEqual([]);
  });
});

describe('hours', () => {
  it('keep their place in the local week when clocks change', () => {
    // 29 March 2026, 02:00 is skipped in Berlin; 25 October shows it twice.
    const spring = hourGrid(Date.parse('2026-03-29T00:00:00Z') / 3_600_000, 3, 'Europe/Berlin');
    expect([...spring.slots]).toEqual([1, 3, 4]);
    const autumn = hourGrid(Date.parse('2026-10-25T00:00:00Z') / 3_600_000, 3, 'Europe/Berlin');
    expect([...autumn.slots]).toEqual([2, 2, 3]);
  });

  it('know the holidays that hold nearly everywhere', () => {
    for (const day of ['2026-12-25', '2027-01-01', '2026-04-03', '2026-04-06', '2027-03-28'])
      expect(isHoliday(day)).toBe(true);
    for (const day of ['2026-12-23', '2026-04-07']) expect(isHoliday(day)).toBe(false);
  });

  it('weigh medians', () => {
    expect(
      weightedMedian([
        { value: 1, weight: 1 },
        { value: 9, weight: 3 },
        { value: 5, weight: 1 },
      ]),
    ).toBe(9);
  });
});
