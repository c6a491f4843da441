import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { delayOf, ripeClicks } from './delay.ts';
import { gamma, uniform } from './random.ts';
import { type Arm, newWeights, type Slot, sharesOf, weighArms } from './weigh.ts';

/** An imagined campaign: how many of its clicks convert, after how long, for how much. */
interface Truth {
  rate: number;
  delayHours: number;
  worth?: number;
}

/** A market that sends `perHour` clicks an hour by weight, and re-weighs every hour; answers the weights hour by hour. */
function simulate(truths: readonly Truth[], hours: number, seed: number, perHour = 60, free = truths.map(() => true)) {
  const next = uniform(seed);
  const clicks: { arm: number; at: number; converts: number | null; worth: number }[] = [];
  let weights = sharesOf(
    100,
    truths.map(() => 1),
  );
  const course: number[][] = [];
  for (let hour = 0; hour < hours; hour += 1) {
    for (let click = 0; click < perHour; click += 1) {
      const point = next() * 100;
      const arm = weights.findIndex((_, at) => point < weights.slice(0, at + 1).reduce((sum, one) => sum + one, 0));
      const truth = truths[arm];
      if (truth === undefined) continue;
      const converts = next() < truth.rate ? hour - Math.log(1 - next()) * truth.delayHours : null;
      clicks.push({ arm, at: hour, converts, worth: -Math.log(1 - next()) * (truth.worth ?? 1) });
    }
    const now = hour + 1;
    const arms = truths.map((_, arm): Arm => {
      const own = clicks.filter((click) => click.arm === arm);
      const seen = own.filter(({ converts }) => converts !== null && converts < now);
      const ages = Map.groupBy(own, ({ at }) => now - at - 0.5);
      return {
        clicks: [...ages].map(([age, list]) => ({ age, clicks: list.length })),
        conversions: seen.length,
        delays: seen.reduce((sum, { at, converts }) => sum + ((converts ?? at) - at), 0),
        earned: seen.reduce((sum, { worth }) => sum + worth, 0),
      };
    });
    const best = weighArms(arms, truths[0]?.worth === undefined ? 'ftd_rate' : 'epc', seed + hour, free).map(
      (one) => one.best,
    );
    weights = newWeights(
      weights.map((weight, at): Slot => ({ weight, free: free[at] ?? true, able: true })),
      best,
    );
    course.push(weights);
  }
  return course;
}
const last = (course: readonly number[][]): number[] => course.at(-1) ?? [];
const SEEDS = [1, 2, 3, 4, 5];

describe('Automatic weights in a simulated market', () => {
  it('find the better campaign by FTD rate, and keep 1 for the other', () => {
    for (const seed of SEEDS) {
      const course = simulate(
        [
          { rate: 0.02, delayHours: 2 },
          { rate: 0.06, delayHours: 2 },
        ],
        120,
        seed,
      );
      expect(last(course)[1]).toBeGreaterThan(90);
      expect(Math.min(...course.flat())).toBeGreaterThanOrEqual(1);
    }
  });

  it('find the better campaign by EPC even though it converts less often', () => {
    for (const seed of SEEDS) {
      const often = { rate: 0.08, delayHours: 2, worth: 5 };
      const dear = { rate: 0.04, delayHours: 2, worth: 30 };
      expect(last(simulate([often, dear], 120, seed))[1]).toBeGreaterThan(90);
    }
  });

  it('do not starve a campaign whose conversions arrive later', () => {
    for (const seed of SEEDS) {
      const quick = { rate: 0.03, delayHours: 1 };
      const slow = { rate: 0.08, delayHours: 48 };
      const course = simulate([quick, slow], 168, seed);
      // Half a day in, hardly any of its conversions has arrived: counted as failures, it would be at the floor.
      expect(course[12]?.[1]).toBeGreaterThan(5);
      expect(last(course)[1]).toBeGreaterThan(75);
    }
  });

  it('hardly change while campaigns perform alike', () => {
    const weights = SEEDS.map((seed) => {
      return Math.max(
        ...last(
          simulate(
            [
              { rate: 0.05, delayHours: 2 },
              { rate: 0.05, delayHours: 2 },
            ],
            48,
            seed,
          ),
        ),
      );
    });
    expect(weights.filter((weight) => weight > 97)).toHaveLength(0);
  });

  it('never change a locked weight', () => {
    const truths = [
      { rate: 0.2, delayHours: 1 },
      { rate: 0.02, delayHours: 1 },
      { rate: 0.06, delayHours: 1 },
    ];
    const course = simulate(truths, 96, 7, 60, [false, true, true]);
    for (const weights of course) expect(weights[0]).toBe(34);
    expect(last(course)[2]).toBeGreaterThan(60);
  });
});

