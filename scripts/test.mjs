/**
 * `npm test`: runs the checks, then Vitest, then Playwright, each of them even if an earlier one fails. Side by side, the
 * two took longer on two processors than one after the other. At the end, it says which files took how long and again
 * what failed, because whoever reads the log of a long run sees its last lines first. The last line on stdout is
 * `N passed, N failed`. A check counts as one test, and so does a runner that ends without a report.
 */
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runChecks } from './checks.mjs';
import { bin, root, run } from './run.mjs';
import { playwrightTimes, timeTable, vitestTimes } from './test-times.mjs';

/**
 * The seed of all random cases: that of the files as they are committed, so that whoever tests a commit tests the same
 * cases.
 */
async function chooseSeed() {
  if (process.env.SEED !== undefined) return process.env.SEED;
  const { code, output } = await run('git', ['rev-parse', 'HEAD^{tree}'], { capture: true });
  return String(code === 0 ? Number.parseInt(output.slice(0, 7), 16) : randomInt(2 ** 28));
}

const folder = mkdtempSync(join(tmpdir(), 'signpost-report-'));
/** Products that tests start share their compiled code. Otherwise each would write it into a folder of its own. */
const shared = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') };

/**
 * Runs a test runner that writes a JSON report, and counts its results with `count`. If the runner fails without a
 * failed test, that counts as one failure.
 */
async function runTests(command, args, report, env, count) {
  const { code } = await run(bin(command), args, { env: { ...shared, ...env } });
  const counted = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : NOTHING;
  const hidden = counted.failed === 0 && (code !== 0 || counted.passed === 0);
  if (!hidden) return counted;
  const silent = `${command} ended with code ${code} and no test that failed`;
  return { ...counted, failed: 1, failures: [...counted.failures, silent] };
}

const NOTHING = { passed: 0, failed: 0, failures: [], times: [] };

/** Each failed test of a report of Vitest: its file, its name and the first lines of its error. */
function vitestFailures({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [describeFailure(name, '', message)];
    return failed.map((test) => describeFailure(name, test.fullName, test.failureMessages.join('\n')));
  });
}

/** The errors of a run of Vitest that belong to no test. */
function unhandledErrors() {
  if (!existsSync(unhandledReport)) return [];
  const errors = JSON.parse(readFileSync(unhandledReport, 'utf8'));
  return errors.map(({ file, name, message }) => describeFailure(file, name, message));
}

/** Each failed test of a report of Playwright, whose suites nest. */
function playwrightFailures(suite) {
  const inside = (suite.suites ?? []).flatMap(playwrightFailures);
  const failed = (suite.specs ?? []).filter((spec) => !spec.ok);
  const own = failed.map((spec) => {
    const errors = spec.tests.flatMap((test) => test.results).flatMap((result) => result.errors ?? []);
    return describeFailure(join(root, 'e2e', spec.file), spec.title, errors.map((error) => error.message).join('\n'));
  });
  return [...inside, ...own];
}

function describeFailure(file, name, message) {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, 12);
  return [`${relative(root, file)} › ${name}`, ...lines.map((line) => `    ${line}`)].join('\n');
}

const seed = await chooseSeed();
console.log(`Random cases have the seed ${seed} (SEED=… chooses another).`);

const vitestReport = join(folder, 'vitest.json');
const unhandledReport = join(folder, 'unhandled.json');
const playwrightReport = join(folder, 'playwright.json');

const results = [{ times: [], ...(await runChecks()) }];
results.push(
  await runTests(
    'vitest',
    [
      'run',
      '--reporter=default',
      '--reporter=json',
      '--reporter=./scripts/unhandled-errors.mjs',
      `--outputFile.json=${vitestReport}`,
    ],
    vitestReport,
    { SEED: seed, UNHANDLED_ERRORS_FILE: unhandledReport },
    (report) => {
      const unhandled = unhandledErrors();
      return {
        passed: report.numPassedTests,
        failed: report.numFailedTests + unhandled.length,
        failures: [...vitestFailures(report), ...unhandled],
        times: vitestTimes(report, root),
      };
    },
  ),
);
results.push(
  await runTests(
    'playwright',
    ['test', '--reporter=list,json'],
    playwrightReport,
    { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
    (report) => ({
      passed: report.stats.expected + report.stats.flaky,
      failed: report.stats.unexpected,
      failures: playwrightFailures(report),
      times: playwrightTimes(report),
    }),
  ),
);
rmSync(folder, { recursive: true, force: true });

console.log('Time by file, with the number of its tests:');
for (const line of timeTable(results.flatMap(({ times }) => times))) console.log(line);
for (const failure of results.flatMap(({ failures }) => failures)) console.log(`✗ ${failure}`);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
