/**
 * `npm test`: runs the checks, then Vitest, then Playwright, each of them even if an earlier one fails. The last line
 * on stdout is `N passed, N failed`. A check counts as one test, and so does a runner that ends without a report.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './checks.mjs';
import { bin, root, run } from './run.mjs';

const folder = mkdtempSync(join(tmpdir(), 'signpost-report-'));
/** Products that tests start share their compiled code. Otherwise each would write it into a folder of its own. */
const shared = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') };

/**
 * Runs a test runner that writes a JSON report, and counts its results with `count`. If the runner fails without a
 * failed test, that counts as one failure.
 */
async function runTests(command, args, report, env, count) {
  const { code } = await run(bin(command), args, { env: { ...shared, ...env } });
  const counted = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0 };
  const hidden = counted.failed === 0 && (code !== 0 || counted.passed === 0);
  if (hidden) console.log(`✗ ${command} ended with code ${code} and no test that failed`);
  return hidden ? { ...counted, failed: 1 } : counted;
}

const vitestReport = join(folder, 'vitest.json');
const playwrightReport = join(folder, 'playwright.json');

const results = [await runChecks()];
results.push(
  await runTests(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    vitestReport,
    {},
    (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }),
  ),
);
if (existsSync(join(root, 'playwright.config.ts'))) {
  results.push(
    await runTests(
      'playwright',
      ['test', '--reporter=list,json'],
      playwrightReport,
      { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
      ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
    ),
  );
}
rmSync(folder, { recursive: true, force: true });

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
