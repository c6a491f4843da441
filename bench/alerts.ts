/**
 * `npm run bench:alerts [-- SEEDS]`: false alarms in simulated years of 200 series that nothing happens to, for three
 * ranges of variance, and what planted worlds find (docs/decisions/0211). The last line is JSON.
 */
import { watchCounts } from '../apps/server/src/insight/alerts/engine/counts.ts';
import { hourGrid } from '../apps/server/src/insight/alerts/engine/hours.ts';
import { plantedWorld } from '../apps/server/src/insight/alerts/testing/planted.ts';
import { generator, makeCounts, weekShape } from '../apps/server/src/insight/alerts/testing/worlds.ts';

const SEEDS = Number(process.argv[2] ?? 12);
const SERIES = 200;
const HISTORY_HOURS = 56 * 24;
const HOURS = HISTORY_HOURS + 365 * 24;
/** From one count in 33 hours to 300 an hour. */
const [LEAST_PER_HOUR, RANGE] = [0.03, 10_000];
const VARIANCES = [1, 2, 4] as const;

const grid = hourGrid(Date.parse('2025-01-06T00:00:00Z') / 3_600_000, HOURS, 'UTC');

/** The alarms of one year. `variance` is the largest ratio of variance to mean; each series has one of its own. */
function alarmsOfYear(seed: number, variance: number): number {
  const random = generator(seed * 7919 + variance);
  let alarms = 0;
  for (let nth = 0; nth < SERIES; nth += 1) {
    const perHour = LEAST_PER_HOUR * RANGE ** random();
    const dispersion = 1 + (variance - 1) * random();
    const counts = makeCounts(random, grid, { perHour, dispersion, shape: weekShape(random) });
    alarms += watchCounts({ counts, grid, from: HISTORY_HOURS, until: HOURS, watched: SERIES }).alarms.length;
  }
  return alarms;
}

const falseAlarms: Record<string, number> = {};
let most = 0;
for (const variance of VARIANCES) {
  const years = Array.from({ length: SEEDS }, (_, seed) => alarmsOfYear(seed + 1, variance));
  const mean = years.reduce((sum, alarms) => sum + alarms, 0) / years.length;
  most = Math.max(most, ...years);
  falseAlarms[variance] = Math.round(mean * 100) / 100;
  console.log(
    `variance up to ${variance} times the mean: ${years.join(' ')} false alarms a year, mean ${mean.toFixed(2)}`,
  );
}

const worlds = Array.from({ length: SEEDS }, (_, seed) => plantedWorld(seed + 1));
const leastFound = Math.min(...worlds.map(({ found }) => found.length));
const trapped = worlds.reduce((sum, world) => sum + world.trapped.length, 0);
console.log(JSON.stringify({ falseAlarms, mostInAYear: most, leastFoundOf30: leastFound, trapped, seeds: SEEDS }));
