/** The table of `npm test` that shows which test files took how long. */
import { join, relative } from 'node:path';

const SLOW_MS = 5_000;

/** The time of each file of a report of Vitest, as `{ file, ms, tests }`. */
export function vitestTimes({ testResults }, root) {
  return testResults.map(({ name, startTime, endTime, assertionResults }) => ({
    file: relative(root, name),
    ms: endTime - startTime,
    tests: assertionResults.length,
  }));
}

/** The same of a report of Playwright, whose suites nest. */
export function playwrightTimes({ suites }) {
  const files = new Map();
  const add = (suite) => {
    for (const spec of suite.specs ?? []) {
      const file = join('e2e', spec.file);
      const known = files.get(file) ?? { file, ms: 0, tests: 0 };
      const results = spec.tests.flatMap((test) => test.results);
      known.ms += results.reduce((sum, { duration }) => sum + duration, 0);
      known.tests += 1;
      files.set(file, known);
    }
    for (const inner of suite.suites ?? []) add(inner);
  };
  for (const suite of suites) add(suite);
  return [...files.values()];
}

/** One line for each file that took long, the slowest first, and one for all others together. */
export function timeTable(times) {
  const sorted = times.toSorted((a, b) => b.ms - a.ms);
  const [slow, quick] = [sorted.filter(({ ms }) => ms >= SLOW_MS), sorted.filter(({ ms }) => ms < SLOW_MS)];
  const line = (ms, text) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${text}`;
  const lines = slow.map(({ file, ms, tests }) => line(ms, `${file} (${tests})`));
  const rest = quick.reduce((sum, { ms }) => sum + ms, 0);
  return quick.length === 0
    ? lines
    : [...lines, line(rest, `all others, below ${SLOW_MS / 1000} s each (files: ${quick.length})`)];
}
