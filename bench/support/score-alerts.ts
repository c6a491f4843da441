/** How many series of hourly counts the alerts score in a second, as a round of the worker does. */
import { shapesOf, watchCounts } from '../../apps/server/src/insight/alerts/engine/counts.ts';
import { WEEK_HOURS } from '../../apps/server/src/insight/alerts/engine/hours.ts';
import { generator, makeCounts, weekShape, weeksUntil } from '../../apps/server/src/insight/alerts/testing/worlds.ts';

const SERIES = 10_000;
/** Different series; each is scored several times. */
const MADE = 500;
const WEEKS = 12;
const SMALLEST = 0.03;
const DECADES = 4;

export function alertSeriesPerSecond(): { perSecond: number; seconds: number } {
  const random = generator(1);
  const grid = weeksUntil('2026-11-01T00:00:00Z', WEEKS, 'Europe/Berlin');
  const span = { grid, from: 8 * WEEK_HOURS, until: WEEKS * WEEK_HOURS };
  const shape = weekShape(random);
  const whole = makeCounts(random, grid, { perHour: 5_000, dispersion: 2, shape });
  const made = Array.from({ length: MADE }, () =>
    makeCounts(random, grid, { perHour: SMALLEST * 10 ** (random() * DECADES), dispersion: 1 + random(), shape }),
  );
  const began = performance.now();
  const parent = shapesOf({ ...span, counts: whole });
  for (let index = 0; index < SERIES; index += 1) {
    const counts = made[index % MADE];
    if (counts !== undefined) watchCounts({ ...span, counts, watched: SERIES, parent });
  }
  const seconds = (performance.now() - began) / 1000;
  return { perSecond: Math.round(SERIES / seconds), seconds: Math.round(seconds * 10) / 10 };
}
