/** A seeded world with 30 planted incidents (of hours and of days) and 12 traps, and what the engine finds in it. */
import { shapesOf, watchCounts } from '../engine/counts.ts';
import { watchDays } from '../engine/days.ts';
import { type HourGrid, WEEK_HOURS } from '../engine/hours.ts';
import { generator, makeCounts, normal, type SeriesPlan, weekShape, weeksUntil } from './worlds.ts';

const WEEKS = 14;
const FROM = 8 * WEEK_HOURS;
const HOURS = WEEKS * WEEK_HOURS;
const WATCHED = 60;
const ZONE = 'Europe/Berlin';

interface Outcome {
  found: string[];
  missed: string[];
  /** Traps that raised an alarm. */
  trapped: string[];
}

type Random = () => number;

/** Stops, halves and doubles, in series of very different sizes. */
const INCIDENTS = [
  ...[1, 2, 4, 8, 15, 30, 60, 120, 250, 500, 1000, 0.5].map((perHour) => ({ perHour, factor: 0 })),
  ...[4, 10, 25, 80, 200, 600].map((perHour) => ({ perHour, factor: 0.4 })),
  ...[3, 12, 50, 150].map((perHour) => ({ perHour, factor: 2.6 })),
];

/** Plants everything by the seed and scores it. @testing */
export function plantedWorld(seed: number): Outcome {
  const outcome: Outcome = { found: [], missed: [], trapped: [] };
  const random = generator(seed);
  countIncidents(random, outcome);
  dayIncidents(random, outcome);
  lateData(random, outcome);
  clockChanges(random, outcome);
  holidays(random, outcome);
  launches(random, outcome);
  return outcome;
}

const settle = (outcome: Outcome, name: string, isFound: boolean) =>
  (isFound ? outcome.found : outcome.missed).push(name);

/** The parent's shape: the sum of many series that are shaped alike. */
function parentShapes(random: Random, grid: HourGrid, shape: Float64Array, until = HOURS) {
  const counts = makeCounts(random, grid, { perHour: 2000, dispersion: 2, shape });
  return shapesOf({ counts, grid, from: FROM, until });
}

const vary = (random: Random) => 1 + random() * 1.5;

function countIncidents(random: Random, outcome: Outcome): void {
  const grid = weeksUntil('2026-09-20T22:00:00Z', WEEKS, ZONE);
  const shape = weekShape(random);
  const parent = parentShapes(random, grid, shape);
  for (const { perHour, factor } of INCIDENTS) {
    const start = 9 * WEEK_HOURS + Math.floor(random() * WEEK_HOURS);
    const length = Math.max(48, Math.ceil(150 / perHour));
    const during = (hour: number) => hour >= start && hour < start + length;
    const counts = makeCounts(random, grid, {
      perHour,
      dispersion: vary(random),
      shape,
      factor: (hour) => (during(hour) ? factor : 1),
    });
    const { alarms } = watchCounts({ counts, grid, from: FROM, until: HOURS, watched: WATCHED, parent });
    const direction = factor < 1 ? 'down' : 'up';
    settle(
      outcome,
      `${perHour} an hour × ${factor}`,
      alarms.some((alarm) => alarm.direction === direction && during(alarm.raised)),
    );
  }
}

/** Money that falls or jumps, and rates that break, by day. */
function dayIncidents(random: Random, outcome: Outcome): void {
  const days = 150;
  const weekdays = Array.from({ length: days }, (_, day) => day % 7);
  const holidays = weekdays.map(() => false);
  const kinds = [
    { name: 'revenue', base: 5000, noise: 0.08, factors: [0.4, 0.5, 1.9, 0.3] },
    { name: 'lead rate', base: 0.12, noise: 0.06, factors: [0.4, 0.55, 1.8, 0.2] },
  ];
  for (const { name, base, noise, factors } of kinds)
    for (const factor of factors) {
      const start = 90 + Math.floor(random() * 50);
      const values = weekdays.map((weekday, day) => {
        const usual = base * (weekday === 0 || weekday === 6 ? 0.8 : 1.1) * (1 + day / 1000);
        return usual * (1 + noise * normal(random)) * (day >= start && day < start + 3 ? factor : 1);
      });
      const { alarms } = watchDays({ values, weekdays, holidays, from: 60 });
      settle(
        outcome,
        `${name} × ${factor}`,
        alarms.some((alarm) => alarm.start >= start && alarm.start < start + 3),
      );
    }
}

/** No alarm may be raised. */
function trap(outcome: Outcome, name: string, grid: HourGrid, counts: Float64Array, until = HOURS): void {
  const { alarms } = watchCounts({ counts, grid, from: FROM, until, watched: WATCHED });
  for (const { direction, raised, seen, expected } of alarms)
    outcome.trapped.push(`${name}: ${direction} at ${raised}, ${Math.round(seen)} of ${Math.round(expected)}`);
}

/** The last hours have not arrived yet; the watermark says so. */
function lateData(random: Random, outcome: Outcome): void {
  const grid = weeksUntil('2026-09-20T22:00:00Z', WEEKS, ZONE);
  for (const [perHour, late] of [
    [20, 6],
    [200, 20],
    [1000, 3],
  ] as const) {
    const factor = (hour: number) => (hour >= HOURS - late ? 0.1 : 1);
    const counts = makeCounts(random, grid, { perHour, dispersion: vary(random), shape: weekShape(random), factor });
    trap(outcome, `late data of ${late} hours`, grid, counts, HOURS - late);
  }
}

/** Clocks change while people's habits stay with the clock. */
function clockChanges(random: Random, outcome: Outcome): void {
  for (const [end, zone] of [
    ['2026-04-25T22:00:00Z', 'Europe/Berlin'],
    ['2026-11-20T22:00:00Z', 'Europe/Berlin'],
    ['2026-04-05T22:00:00Z', 'America/New_York'],
  ] as const) {
    const grid = weeksUntil(end, WEEKS, zone);
    const plan: SeriesPlan = { perHour: 150, dispersion: vary(random), shape: weekShape(random) };
    trap(outcome, `clock change in ${zone}`, grid, makeCounts(random, grid, plan));
  }
}

/** A trap: on known holidays, traffic falls by more than half or doubles, which must raise no alarm. */
function holidays(random: Random, outcome: Outcome): void {
  for (const [end, change] of [
    ['2027-01-10T22:00:00Z', 0.45],
    ['2027-01-10T22:00:00Z', 2.2],
    ['2026-04-20T22:00:00Z', 0.5],
  ] as const) {
    const grid = weeksUntil(end, WEEKS, ZONE);
    const factor = (hour: number) => (grid.holidays[hour] === 1 ? change : 1);
    const plan = { perHour: 100, dispersion: vary(random), shape: weekShape(random), factor };
    trap(outcome, `holidays × ${change}`, grid, makeCounts(random, grid, plan));
  }
}

/** A series begins, and grows for two weeks. */
function launches(random: Random, outcome: Outcome): void {
  const grid = weeksUntil('2026-09-20T22:00:00Z', WEEKS, ZONE);
  for (const [perHour, trials] of [
    [10, 0],
    [100, 0],
    [400, 0.0002],
  ] as const) {
    const start = 12 * WEEK_HOURS;
    const factor = (hour: number) =>
      hour < start ? trials : Math.min(1, 0.1 + ((hour - start) / (2 * WEEK_HOURS)) * 0.9);
    const plan = { perHour, dispersion: vary(random), shape: weekShape(random), factor };
    trap(outcome, `launch of ${perHour} an hour`, grid, makeCounts(random, grid, plan));
  }
}
