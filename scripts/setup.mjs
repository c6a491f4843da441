/**
 * Prepares a fresh machine: `node scripts/setup.mjs start|dev|test`. Every step is skipped if it is up to date (content
 * hashes in node_modules/.cache), prints what it does, and fails with one sentence. Plain Node 20.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addHeadlessShell, findChromium, installChromium, isHeavy } from './chromium.mjs';
import { bin, hashOf, root, run, seconds } from './run.mjs';

const purpose = process.argv[2] ?? 'start';
const stamps = join(root, 'node_modules', '.cache', 'signpost');
const workspaces = [
  'package.json',
  'packages/contract/package.json',
  'packages/testkit/package.json',
  'apps/server/package.json',
  'apps/web/package.json',
];
const packageSources = ['package-lock.json', '.npmrc', ...workspaces];
const serverSources = ['apps/server/src', 'packages/contract/src', 'package-lock.json', 'scripts/build-server.mjs'];
const webSources = ['apps/web', 'docs/product', 'packages/contract/src', 'package-lock.json'];

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Runs `work` unless its `sources` are unchanged since it last succeeded and its results still exist. */
async function step(name, sources, made, work) {
  const stamp = join(stamps, name.replaceAll(' ', '-'));
  const current = () => `${hashOf(sources)} ${process.platform}-${process.arch}`;
  if (made() && existsSync(stamp) && readFileSync(stamp, 'utf8') === current()) return;
  const began = performance.now();
  console.log(`• ${name} …`);
  rmSync(stamp, { force: true });
  await work();
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stamp, current());
  console.log(`✓ ${name} (${seconds(began)})`);
}

/** The npm that called us, or the one on the PATH. */
function npm(args) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js') ? run(process.execPath, [cli, ...args]) : run('npm', args);
}

async function installPackages() {
  // Not `npm ci`; docs/decisions/0001 gives the reason.
  const { code } = await npm(['install', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0)
    fail("The packages could not be installed; npm's own message is above. Is the npm registry reachable?");
}

async function checkNode() {
  const works = async () => (await run(bin('node'), ['--version'], { capture: true })).output.startsWith('v24.');
  if (await works()) return;
  // If scripts are switched off, npm skips the script that installs Node.
  await npm(['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error']);
  if (await works()) return;
  fail(
    "Node 24 from the npm package 'node' did not get installed, because npm ran no install scripts: run " +
      "'npm config set ignore-scripts false', then try again.",
  );
}

async function buildWeb() {
  const { code, output } = await run(bin('vite'), ['build', 'apps/web', '--logLevel', 'warn'], { capture: true });
  if (code !== 0) fail(`${output}\nThe web app could not be built; the reason is above.`);
}

async function buildServer() {
  const { code, output } = await run(bin('node'), ['scripts/build-server.mjs'], { capture: true });
  if (code !== 0) fail(`${output}\nThe server could not be built; the reason is above.`);
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(
    `Signpost needs Node 20 or newer to set itself up, and this is ${process.version}: install a newer one from https://nodejs.org.`,
  );
}
await step(
  'install packages',
  packageSources,
  () => existsSync(join(root, 'node_modules', 'typescript')),
  installPackages,
);
await step('put Node 24 in place', ['node_modules/node/package.json'], () => existsSync(bin('node')), checkNode);
if (purpose !== 'dev') {
  await step('build the server', serverSources, () => existsSync(join(root, 'apps/server/dist/main.mjs')), buildServer);
  await step('build the web app', webSources, () => existsSync(join(root, 'apps/web/dist/index.html')), buildWeb);
}
if (purpose === 'test' && existsSync(join(root, 'playwright.config.ts')) && findChromium() === undefined) {
  const began = performance.now();
  console.log('• install a browser for the tests …');
  await installChromium();
  if (findChromium() === undefined) {
    fail(
      "There is no browser for the tests: run 'npx playwright install chromium', install Chromium, or set CHROMIUM_PATH to one.",
    );
  }
  console.log(`✓ install a browser for the tests (${seconds(began)})`);
}
if (purpose === 'test' && isHeavy()) {
  // Only tried once: if no headless shell is available now, none will be at the next run.
  await step('look for a lighter browser for the tests', ['scripts/chromium.mjs'], () => true, addHeadlessShell);
}
