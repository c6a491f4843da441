/**
 * `npm run bench:tests -- 2000`: how often a test of equal variants is wrong if it is looked at every hour for 30 days, by the
 * rule of the product and by a z test, in three shapes of traffic. The last output is one line of JSON.
 */
import { aaRuns, SHAPES } from '../apps/server/src/traffic/pages/testing/simulate.ts';

const runs = Number(process.argv[2] ?? 1_000);
const shares = SHAPES.map((shape, at) => {
  const { wrong, wrongByZ } = aaRuns(shape, { runs, seed: 1_000 + at });
  const percent = (count: number) => Math.round((count / runs) * 10_000) / 100;
  console.log(`${shape}: wrong in ${percent(wrong)} %, a z test in ${percent(wrongByZ)} % of ${runs} tests`);
  return [shape, { wrongPercent: percent(wrong), zPercent: percent(wrongByZ) }];
});
console.log(JSON.stringify({ runs, ...Object.fromEntries(shares) }));