describe('The estimated delay of conversions', () => {
  it('is derived from conversions that have arrived and those that have not', () => {
    const next = uniform(11);
    const ages = Array.from({ length: 4_000 }, (_, at) => (at % 96) + 0.5);
    const seen = ages.flatMap((age) => {
      const delay = -Math.log(1 - next()) * 24;
      return next() < 0.2 && delay < age ? [delay] : [];
    });
    const clicks = ages.map((age) => ({ age, clicks: 1 }));
    const delays = seen.reduce((sum, delay) => sum + delay, 0);
    const { meanHours: mean } = delayOf({ clicks, conversions: seen.length, delays }, { meanHours: 5, weight: 5 });
    expect(mean).toBeGreaterThan(18);
    expect(mean).toBeLessThan(30);
    // The plain mean of those that were seen is too short.
    expect(delays / seen.length).toBeLessThan(mean);
    expect(seen.length / ripeClicks(clicks, mean)).toBeCloseTo(0.2, 1);
  });

  it('is the prior without observations', () => {
    expect(delayOf({ clicks: [], conversions: 0, delays: 0 }, { meanHours: 7, weight: 5 }).meanHours).toBe(7);
    expect(ripeClicks([{ age: 1_000, clicks: 5 }], 1)).toBeCloseTo(5);
  });
});

const slots = fc.array(
  fc.record({
    share: fc.integer({ min: 1, max: 50 }),
    free: fc.boolean(),
    able: fc.boolean(),
    best: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { minLength: 1, maxLength: 20 },
);

describe('New weights', () => {
  it('always total 100, keep locked ones, and are at least 1 for each unlocked one', () => {
    fc.assert(
      fc.property(slots, (given) => {
        const old = sharesOf(
          100,
          given.map(({ share }) => share),
        );
        const next = newWeights(
          given.map(({ free, able }, at) => ({ weight: old[at] ?? 0, free, able })),
          given.map(({ best }) => best),
        );
        expect(next.reduce((sum, weight) => sum + weight, 0)).toBe(100);
        for (const [at, { free }] of given.entries()) {
          if (!free) expect(next[at]).toBe(old[at]);
          expect(next[at]).toBeGreaterThanOrEqual(1);
        }
      }),
    );
  });

  it('equal the old ones when there is nothing to weigh, no room, or too little difference', () => {
    const slot = (weight: number, change: Partial<Slot> = {}): Slot => ({ weight, free: true, able: true, ...change });
    expect(newWeights([slot(100)], [1])).toEqual([100]);
    expect(newWeights([slot(60), slot(40, { able: false })], [1, 0])).toEqual([60, 40]);
    expect(newWeights([slot(100, { free: false }), slot(0), slot(0)], [0, 1, 0])).toEqual([100, 0, 0]);
    expect(newWeights([slot(60), slot(40)], [0.602, 0.398])).toEqual([60, 40]);
    expect(newWeights([slot(50), slot(40), slot(10, { able: false })], [1, 0, 0])).toEqual([98, 1, 1]);
  });

  it('are the same for the same seed', () => {
    const arm: Arm = { clicks: [{ age: 40, clicks: 500 }], conversions: 20, delays: 60, earned: 900 };
    const other = { ...arm, conversions: 25, earned: 700 };
    expect(weighArms([arm, other], 'epc', 9)).toEqual(weighArms([arm, other], 'epc', 9));
    const sum = weighArms([arm, other], 'epc', 9).reduce((all, { best }) => all + best, 0);
    expect(sum).toBeCloseTo(1);
  });

  it('are drawn from a gamma distribution with the mean and variance of its shape', () => {
    const next = uniform(3);
    for (const shape of [0.5, 1, 7]) {
      const drawn = Array.from({ length: 20_000 }, () => gamma(next, shape));
      const mean = drawn.reduce((sum, one) => sum + one, 0) / drawn.length;
      const spread = drawn.reduce((sum, one) => sum + (one - mean) ** 2, 0) / drawn.length;
      expect(Math.abs(mean - shape)).toBeLessThan(0.1);
      expect(Math.abs(spread - shape)).toBeLessThan(0.5);
    }
  });
});
