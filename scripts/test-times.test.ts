import { expect, it } from 'vitest';
import { playwrightTimes, timeTable, vitestTimes } from './test-times.mjs';

it('shows the time of each slow file of both runners, the slowest first, and all others as one line', () => {
  const vitest = vitestTimes(
    {
      testResults: [
        { name: '/p/a.test.ts', startTime: 1000, endTime: 7500, assertionResults: [{}, {}] },
        { name: '/p/b.test.ts', startTime: 0, endTime: 400, assertionResults: [{}] },
      ],
    },
    '/p',
  );
  const spec = (duration: number) => ({ file: 'c.spec.ts', tests: [{ results: [{ duration }] }] });
  const browser = playwrightTimes({ suites: [{ specs: [spec(9_000)], suites: [{ specs: [spec(3_040)] }] }] });
  expect(timeTable([...vitest, ...browser])).toEqual([
    '    12.0 s  e2e/c.spec.ts (2)',
    '     6.5 s  a.test.ts (2)',
    '     0.4 s  all others, below 5 s each (files: 1)',
  ]);
});
