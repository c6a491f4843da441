/** The checks of `npm run check` and `npm test`. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, run, seconds } from './run.mjs';

const has = (path) => existsSync(join(root, path));

const checks = [
  { name: 'types', command: 'tsc', args: ['-p', 'tsconfig.json'] },
  {
    name: 'types of the web app',
    command: 'tsc',
    args: ['-p', 'apps/web/tsconfig.json'],
    when: () => has('apps/web/src') && readdirSync(join(root, 'apps/web/src')).length > 0,
  },
  { name: 'lint and format', command: 'biome', args: ['ci', '--colors=off', '--diagnostic-level=error', '.'] },
  // A new expression must be proven before the commit, because nobody runs the whole suite for one line.
  { name: 'proven expressions', command: 'node', args: ['scripts/prove-expressions.mjs', '--check'] },
  { name: 'style', command: 'node', args: ['scripts/style.mjs', '--check'] },
  {
    name: 'import walls',
    command: 'depcruise',
    args: ['--config', '.dependency-cruiser.cjs', 'apps', 'packages'],
    // The compiler that is missing is not needed, because swc does the parsing.
    noise: /missing-tsc-transpiler|^.*No typescript transpiler.*$/,
  },
  { name: 'unused code', command: 'knip', args: ['--no-progress', '--no-config-hints'] },
  {
    // Exports that only tests use are reported. `@planned` marks rules of the specification that nothing uses yet,
    // `@testing` helpers of tests and benches.
    name: 'code that only tests use',
    command: 'knip',
    args: [
      '--production',
      '--include=files,exports,types',
      '--tags=-planned',
      '--tags=-testing',
      '--no-progress',
      '--no-config-hints',
    ],
  },
];

/** Runs all checks in parallel and prints one line as each ends, with the output of failed ones. */
export async function runChecks() {
  const due = checks.filter((check) => check.when?.() ?? true);
  const results = await Promise.all(due.map(runCheck));
  const failures = due.filter((_, index) => !results[index]).map(({ name }) => `check: ${name}`);
  return { passed: due.length - failures.length, failed: failures.length, failures };
}

async function runCheck({ name, command, args, noise }) {
  const began = performance.now();
  const { code, output } = await run(bin(command), args, { capture: true });
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds(began)})`);
  if (code !== 0) {
    const lines = output.split('\n').filter((line) => noise === undefined || !noise.test(line));
    console.log(lines.join('\n').trimEnd());
  }
  return code === 0;
}
